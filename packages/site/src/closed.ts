/**
 * Detects whether a file would close a site by accident: to all crawlers, to search engines, or to a crawler that may
 * crawl it today.
 */
import { type Body, compile, explain, parse, type RobotsDocument } from 'robots-exclusion';
import { agents, type ResolvedCrawler, registryWith, resolveCrawler } from 'robots-exclusion/agents';
import { type ChangedRegion, diff, reachOf } from 'robots-exclusion/diff';
import type { SiteProblem } from './problem.ts';
import type { Site } from './site.ts';

/** Reports a file that allows no crawler to crawl anything, unless `closedTo` names `*`. */
export function closedProblems(text: string, { closedTo = [], registry }: Site): SiteProblem[] {
  const document = parse(text);
  const crawlers = crawlersIn(document, registry);
  if (closedTo.includes('*') || crawlers.some((crawler) => !isShutOut(document, crawler))) return [];
  const names = crawlers.flatMap(({ known, tokens }) =>
    tokens[0] === '*' ? [] : (known?.token ?? tokens.join()),
  );
  const among = names.length === 0 ? '' : `, among them ${named(names)}, which it names`;
  const message = `The file closes the whole site to every crawler${among}; if this is intended, add "*" to "closedTo"`;
  return [{ code: 'site-closed', message, ...lineAgainst(document, resolveCrawler('*')), isWarning: false }];
}

/**
 * Reports crawlers that may crawl something according to `before`, but nothing according to `text`, unless `closedTo`
 * names them.
 */
export function shutOutProblems(
  before: Body,
  text: string,
  { closedTo = [], registry }: Site,
): SiteProblem[] {
  const [old, document] = [parse(before), parse(text)];
  const meant = new Set(closedTo.map((token) => token.toLowerCase()));
  const names = new Map(
    [old, document]
      .flatMap((one) => crawlersIn(one, registry))
      .map((one) => [one.tokens.join().toLowerCase(), one]),
  );
  return [...names]
    .filter(([name, crawler]) => !meant.has(name) && isShutOut(document, crawler) && !isShutOut(old, crawler))
    .map(([, crawler]) => {
      const who =
        crawler.tokens[0] === '*' ? 'Every crawler that the file does not name' : crawler.tokens.join(', ');
      const message = `${who} may crawl the deployed site and would be shut out; if this is intended, add "${crawler.tokens.join(', ')}" to "closedTo"`;
      return { code: 'crawler-shut-out', message, ...lineAgainst(document, crawler), isWarning: false };
    });
}

/**
 * Reports search-engine crawlers that the file shuts out although other crawlers may crawl, unless `closedTo` names
 * them. The site would disappear from the search engine. The problem is only a warning.
 */
export function closedSearchProblems(text: string, { closedTo = [], registry }: Site): SiteProblem[] {
  const document = parse(text);
  const meant = new Set(closedTo.map((token) => token.toLowerCase()));
  const crawlers = crawlersIn(document, registry);
  const { byToken } = registry ?? registryWith([]);
  const isClosed = crawlers.every((crawler) => isShutOut(document, crawler));
  if (isClosed && !meant.has('*')) return [];
  return crawlers
    .filter(({ tokens }) =>
      tokens.some((token) => byToken.get(token.toLowerCase())?.purposes.includes('search')),
    )
    .filter(({ tokens }) => !meant.has(tokens.join().toLowerCase()))
    .filter((crawler) => isShutOut(document, crawler))
    .map((crawler) => {
      const name = crawler.known?.token ?? crawler.tokens.join(', ');
      const message = `${name} may crawl nothing, so the site leaves the search for which it crawls; if this is intended, add "${name}" to "closedTo"`;
      return { code: 'search-shut-out', message, ...lineAgainst(document, crawler), isWarning: true };
    });
}

/** Every crawler that the file names, and `*`. */
function crawlersIn(document: RobotsDocument, registry: Site['registry']): ResolvedCrawler[] {
  const tokens = document.groups
    .flatMap(({ productTokens }) => productTokens)
    .filter((token) => token !== '');
  return [...new Set(['*', ...tokens.map((token) => token.toLowerCase())])].map((token) =>
    resolveCrawler(token, {}, registry),
  );
}

function isShutOut(document: RobotsDocument, { who }: ResolvedCrawler): boolean {
  const reach = reachOf(document, who);
  return reach === 'nothing' || reach === 'files';
}

function lineAgainst(document: RobotsDocument, { who }: ResolvedCrawler): { line?: number } {
  const line = explain(compile(document, who), '/').rule?.line;
  return line === undefined ? {} : { line };
}

/** The maximum number of changes that are printed; the command `robots diff` prints all changes. */
const MOST_CHANGES = 10;

/** The maximum number of states that the comparison examines, which takes a fraction of a second. */
const DIFF_BUDGET = 40_000;

/**
 * The changes between two files: which URLs become allowed or disallowed, and for which crawlers. The most severe come
 * first.
 */
export function changesOf(before: Body, text: string, { registry }: Site): string[] {
  const known = registry?.agents ?? agents;
  const { crawlers, isComplete } = diff(before, text, { budget: DIFF_BUDGET, known });
  const all = crawlers.flatMap(({ crawlers: who, regions }) =>
    regions.map((region) => changeText(who, region)),
  );
  const rest = all.length - MOST_CHANGES;
  return [
    ...all.slice(0, MOST_CHANGES),
    ...(rest > 0 ? [`${rest} more changes: see "robots diff"`] : []),
    ...(isComplete ? [] : ['There may be more changes: the files are too large to compare completely here']),
  ];
}

function changeText(who: readonly string[], { direction, witness, after, before }: ChangedRegion): string {
  const rule = after
    ? ` by line ${after.line}: ${after.text}`
    : before
      ? `: the deployed file has ${before.text}`
      : '';
  return `${direction} to ${named(who)}: ${witness}${rule}`;
}

function named(who: readonly string[]): string {
  return who.length > 4 ? `${who.slice(0, 3).join(', ')} and ${who.length - 3} more` : who.join(', ');
}
