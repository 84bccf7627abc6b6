/** Shows the versions that a site served, and what each version changed for crawlers. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { session, type Version } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { VersionChange } from './job.ts';
import { VersionRow } from './version-row.tsx';
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
