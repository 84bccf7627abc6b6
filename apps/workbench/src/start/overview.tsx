/** The answer for a site in plain words: who may read it, what is wrong with its file, and what to do next. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { FileRow } from '../ask/file-row.tsx';
import { OpenRefused } from '../ask/open-refused.tsx';
import { engine } from '../engine/engine.ts';
import { originOf } from '../engine/origin.ts';
import type { CrawlerReach, PurposeReach } from '../engine/protocol.ts';
import { countOf } from '../engine/words.ts';
import { Icon } from '../parts/icons.tsx';
import { Pending } from '../parts/pending.tsx';
import { shareLink } from '../parts/share-link.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { choose } from '../state/ask.ts';
import { groupedFindings } from '../state/grouped-findings.ts';
import { firstColumns, openTools, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Tasks } from './tasks.tsx';

/** Proofs over a file of 500 KiB take a while. */
const SILENCE_MS = 60_000;

export function Overview(): JSX.Element {
  const site = useStore(session, (state) => state.site);
  const draft = useStore(session, (state) => state.draft);
  const problem = useStore(session, (state) => state.askProblem);
  const isRead = site?.state === 'read';
  const question = isRead ? { draft } : undefined;
  const answered = useAnswer(engine.detail, 'overview', question, [isRead, draft], { silenceMs: SILENCE_MS });
  const topics = isRead ? answered?.answer : undefined;
  useEffect(() => {
    if (topics) session.set({ hasVerdicts: true });
  }, [topics]);
  return (
    <main class="overview" id="panels" tabIndex={-1}>
      {problem !== '' && <p class="problem">{problem}</p>}
      <h2>{site ? originOf(site.robotsUrl) : ''}</h2>
      {site?.state === 'fetching' && <Pending>{`Fetching ${site.robotsUrl} …`}</Pending>}
      {site?.state === 'failed' && (
        <>
          <p class="sentence">{site.report}</p>
          <OpenRefused />
        </>
      )}
      {isRead && (
        <>
          <section aria-label="Who may read it">
            <h3>Who may read it</h3>
            {answered?.failure !== undefined && <p class="problem">{answered.failure}</p>}
            {!topics && answered?.failure === undefined && <Pending>Checking every crawler …</Pending>}
            {topics?.map((topic) => (
              <Topic key={topic.title} topic={topic} />
            ))}
          </section>
          <Mistakes />
        </>
      )}
      <Tasks label="Next steps">
        <button type="button" onClick={() => void shareLink()}>
          Share
        </button>
      </Tasks>
      <dl class="answer-rows">
        <FileRow />
      </dl>
    </main>
  );
}

const reachWords: Readonly<Record<CrawlerReach['reach'], string>> = {
  everything: 'everything',
  some: 'a part',
  files: 'no page',
  nothing: 'nothing',
};

/** The crawlers of one purpose, counted; the list names each, with a button that shows the deciding line. */
function Topic({ topic: { title, crawlers } }: { topic: PurposeReach }): JSX.Element {
  const parts = (['everything', 'some', 'files', 'nothing'] as const)
    .map((reach) => ({ reach, count: crawlers.filter((crawler) => crawler.reach === reach).length }))
    .filter(({ count }) => count > 0);
  const isClosed = crawlers.every(({ reach }) => reach === 'nothing' || reach === 'files');
  const without = crawlers.filter(({ isKnownToObey }) => !isKnownToObey).length;
  const known = [...crawlers].sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <details class="topic">
      <summary>
        <Icon name={isClosed ? 'disallowed' : 'allowed'} /> <strong>{title}</strong>:{' '}
        {parts.length === 1
          ? `all ${crawlers.length} crawlers may read ${reachWords[parts[0]?.reach ?? 'some']}`
          : `of ${crawlers.length} crawlers, ${parts.map(({ reach, count }) => `${count} may read ${reachWords[reach]}`).join(', ')}`}
      </summary>
      {without > 0 && (
        <p class="note">
          {without} of {countOf(crawlers.length, 'crawler')} do not say that they obey robots.txt. Only the
          server can keep those out.
        </p>
      )}
      <ul class="crawler-reach">
        {known.map((crawler) => (
          <li key={crawler.token}>
            <button type="button" class="other" onClick={() => showLine(crawler.token)}>
              {crawler.token}
            </button>{' '}
            {reachWords[crawler.reach]}
            <span class="note"> {crawler.operator}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The usual crawlers come first, then the others in the registry's order. */
function placeOf({ token }: CrawlerReach): number {
  const place = firstColumns.indexOf(token);
  return place < 0 ? firstColumns.length : place;
}

function showLine(token: string): void {
  openTools('verdicts');
  choose(token, session.get().url);
}

function Mistakes(): JSX.Element {
  const findings = useStore(session, (state) => state.findings);
  const lintState = useStore(session, (state) => state.lintState);
  const groups = groupedFindings(findings.filter(({ severity }) => severity !== 'info'));
  return (
    <section aria-label="Mistakes in the file">
      <h3>Mistakes in the file</h3>
      {lintState === 'running' && <Pending>Checking …</Pending>}
      {lintState === 'done' && groups.length === 0 && <p>None found.</p>}
      {(lintState === 'too-long' || lintState === 'failed') && <p>The file could not be checked.</p>}
      <ul class="finding-list">
        {groups.map(({ first, more }) => (
          <li key={first.code} class={`finding finding-${first.severity}`}>
            <Icon name={first.severity} />
            <p class="finding-text">
              Line {first.line}: {first.message}
              {more.length > 0 && <span class="note"> {countOf(more.length, 'more line')} like this</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
