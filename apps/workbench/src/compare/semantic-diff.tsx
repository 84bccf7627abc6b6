/** What changes for crawlers from one version to the other, over all URLs there can be, with a witness for each change. */

import type { JSX } from 'preact';
import type { VerdictRule } from 'robots-exclusion';
import type { ChangedRegion, CrawlerDiff, DiffReport, RecordDiff } from 'robots-exclusion/diff';
import { engine } from '../engine/engine.ts';
import { VerdictBadge } from '../parts/icons.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { originOf } from '../state/origin.ts';
import { session } from '../state/session.ts';

/** Changes that are listed for one group of crawlers. */
const MAX_REGIONS = 50;

export function SemanticDiff({ before, draft }: { before: string; draft: string }): JSX.Element {
  const answered = useAnswer(engine.survey, 'diff', { before, draft }, [before, draft]);
  return (
    <section aria-label="What changes">
      <h3>What changes, for all URLs there can be</h3>
      {!answered && <p class="note">Comparing …</p>}
      {answered?.failure && <p class="problem">{answered.failure}</p>}
      {answered?.answer && <Report report={answered.answer} />}
    </section>
  );
}

function Report({ report }: { report: DiffReport }): JSX.Element {
  const { crawlers, unchangedCrawlers, isComplete, changesVerdicts, usage, sitemaps, crawlDelays } = report;
  return (
    <>
      <p>
        {changesVerdicts ? '' : 'No verdict changes. '}
        {isComplete
          ? 'Nothing that changes is missing here.'
          : 'The files are too large to compare everything: there may be more.'}
      </p>
      {crawlers.map((one) => (
        <CrawlerChanges key={one.crawlers.join()} diff={one} />
      ))}
      {unchangedCrawlers.length > 0 && <p class="note">Answered as before: {named(unchangedCrawlers)}.</p>}
      <ul class="statements">
        {crawlDelays.map(({ crawlers: whose, beforeSeconds, afterSeconds }) => (
          <li key={whose.join()}>
            Crawl-delay for {named(whose)}: {secondsText(beforeSeconds)} before, {secondsText(afterSeconds)}{' '}
            now
          </li>
        ))}
        {usage.map(({ crawlers: whose, records }) => (
          <li key={whose.join()}>
            Uses{whose.length > 0 && `, for ${named(whose)}`}: <Records records={records} />
          </li>
        ))}
        {sitemaps.length > 0 && (
          <li>
            Sitemaps: <Records records={sitemaps} />
          </li>
        )}
      </ul>
    </>
  );
}

function CrawlerChanges({ diff }: { diff: CrawlerDiff }): JSX.Element {
  const { crawlers, regions, isComplete } = diff;
  const hidden = regions.length - MAX_REGIONS;
  return (
    <section class="changes-for" aria-label={`Changes for ${named(crawlers)}`}>
      <h4>For {named(crawlers)}</h4>
      <ul class="statements">
        {regions.slice(0, MAX_REGIONS).map((region) => (
          <Region
            key={`${region.direction}${region.witness}`}
            region={region}
            crawler={crawlers[0] as string}
          />
        ))}
      </ul>
      {hidden > 0 && <p class="note">and {hidden} more</p>}
      {!isComplete && <p class="note">Not all of it could be looked at.</p>}
    </section>
  );
}

function Region({ region, crawler }: { region: ChangedRegion; crawler: string }): JSX.Element {
  const { direction, witness, before, after, matching, except, hasMoreExceptions } = region;
  return (
    <li>
      <VerdictBadge isAllowed={direction === 'opened'} />{' '}
      <button type="button" class="quiet path" onClick={() => show(witness, crawler)}>
        {witness}
      </button>
      <span class="note">
        {matching.length > 0 ? ` and what matches ${matching.join(' and ')}` : ' and all else'}
        {except.length > 0 &&
          `, except ${except.slice(0, 5).join(', ')}${except.length > 5 || hasMoreExceptions ? ' …' : ''}`}
        . Before: {ruleText(before)}. Now: {ruleText(after)}.
      </span>
    </li>
  );
}

/** The witness becomes the chosen URL, and a row of the matrix. */
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

function ruleText(rule: VerdictRule | undefined): string {
  return rule ? `line ${rule.line}, ${rule.text}` : 'no rule';
}

function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? 'none' : `${seconds} s`;
}

function named(crawlers: readonly string[]): string {
  const names = crawlers.slice(0, 6).map((name) => (name === '*' ? 'any other crawler' : name));
  return crawlers.length > 6 ? `${names.join(', ')} and ${crawlers.length - 6} more` : names.join(', ');
}
