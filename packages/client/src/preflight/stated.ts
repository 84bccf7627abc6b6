/**
 * Collects what a site states about a page that a crawler may fetch: in robots.txt, in the response, and in the files
 * beside robots.txt.
 */
import { compile, explain, parse, type RobotsDocument } from 'robots-exclusion';
import { type UsageReport, usageReport } from 'robots-exclusion/usage';
import { crawlerOf } from '../guard/guard.ts';
import { inPlaceOfRecord } from './in-place.ts';
import { isShortened, type ReadPage } from './page-facts.ts';
import type { PageAnswer, ProbeOptions } from './probe.ts';
import { type PreflightState, statesOf } from './states.ts';
import { type PreflightSource, readWellKnown } from './well-known.ts';

/**
 * The parts of the usage report that a preflight includes. Access is omitted, because the preflight reports it as
 * `policy`.
 */
export type PreflightUsage = Pick<
  UsageReport,
  'uses' | 'contentUse' | 'licenses' | 'vocabulary' | 'replaced' | 'statements'
>;

/** The statements in short and in full, and the places that were searched for them. */
export interface Stated {
  readonly states: readonly PreflightState[];
  readonly statesOmitted?: number;
  readonly usage?: PreflightUsage;
  readonly sources: readonly PreflightSource[];
}

/**
 * The input. Under the name of `crawler`, the rules and statements that apply to it are read; under the name of
 * `client`, the files beside robots.txt.
 */
export interface StatedQuestion {
  readonly crawler: ProbeOptions;
  readonly client: ProbeOptions;
  readonly toCrawler: PageAnswer;
  /** The page that the crawler got; undefined if it got another response. */
  readonly page: ReadPage | undefined;
  /** The page that the client itself got; undefined if it got another response. */
  readonly clientPage: ReadPage | undefined;
}

/** Collects the statements. Rejects only if aborted. */
export async function stated(question: StatedQuestion): Promise<Stated> {
  const { crawler, client, toCrawler, page } = question;
  const { finalUrl } = toCrawler;
  const robots = await robotsOf(finalUrl, crawler);
  const tdmrep = await readWellKnown('tdmrep.json', finalUrl, client);
  const ai = await readWellKnown('ai.txt', finalUrl, client);
  const who = crawlerOf(crawler.client, crawler.who ?? {});
  const headers = page === undefined ? {} : { ...toCrawler.headers, ...toCrawler.repeated };
  const response = { headers, meta: page?.meta ?? [] };
  const {
    access: _,
    diagnostics: __,
    ...usage
  } = usageReport(robots.document, who, finalUrl, {
    ...response,
    links: page?.links ?? [],
    ...(tdmrep.text !== undefined && { tdmrep: tdmrep.text }),
  });
  const said = statesOf(who, response, usage);
  const blocked = page === undefined ? [] : blockedAssets(robots.document, page, finalUrl).blocked;
  const states = [...shownBy(question), ...blocked, ...said.states, ...unreadOf(page)];
  if (ai.text !== undefined && ai.text.trim() !== '') {
    states.push({ what: 'ai.txt', where: ai.source.url, isRestrictive: false });
  }
  const files = [withNote(tdmrep.source, usage), ai.source];
  const omitted = said.statesOmitted > 0 ? { statesOmitted: said.statesOmitted } : {};
  return { states, ...omitted, usage, sources: [robots.source, ...sourceOf(page, finalUrl), ...files] };
}

/** The robots.txt whose rules were checked. It is fetched again only if it was not stored. */
async function robotsOf(
  url: string,
  { client, signal, beforeFetch }: ProbeOptions,
): Promise<{ document: RobotsDocument; source: PreflightSource }> {
  const asked = { ...(signal && { signal }), ...(beforeFetch && { beforeFetch }) };
  const kept = await client.robots(url, { ...asked, mode: 'cache-only' });
  const isKept = kept.body !== undefined || kept.outcome === 'no-rules';
  const record = isKept ? kept : await client.robots(url, asked);
  const { outcome, body, robotsUrl = url, policyRow, isTruncated = false } = record;
  const source = { name: 'robots.txt', url: robotsUrl } as const;
  const document = parse(body ?? '');
  const inPlace = inPlaceOfRecord(record);
  if (inPlace?.isFilter) return { document, source: { ...source, status: 'unknown', note: inPlace.message } };
  if (body === undefined)
    return {
      document,
      source:
        outcome === 'no-rules'
          ? { ...source, status: 'absent' }
          : { ...source, status: 'unknown', note: policyRow },
    };
  if (!isTruncated) return { document, source: { ...source, status: 'read' } };
  const note = 'It is longer than crawlers must read; the rest was not read';
  return { document, source: { ...source, status: 'in-part', note } };
}

/** Restrictions that are not stated but observed: the page is empty or shortened. */
function shownBy({ toCrawler, page, clientPage: other }: StatedQuestion): PreflightState[] {
  if (page === undefined) return [];
  if (page.isEmpty) {
    return [{ what: 'empty page', where: `HTTP status ${toCrawler.status}`, isRestrictive: true }];
  }
  if (other === undefined || !isShortened(page, other)) return [];
  const least = other.end === 'whole' ? '' : 'at least ';
  const where = `${page.size} of ${least}${other.size} ${page.unit}`;
  return [{ what: 'shortened page', where, isRestrictive: true }];
}

/** Says that the page may state more than was read. */
function unreadOf(page: ReadPage | undefined): PreflightState[] {
  if (page === undefined || page.unread === undefined) return [];
  const what = page.isUnknown ? 'page not read' : 'page read in part';
  return [{ what, where: page.unread, isRestrictive: false }];
}

function sourceOf(page: ReadPage | undefined, url: string): PreflightSource[] {
  if (page === undefined) return [];
  const { unread, isUnknown } = page;
  if (unread === undefined) return [{ name: 'page', url, status: 'read' }];
  return [{ name: 'page', url, status: isUnknown ? 'unknown' : 'in-part', note: unread }];
}

/** Adds a note to a source whose file exists but does not have the expected format, so its statements are unknown. */
function withNote(source: PreflightSource, { statements }: PreflightUsage): PreflightSource {
  const unread = statements.find(
    ({ source: { kind }, states }) => kind === 'file' && Object.keys(states).length === 0,
  );
  return unread?.note === undefined ? source : { ...source, status: 'unknown', note: unread.note };
}

/** Crawlers of search engines that render pages before they rank them, as the linter's rule `blocks-assets` has them. */
const RENDERERS = ['Googlebot', 'bingbot'];

/** Limit on the files that are named for each search engine. */
const MOST_NAMED = 5;

/** Files of a page, as the search engines that may fetch the page may fetch them. */
export interface BlockedAssets {
  /** The crawlers that may fetch the page. The others do not render it, so that nothing is judged for them. */
  readonly crawlers: readonly string[];
  /** The number of files on the page's origin. Files on other origins follow other rules, and are not judged. */
  readonly files: number;
  /** The files that are blocked, at most five for each crawler. */
  readonly blocked: readonly PreflightState[];
}

/**
 * The files of a page that are blocked, as states of the page.
 *
 * @param document The robots.txt of the page's origin.
 * @example
 * ```ts
 * import { blockedAssets } from '@robots-exclusion/client/preflight';
 * import { parse } from 'robots-exclusion';
 *
 * const assets = [{ kind: 'script', url: 'https://example.com/js/a.js' }] as const;
 * const document = parse('User-agent: *\nDisallow: /js/\n');
 * blockedAssets(document, { assets }, 'https://example.com/').blocked[0]?.where; // 'Googlebot, line 2'
 * ```
 */
export function blockedAssets(
  document: RobotsDocument,
  { assets }: Pick<ReadPage, 'assets'>,
  pageUrl: string,
): BlockedAssets {
  const { origin } = new URL(pageUrl);
  const own = [...new Map(assets.map((one) => [one.url, one])).values()].filter(
    ({ url }) => new URL(url).origin === origin,
  );
  const renderers = RENDERERS.map((token) => ({ token, rules: compile(document, token) }));
  const judged = renderers.filter(({ rules }) => rules.allows(pageUrl));
  const blocked = judged.flatMap(({ token, rules }) =>
    own
      .filter(({ url }) => !rules.allows(url))
      .slice(0, MOST_NAMED)
      .map(({ kind, url }) => {
        const { rule } = explain(rules, url);
        const where = `${token}${rule === undefined ? '' : `, line ${rule.line}`}`;
        return { what: `blocked ${kind}`, where, isRestrictive: true, text: url };
      }),
  );
  return { crawlers: judged.map(({ token }) => token), files: own.length, blocked };
}
