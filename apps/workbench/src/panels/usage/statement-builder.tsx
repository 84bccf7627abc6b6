/**
 * Lets users choose preferences about uses. Shows the lines to write, and whether AI training crawlers are said to
 * follow robots.txt.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Use, uses, wordFor } from 'robots-exclusion/usage';
import type { Crawler } from '../../engine/crawler.ts';
import { Select, type Choice as SelectChoice } from '../../parts/select.tsx';
import { keepDraft } from '../../state/keep.ts';
import { obedienceText } from '../../state/purposes.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

/** Uses that have a word in AIPREF and in Content-Signal. */
const statedUses = uses.flatMap(({ name: use, title }) => {
  const [aipref, signal] = [wordFor(use, 'aipref'), wordFor(use, 'content-signal')];
  return aipref !== undefined && signal !== undefined ? [{ use, title, aipref, signal }] : [];
});

export type Choice = 'allow' | 'disallow' | 'silent';
type Choices = Readonly<Partial<Record<Use, Choice>>>;

interface StatementLines {
  /** Lines for the group of `*`; empty if nothing is stated. */
  readonly robots: readonly string[];
  readonly headers: readonly string[];
}

/** Writes the lines. An unstated use is left out, because a missing statement is not a permission. */
export function statementLines(choices: Choices): StatementLines {
  const said = statedUses.filter(({ use }) => (choices[use] ?? 'silent') !== 'silent');
  if (said.length === 0) return { robots: [], headers: [] };
  const aipref = said.map(({ use, aipref: label }) => `${label}=${choices[use] === 'allow' ? 'y' : 'n'}`);
  const signals = said.map(({ use, signal }) => `${signal}=${choices[use] === 'allow' ? 'yes' : 'no'}`);
  return {
    robots: [`Content-Usage: ${aipref.join(', ')}`, `Content-Signal: ${signals.join(', ')}`],
    headers: [`Content-Usage: ${aipref.join(', ')}`],
  };
}

/** The draft with the lines added to the group of `*`. If no group names `*`, adds one at the end of the draft. */
export function withStatements(draft: string, lines: readonly string[]): string {
  const rows = draft.split('\n');
  const at = rows.findIndex((row) => /^\s*user-agent\s*:\s*\*\s*(?:#.*)?$/i.test(row));
  if (at >= 0) {
    let end = at + 1;
    while (/^\s*(?:user-agent\s*:|#|$)/i.test(rows[end] ?? 'x') && end < rows.length) end++;
    // If the group has no rule, insert the lines after its first line.
    const place = end < rows.length ? end : at + 1;
    return [...rows.slice(0, place), ...lines, ...rows.slice(place)].join('\n');
  }
  const start = draft === '' || draft.endsWith('\n') ? draft : `${draft}\n`;
  return `${start}${draft === '' ? '' : '\n'}User-agent: *\n${lines.join('\n')}\nDisallow:\n`;
}

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
