/** Lists the lines that parsers read differently, each with a URL and a crawler that show the difference. */
import type { JSX } from 'preact';
import { engine } from '../../engine/engine.ts';
import { LineLink } from '../../parts/line-link.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import type { PortabilityAnswer, Witness } from './job.ts';

/** One parser may take a while on a file of 500 KiB. */
const SILENCE_MS = 15_000;

interface PortabilityProps {
  readonly draft: string;
  readonly crawlers: readonly string[];
  /** Whether the search may start. It waits for the answer about the chosen URL. */
  readonly isTime: boolean;
}

export function Portability({ draft, crawlers, isTime }: PortabilityProps): JSX.Element {
  const question = isTime ? { draft, crawlers } : undefined;
  const answered = useAnswer(
    engine.panel,
    'readings.portability',
    question,
    [isTime, draft, crawlers.join()],
    {
      silenceMs: SILENCE_MS,
    },
  );
  const last = answered?.parts.at(-1);
  return (
    <section aria-label="Lines that parsers read differently">
      <h3>Lines that parsers read differently</h3>
      {!answered?.answer && answered?.failure === undefined && (
        <Pending>
          {last
            ? `Comparing how each parser reads the file: ${last.done} of ${last.of} parsers done …`
            : 'Comparing how each parser reads the file …'}
        </Pending>
      )}
      {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
      {answered?.answer && (
        <Latest isOutdated={answered.isOutdated}>
          <Findings answer={answered.answer} />
        </Latest>
      )}
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
              {byQuestion(witnesses).map((question) => (
                <Difference key={JSON.stringify(question)} question={question} />
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
      {!isComplete && <p class="note">The file is too large to try every rule.</p>}
    </>
  );
}

function Difference({ question }: { question: Question }): JSX.Element {
  const { who, target, isAllowed, dialects, lines, reason } = question;
  return (
    <li>
      {dialects.join(', ')}: <code>{target}</code> is {isAllowed ? 'allowed' : 'disallowed'} for {who}.{' '}
      {reason}
      {lines > 1 && ` ${lines - 1} more ${lines === 2 ? 'line is' : 'lines are'} read this way.`}
    </li>
  );
}

type Question = Omit<Witness, 'dialect'> & { readonly dialects: string[] };

/** Groups the parsers that share an example. */
function byQuestion(witnesses: readonly Witness[]): readonly Question[] {
  const questions = new Map<string, Question>();
  for (const { dialect, ...rest } of witnesses) {
    const key = JSON.stringify(rest);
    const question = questions.get(key);
    if (question) question.dialects.push(dialect);
    else questions.set(key, { ...rest, dialects: [dialect] });
  }
  return [...questions.values()];
}
