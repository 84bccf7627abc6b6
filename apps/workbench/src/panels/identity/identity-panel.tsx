/** Checks whether a request came from the crawler that it names. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import type { IdentityAnswer } from './job.ts';

export function IdentityPanel(): JSX.Element {
  const [ip, setIp] = useState('');
  const [userAgent, setUserAgent] = useState('');
  const [list, setList] = useState('');
  const question = userAgent.trim() === '' ? undefined : { ip, userAgent, list };
  const answered = useAnswer(engine.panel, 'identity', question, [ip, userAgent, list]);
  return (
    <div class="panel-body">
      <p>
        Anyone can send a crawler’s User-Agent header. Enter the header and the address from a logged request
        to see what would prove that the crawler sent it.
      </p>
      <div class="form-grid">
        <label for="identity-user-agent">User-Agent</label>
        <input
          id="identity-user-agent"
          type="text"
          spellcheck={false}
          placeholder="Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
          value={userAgent}
          onInput={({ currentTarget }) => setUserAgent(currentTarget.value)}
        />
        <label for="identity-ip">Address</label>
        <input
          id="identity-ip"
          type="text"
          spellcheck={false}
          placeholder="66.249.66.1"
          value={ip}
          onInput={({ currentTarget }) => setIp(currentTarget.value)}
        />
        <label for="identity-list">Published list</label>
        <textarea
          id="identity-list"
          rows={3}
          spellcheck={false}
          placeholder="Paste the list of addresses published by the operator"
          value={list}
          onInput={({ currentTarget }) => setList(currentTarget.value)}
        />
      </div>
      <div role="status">
        {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
        {answered?.answer && <Answer answer={answered.answer} />}
      </div>
    </div>
  );
}

const grades: ReadonlyMap<string, string> = new Map([
  ['claimed', 'Claimed only: nothing entered here proves or refutes it.'],
  ['range', 'Proven: the address is in the operator’s list.'],
  ['reverse-dns', 'Proven by reverse DNS.'],
  ['signature', 'Proven by its signature.'],
  ['refuted', 'Refuted: another sender uses the crawler’s name.'],
  ['unknown', 'Unknown.'],
]);

function Answer({ answer }: { answer: IdentityAnswer }): JSX.Element {
  const { identity, operator, ways, listProblem } = answer;
  const { token, identity: grade, by } = identity;
  return (
    <>
      <p class="sentence">
        {token === undefined ? (
          'This header names no known crawler.'
        ) : (
          <>
            <strong>{token}</strong>
            {operator !== undefined && `, operated by ${operator}`}. {grades.get(grade)}
          </>
        )}
      </p>
      {by !== undefined && <p class="note">Why: {by}.</p>}
      {listProblem !== undefined && <p class="problem">The list could not be read: {listProblem}</p>}
      {token !== undefined &&
        (ways.length > 0 ? (
          <>
            <p>A request comes from the crawler if:</p>
            <ul class="plain-list">
              {ways.map((way) => (
                <li key={way}>{way}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>No way to verify this crawler is known.</p>
        ))}
    </>
  );
}
