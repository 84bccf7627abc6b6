/** One version: its start, its changes, and its actions. */
import type { JSX } from 'preact';
import { listed } from '../../parts/listed.ts';
import { keepDraft } from '../../state/keep.ts';
import { newDraft } from '../../state/new-draft.ts';
import { session, type Version } from '../../state/session.ts';
import { timeText, versionKey } from '../compare/versions.ts';
import { octetsOf } from '../history/octets.ts';
import type { CrawlerChange, VersionChange } from './job.ts';

export interface VersionRowProps {
  readonly version: Version;
  /** Whether this is the first version. */
  readonly isFirst: boolean;
  readonly change: VersionChange | undefined;
  /** Whether the search for changes has ended. */
  readonly isDone: boolean;
}

export function VersionRow({ version, isFirst, change, isDone }: VersionRowProps): JSX.Element {
  const { text, at } = version;
  return (
    <li>
      <div class="version-head">
        <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
        <span class="note">{octetsOf(text).toLocaleString('en')} octets</span>
        <span class="end">
          <button type="button" class="quiet small" onClick={() => openVersion(version)}>
            Open<span class="sr-only"> the version from {timeText(at)}</span>
          </button>
          <button
            type="button"
            class="quiet small"
            onClick={() => session.set({ panel: 'compare', comparedWith: versionKey(version) })}
          >
            Compare<span class="sr-only"> the draft with the version from {timeText(at)}</span>
          </button>
        </span>
      </div>
      <Change isFirst={isFirst} change={change} isDone={isDone} />
    </li>
  );
}

function openVersion({ text }: Version): void {
  keepDraft('Before a version was opened');
  session.set(newDraft(text));
}

function Change({ isFirst, change, isDone }: Omit<VersionRowProps, 'version'>): JSX.Element {
  if (isFirst) return <p class="note">The first known version.</p>;
  if (!change)
    return <p class="note">{isDone ? 'Not compared.' : 'Comparing with the previous version …'}</p>;
  const { changesVerdicts, isComplete, opened, closed } = change;
  return (
    <>
      {!changesVerdicts && isComplete && <p class="note">The file changed, but no crawler’s verdicts did.</p>}
      <Changes changes={opened} word="Now allowed for" tone="opened" />
      <Changes changes={closed} word="Now disallowed for" tone="closed" />
      {!isComplete && (
        <p class="note">The files are too large to compare everything; there may be more changes.</p>
      )}
    </>
  );
}

interface ChangesProps {
  readonly changes: readonly CrawlerChange[];
  readonly word: string;
  readonly tone: string;
}

function Changes({ changes, word, tone }: ChangesProps): JSX.Element {
  return (
    <>
      {changes.map(({ crawlers, patterns }) => (
        <p key={crawlers.join()}>
          <span class={tone}>{word}</span> {listed(crawlers, 'any other crawler')}:{' '}
          {patterns.map((pattern) => (
            <code key={pattern} class="version-pattern">
              {pattern}
            </code>
          ))}
        </p>
      ))}
    </>
  );
}
