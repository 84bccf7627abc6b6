/**
 * Lets users choose preferences about uses. Shows the lines to write, and whether AI training crawlers are said to
 * follow robots.txt.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Crawler } from '../../engine/crawler.ts';
import { Select, type Choice as SelectChoice } from '../../parts/select.tsx';
import { keepDraft } from '../../state/keep.ts';
import { obedienceText } from '../../state/purposes.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { type Choice, type Choices, statedUses, statementLines, withStatements } from './statement-lines.ts';

const statements: readonly SelectChoice<Choice>[] = [
  { value: 'silent', title: 'no statement' },
  { value: 'allow', title: 'allow' },
  { value: 'disallow', title: 'disallow' },
];

export function StatementBuilder(): JSX.Element {
  const [choices, setChoices] = useState<Choices>({
    search: 'allow',
    'ai-training': 'disallow',
  });
  const { robots, headers } = statementLines(choices);
  return (
    <details>
      <summary>Write a usage statement</summary>
      <div class="builder">
        <div class="toolbar">
          {statedUses.map(({ use, title }) => (
            <Select
              key={use}
              label={title}
              value={choices[use] ?? 'silent'}
              choices={statements}
              onChoose={(choice) => setChoices({ ...choices, [use]: choice })}
            />
          ))}
        </div>
        {robots.length > 0 && (
          <>
            <p>In robots.txt, in the group for every crawler:</p>
            <pre class="lines">{robots.join('\n')}</pre>
            <button type="button" onClick={() => insert(robots)}>
              Insert into the draft
            </button>
            <p>In the headers of every response, for pages that are obtained in other ways:</p>
            <pre class="lines">{headers.join('\n')}</pre>
          </>
        )}
        <Readers />
      </div>
    </details>
  );
}

function insert(lines: readonly string[]): void {
  const { draft } = session.get();
  keepDraft('Before usage statements were inserted');
  session.set({ draft: withStatements(draft, lines) });
}

/**
 * Explains who follows a preference. Following it is voluntary; operators document only rules for their crawlers'
 * tokens.
 */
function Readers(): JSX.Element {
  const registry = useStore(session, (state) => state.registry);
  const trainers = registry.filter(({ purposes }) => purposes.includes('training'));
  return (
    <section aria-label="Who reads it">
      <p>A statement is a request; it blocks nothing. Whether AI training crawlers follow robots.txt:</p>
      <ul class="plain-list">
        {trainers.map((crawler) => (
          <Reader key={crawler.token} crawler={crawler} />
        ))}
      </ul>
    </section>
  );
}

function Reader({ crawler }: { crawler: Crawler }): JSX.Element {
  const { token, operator, fetches, note, source } = crawler;
  return (
    <li>
      <strong>{token}</strong> · {operator}:{' '}
      {fetches ? obedienceText(crawler) : 'fetches nothing; its token governs this use'}.{' '}
      {note !== undefined && <span class="note">{note} </span>}
      {source?.startsWith('https:') && (
        <a href={source} rel="noreferrer noopener" target="_blank">
          Source<span class="sr-only"> for {token}</span>
        </a>
      )}
    </li>
  );
}
