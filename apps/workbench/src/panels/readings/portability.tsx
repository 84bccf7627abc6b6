/** Lines that are not read alike by everybody, each with a question that shows it. */
import type { JSX } from 'preact';
import { engine } from '../../engine/engine.ts';
import { LineLink } from '../../parts/line-link.tsx';
import { Pending } from '../../parts/pending.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import type { PortabilityAnswer, Witness } from './job.ts';

export function Portability({ draft }: { draft: string }): JSX.Element {
  const answered = useAnswer(engine.survey, 'readings.portability', { draft }, [draft]);
  return (
    <section aria-label="Where the file depends on its reader">
      <h3>Where the file depends on who reads it</h3>
      {!answered && <Pending>Looking …</Pending>}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {answered?.answer && <Findings answer={answered.answer} />}
    </section>
  );
}

function Findings({ answer }: { answer: PortabilityAnswer }): JSX.Element {
  const { findings, unreadable, isComplete } = answer;
  return (
    <>
      {findings.length === 0 && <p>No rule was found that parsers read differently.</p>}
      <ul class="statements">
        {findings.map(({ line, text, witnesses }) => (
          <li key={line}>
            <LineLink line={line} /> <code>{text}</code>
            <ul class="witnesses note">
              {byQuestion(witnesses).map(({ who, target, isAllowed, dialects }) => (
                <li key={`${who} ${target} ${isAllowed}`}>
                  {dialects.join(', ')}: <code>{target}</code> is {isAllowed ? 'allowed' : 'disallowed'} for{' '}
                  {who}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {unreadable.map(({ dialect, error }) => (
        <p key={dialect} class="problem">
          {dialect} fails on this file: {error}
        </p>
      ))}
      {!isComplete && <p class="note">Not every rule was tried: the file is too large for that.</p>}
    </>
  );
}

interface Question {
  readonly who: string;
  readonly target: string;
  readonly isAllowed: boolean;
  readonly dialects: string[];
}

/** Dialects that one question shows together. */
function byQuestion(witnesses: readonly Witness[]): readonly Question[] {
  const questions = new Map<string, Question>();
  for (const { dialect, who, target, isAllowed } of witnesses) {
    const key = JSON.stringify([who, target, isAllowed]);
    const question = questions.get(key);
    if (question) question.dialects.push(dialect);
    else questions.set(key, { who, target, isAllowed, dialects: [dialect] });
  }
  return [...questions.values()];
}
