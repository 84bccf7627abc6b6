/**
 * Shows how verdicts change between two versions, over all possible URLs, with an example URL for each change.
 */
import type { DiffAnswer } from '@robots-exclusion/operations/diff';
import type { ComponentChildren, JSX } from 'preact';
import type { VerdictRule } from 'robots-exclusion';
import type { ChangedRegion, CrawlerDiff, DiffProgress, RecordDiff } from 'robots-exclusion/diff';
import { engine } from '../../engine/engine.ts';
import { originOf } from '../../engine/origin.ts';
import { countOf, listed } from '../../engine/words.ts';
import { VerdictBadge } from '../../parts/icons.tsx';
import { LineLink } from '../../parts/line-link.tsx';
import { Latest, Pending } from '../../parts/pending.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { session } from '../../state/session.ts';

/** Limit on groups of crawlers with listed changes. Crawlers of other groups are only named. */
const MAX_GROUPS = 100;
/** Limit on the listed changes for a group of crawlers. */
const MAX_REGIONS = 50;

export function SemanticDiff({ before, draft }: { before: string; draft: string }): JSX.Element {
  // The limits keep the answer small, because a page that receives tens of megabytes freezes.
  const question = {
    before: { robots: before },
    after: { robots: draft },
    maxRegions: MAX_GROUPS * MAX_REGIONS,
  };
  const answered = useAnswer(engine.panel, 'compare', question, [before, draft]);
  return (
    <section aria-label="What changes">
      <h3>What changes, over all possible URLs</h3>
      {!answered?.answer && answered?.failure === undefined && (
        <Pending>{progressText(answered?.parts.at(-1))}</Pending>
      )}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {answered?.answer && (
        <Latest isOutdated={answered.isOutdated}>
          <Report report={answered.answer} />
        </Latest>
      )}
    </section>
  );
}

function progressText(progress: DiffProgress | undefined): string {
  if (!progress) return 'Comparing the rules of both versions …';
  const { crawlersDone, crawlers, regions } = progress;
  return `Comparing the rules of both versions: ${crawlersDone} of ${crawlers} groups of crawlers, ${regions} changes so far …`;
}

function Report({ report }: { report: DiffAnswer }): JSX.Element {
  const {
    crawlers,
    unchangedCrawlers,
    isComplete,
    changesVerdicts,
    regionsOmitted,
    crawlersOmitted = 0,
  } = report;
  const others = crawlers.slice(MAX_GROUPS).flatMap((one) => one.crawlers);
  return (
    <>
      <p class="note">
        {changesVerdicts
          ? 'Each entry shows the new verdict and a minimal URL for which the verdict changes. '
          : 'No verdict changes. '}
        {isComplete
          ? changesVerdicts && 'The list is complete: it is proven, not sampled.'
          : 'The files are too large to compare everything; there may be more changes.'}
      </p>
      {crawlers.slice(0, MAX_GROUPS).map((one) => (
        <CrawlerChanges key={one.crawlers.join()} diff={one} />
      ))}
      {others.length + crawlersOmitted > 0 && (
        <p class="note">Verdicts also change for {named(others, crawlersOmitted)}.</p>
      )}
      {regionsOmitted !== undefined && (
        <p class="note">Not listed: {countOf(regionsOmitted, 'more verdict change')}.</p>
      )}
      {unchangedCrawlers.length > 0 && <p class="note">No verdict changes for {named(unchangedCrawlers)}.</p>}
      <OtherRecords report={report} />
    </>
  );
}

function OtherRecords({ report }: { report: DiffAnswer }): JSX.Element | null {
  const { usage, sitemaps, crawlDelays } = report;
  if (usage.length + sitemaps.length + crawlDelays.length === 0) return null;
  return (
    <ul class="statements">
      {crawlDelays.map(({ crawlers, beforeSeconds, afterSeconds }) => (
        <li key={crawlers.join()}>
          Crawl-delay for {named(crawlers)}: {secondsText(beforeSeconds)} → {secondsText(afterSeconds)}
        </li>
      ))}
      {usage.map(({ crawlers, records }) => (
        <li key={crawlers.join()}>
          Uses{crawlers.length > 0 && `, for ${named(crawlers)}`}: <Records records={records} />
        </li>
      ))}
      {sitemaps.length > 0 && (
        <li>
          Sitemaps: <Records records={sitemaps} />
        </li>
      )}
    </ul>
  );
}

function CrawlerChanges({ diff }: { diff: CrawlerDiff }): JSX.Element {
  const { crawlers, regions, isComplete } = diff;
  const hidden = regions.length - MAX_REGIONS;
  return (
    <section class="changes-for" aria-label={`Changes for ${named(crawlers)}`}>
      <h4>{named(crawlers)}</h4>
      <ul class="statements">
        {regions.slice(0, MAX_REGIONS).map((region) => (
          <Region
            key={`${region.direction}${region.witness}`}
            region={region}
            crawler={crawlers[0] as string}
          />
        ))}
      </ul>
      {hidden > 0 && <p class="note">and {countOf(hidden, 'more change')}</p>}
      {!isComplete && <p class="note">This list may be incomplete.</p>}
    </section>
  );
}

function Records({ records }: { records: readonly RecordDiff[] }): JSX.Element {
  return (
    <>
      {records.map(({ change, text, line }) => (
        <span key={`${change}${line}`}>
          {change} <code>{text}</code>{' '}
        </span>
      ))}
    </>
  );
}

function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? 'none' : `${seconds} s`;
}

function named(crawlers: readonly string[], unnamed = 0): string {
  return listed(crawlers, 'any other crawler', unnamed);
}

interface RegionProps {
  readonly region: ChangedRegion;
  readonly crawler: string;
}

function Region({ region, crawler }: RegionProps): JSX.Element {
  const { direction, witness, before, after } = region;
  return (
    <li class="region">
      <VerdictBadge isAllowed={direction === 'opened'} />
      <div>
        <p>
          <button
            type="button"
            class="quiet path"
            title="Show this URL"
            onClick={() => show(witness, crawler)}
          >
            {witness}
          </button>{' '}
          <Extent region={region} />
        </p>
        <p class="note">
          {before ? <RuleText rule={before} /> : 'no rule'} →{' '}
          {after && <LineLink line={after.line} about={witness} />}{' '}
          {after ? <RuleText rule={after} /> : 'no rule'}
        </p>
      </div>
    </li>
  );
}

const MAX_EXCEPTIONS = 5;

function Extent({ region }: { region: ChangedRegion }): JSX.Element {
  const { matching, except, hasMoreExceptions } = region;
  const hasMore = except.length > MAX_EXCEPTIONS || hasMoreExceptions;
  return (
    <span class="note">
      {matching.length > 0 ? (
        <>and everything that matches {joined(matching, ' and ')}</>
      ) : (
        'and everything else'
      )}
      {except.length > 0 && <>, except {joined(except.slice(0, MAX_EXCEPTIONS), ', ')}</>}
      {hasMore && ' and more'}
    </span>
  );
}

function joined(patterns: readonly string[], between: string): ComponentChildren {
  return patterns.map((pattern, index) => (
    <>
      {index > 0 && between}
      <code>{pattern}</code>
    </>
  ));
}

function RuleText({ rule }: { rule: VerdictRule }): JSX.Element {
  return <code class={rule.kind}>{rule.text}</code>;
}

/** Selects the example URL, and adds it as a row of the matrix. */
function show(witness: string, crawler: string): void {
  const { urls, robotsUrl, columns } = session.get();
  const url = originOf(robotsUrl) + witness;
  session.set({
    url,
    crawler,
    urls: urls.includes(url) ? urls : [url, ...urls],
    columns: columns.includes(crawler) ? columns : [...columns, crawler],
  });
}
