/** After the new lines are written: how the file gets to the site, and what only the server can do. */
import { serverRules, servers } from '@robots-exclusion/operations/server-rules';
import type { JSX } from 'preact';
import { countOf } from '../../engine/words.ts';
import { copyDraft, copyText, saveDraft } from '../../parts/copy-text.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import places from './where-to-put.json';

interface WrittenProps {
  /** Tokens of crawlers that only a server can keep out. */
  readonly unclaimed: readonly string[];
  onUndo(): void;
}

export function Written({ unclaimed, onUndo }: WrittenProps): JSX.Element {
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  return (
    <div class="written">
      <p role="status">
        Written into the draft. Nothing changes on your site until you put the file there.{' '}
        <button type="button" onClick={onUndo}>
          Undo
        </button>
      </p>
      <p class="start-tasks">
        <button type="button" class="primary" onClick={saveDraft}>
          Download robots.txt
        </button>
        <button type="button" onClick={copyDraft}>
          Copy the file
        </button>
        <button type="button" class="quiet" onClick={() => session.set({ panel: 'verdicts' })}>
          See all verdicts
        </button>
      </p>
      <details>
        <summary>Where to put it</summary>
        <p>
          The file must be at{' '}
          <code>{robotsUrl === '' ? 'https://your-site.example/robots.txt' : robotsUrl}</code>. Fetch the site
          here again afterwards to check.
        </p>
        <dl>
          {places.map(({ name, text, source, by, readOn }) => (
            <div key={name}>
              <dt>
                <a href={source} rel="noreferrer noopener" target="_blank">
                  {name}
                </a>
              </dt>
              <dd>
                {text}{' '}
                <span class="note">
                  By {by}, read on {readOn}.
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {unclaimed.length > 0 && <ServerRules tokens={unclaimed} />}
    </div>
  );
}

function ServerRules({ tokens }: { tokens: readonly string[] }): JSX.Element {
  const refused = { tokens, networks: new Map<string, string[]>() };
  const rules = servers.map((server) => ({ server, text: serverRules(server, refused).join('\n') }));
  return (
    <details>
      <summary>Rules for the server</summary>
      <p>
        {countOf(tokens.length, 'crawler')} among these {tokens.length === 1 ? 'does' : 'do'} not say that{' '}
        {tokens.length === 1 ? 'it obeys' : 'they obey'} robots.txt. A server can refuse them by name. Anybody
        can send any name, so this also refuses whoever borrows one, and stops nobody who sends another. With
        an access log, “robots audit --format nginx” proposes rules by proven senders.
      </p>
      {rules.map(({ server, text }) => (
        <figure key={server}>
          <figcaption>{server}</figcaption>
          <pre class="lines" tabIndex={0} role="group" aria-label={`Rules for ${server}`}>
            {text}
          </pre>
          <button type="button" onClick={() => void copyText(text, `The rules for ${server} are copied.`)}>
            Copy the rules for {server}
          </button>
        </figure>
      ))}
    </details>
  );
}
