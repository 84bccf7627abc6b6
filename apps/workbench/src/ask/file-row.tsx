/** The source of the answer: the file, how and when it was fetched, and how the draft differs from the live file. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { versionKey } from '../panels/compare/versions.ts';
import { SitemapsButton } from '../parts/sitemaps-button.tsx';
import { type LiveChanges, type Session, type Site, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ageText, dateText } from './answer-text.ts';

export function Row({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="answer-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function FileRow(): JSX.Element {
  const site = useStore(session, (state) => state.site);
  const service = useStore(session, (state) => state.service);
  return (
    <Row name="File">
      {site ? <LiveFile site={site} /> : <OwnFile />}
      {site && <SitemapsOffer />}
      {site && (
        <button
          type="button"
          class="small"
          disabled={site.state === 'fetching' || service !== 'up'}
          onClick={() => void import('../state/open-site.ts').then(({ fetchAgain }) => fetchAgain())}
        >
          {site.state === 'fetching' ? 'Fetching …' : 'Fetch again'}
        </button>
      )}
    </Row>
  );
}

/**
 * Offers to load the sitemaps, which contain real URLs, as long as the listed URLs are generated from the site's rules.
 */
function SitemapsOffer(): JSX.Element | null {
  const isOffered = useStore(session, ({ urlsFrom, site }) => urlsFrom === 'rules' && site?.state === 'read');
  return isOffered ? <SitemapsButton /> : null;
}

function OwnFile(): JSX.Element {
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  return (
    <span>
      The draft on this page{robotsUrl === '' ? '' : `, for ${robotsUrl}`}. It was not fetched from a site.
    </span>
  );
}

function LiveFile({ site }: { site: Site }): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const changes = useStore(session, (state) => state.liveChanges);
  const isDraft = draft !== site.text;
  return (
    <>
      <span>
        <code>{site.robotsUrl}</code>
        <Age at={site.fetchedAt} isFailure={site.state === 'failed'} />
        {site.statuses !== '' && ` · ${site.statuses}`}
      </span>
      {site.state === 'read' && (
        <span class={isDraft ? 'chip chip-draft' : 'chip'}>{stateText(isDraft, changes, draft)}</span>
      )}
      {isDraft && site.state === 'read' && (
        <button type="button" class="small" onClick={showLiveDifference}>
          Compare
        </button>
      )}
      {site.report !== undefined && site.state !== 'failed' && <p class="file-report">{site.report}</p>}
      <RealCrawlers texts={site.programs ?? []} />
    </>
  );
}

/** What recorded crawlers do with such a response, other than RFC 9309 describes. */
function RealCrawlers({ texts }: { texts: readonly string[] }): JSX.Element | null {
  if (texts.length === 0) return null;
  return (
    <details class="file-report">
      <summary>What some crawlers make of this response</summary>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

function stateText(isDraft: boolean, changes: LiveChanges | undefined, draft: string): string {
  if (!isDraft) return 'Live file';
  if (changes?.draft !== draft) return 'Draft, not live';
  const { count, compared } = changes;
  const answers = `${count.toLocaleString('en')} of ${compared.toLocaleString('en')} answers differ from the live file`;
  return `Draft: ${answers}`;
}

function showLiveDifference(): void {
  const { versions } = session.get();
  const live = versions.find(({ kind }) => kind === 'live');
  session.set({
    panel: 'compare',
    ...(live && { comparedWith: versionKey(live) }),
  } satisfies Partial<Session>);
}

const TICK_MS = 30_000;

/** The age of the file in words, with the date. It is updated while the page is open. */
function Age({ at, isFailure }: { at: number | undefined; isFailure: boolean }): JSX.Element | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  if (at === undefined) return null;
  return (
    <>
      {' '}
      · {isFailure ? 'tried' : 'fetched'}{' '}
      <time dateTime={new Date(at).toISOString()}>{ageText(at, now)}</time> ({dateText(at)})
    </>
  );
}
