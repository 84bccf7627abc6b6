/** Shows the versions that a site served, and what each version changed for crawlers. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { listed, octetsOf } from '../../engine/words.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { keepDraft } from '../../state/keep.ts';
import { newDraft } from '../../state/new-draft.ts';
import { session, type Version } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { timeText, versionKey } from '../compare/versions.ts';
import type { CrawlerChange, VersionChange } from './job.ts';
import { type FolderRead, readVersionsFolder, type VersionFile } from './versions-folder.ts';

/** Two large versions may take a while to compare. */
const SILENCE_MS = 15_000;

export function WatchPanel(): JSX.Element {
  const versions = useStore(session, (state) => state.versions);
  const [report, setReport] = useState('');
  const open = async (files: readonly VersionFile[]): Promise<void> => {
    const read = await readVersionsFolder(files).catch(
      (error: Error): FolderRead => ({ versions: [], report: `The folder cannot be read: ${error.message}` }),
    );
    setReport(read.report);
    if (read.versions.length > 0) takeVersions(read.versions);
  };
  const sites = useMemo(() => bySite(versions), [versions]);
  return (
    <div class="panel-body watch">
      <p>
        Versions of robots.txt that a site served, and what each changed for crawlers. While this page is
        open, “Fetch again” adds the live file; <code>robots watch</code> records versions as long as it runs.
      </p>
      <div class="toolbar">
        <FolderButton onFiles={(files) => void open(files)} />
        <span class="note" role="status">
          {report}
        </span>
      </div>
      {sites.length === 0 && (
        <p class="empty">
          No versions yet. Enter a site’s URL above to fetch its file, or open the folder written by{' '}
          <code>robots watch example.com --versions versions/</code>.
        </p>
      )}
      {sites.map(([title, own]) => (
        <SiteVersions key={title} title={title} versions={own} />
      ))}
    </div>
  );
}

function FolderButton({ onFiles }: { onFiles(files: readonly VersionFile[]): void }): JSX.Element {
  return (
    <>
      {(['folder', 'files'] as const).map((kind) => (
        <label key={kind} class="button">
          {kind === 'folder' ? 'Open a folder of versions…' : 'Open files…'}
          <input
            type="file"
            class="sr-only"
            multiple
            {...(kind === 'folder' && { webkitdirectory: true })}
            onChange={({ currentTarget }) => {
              onFiles([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </label>
      ))}
    </>
  );
}

/** Replaces all previous versions, because a folder is read as a whole. */
function takeVersions(watched: readonly Version[]): void {
  const { versions } = session.get();
  session.set({ versions: [...versions.filter(({ kind }) => kind !== 'watched'), ...watched] });
}

/** Versions of one site, the newest first. */
function bySite(versions: readonly Version[]): readonly (readonly [string, readonly Version[]])[] {
  const sites = new Map<string, Version[]>();
  for (const version of versions) {
    const own = sites.get(version.title);
    if (own) own.push(version);
    else sites.set(version.title, [version]);
  }
  return [...sites].map(([title, own]) => [title, own.sort((a, b) => b.at - a.at)] as const);
}

function SiteVersions({ title, versions }: { title: string; versions: readonly Version[] }): JSX.Element {
  const texts = useMemo(() => versions.map(({ text }) => text).reverse(), [versions]);
  const question = texts.length > 1 ? { texts } : undefined;
  const answered = useAnswer(engine.panel, 'watch', question, [texts], { silenceMs: SILENCE_MS });
  const changes = new Map<number, VersionChange>();
  for (const part of answered?.isOutdated ? [] : (answered?.parts ?? []))
    if (part) changes.set(part.at, part);
  const isDone = answered?.answer !== undefined || answered?.failure !== undefined;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
      <ol class="versions" aria-busy={question !== undefined && !isDone}>
        {versions.map((version, index) => (
          <VersionRow
            key={version.at}
            version={version}
            isFirst={index === versions.length - 1}
            change={changes.get(versions.length - 1 - index)}
            isDone={isDone}
          />
        ))}
      </ol>
    </section>
  );
}

interface VersionRowProps {
  readonly version: Version;
  readonly isFirst: boolean;
  readonly change: VersionChange | undefined;
  /** Whether the search for changes has ended. */
  readonly isDone: boolean;
}

function VersionRow({ version, isFirst, change, isDone }: VersionRowProps): JSX.Element {
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
