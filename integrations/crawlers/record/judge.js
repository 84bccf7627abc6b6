/** What the requests that a site saw say of the program. */
import { tokenPath } from './rows.js';

/** Counts of requests above this are kept as this: a loop or a retry has no exact number. */
const MOST_COUNTED = 10;
/** A gap as long as the delay that the file asks for, less what a timer may be early. */
const LEAST_OF_DELAY = 0.95;
const FORBIDDEN = /^\/private\/\w+$/;

/**
 * The outcome of one run: `rules` (the forbidden page was not requested, others were), `none` (the forbidden page was
 * requested), `all` (no page was, except the one where the crawl starts), `undecided` (the program had not ended, and pages
 * were left that it may request).
 */
export function judge(site, hasEnded) {
  const paths = pagesOf(site).map(({ path }) => path.replace(/[?#].*/, ''));
  const isForbidden = (path) => FORBIDDEN.test(path) && path !== '/private/hop';
  const allowed = site.pages.filter((path) => path !== '/' && !isForbidden(path));
  const requested = allowed.filter((path) => paths.includes(path));
  const isWhole = hasEnded || (allowed.length > 0 && requested.length === allowed.length);
  const outcome = () => {
    if (paths.some(isForbidden)) return 'none';
    if (!isWhole) return 'undecided';
    return requested.length > 0 || allowed.length === 0 ? 'rules' : 'all';
  };
  return { outcome: outcome(), requests: Math.min(MOST_COUNTED, robotsOf(site).length) };
}

function robotsOf({ seen }) {
  return seen.filter(({ path, isOther }) => !isOther && path === '/robots.txt');
}

function pagesOf({ seen }) {
  return seen.filter(
    ({ path, isOther }) =>
      !isOther && !/^\/(robots\.txt|favicon\.ico|moved\/|loop|login|hop\/|sitemap)/.test(path),
  );
}

/** The tokens whose group bound the program, of those that the file names. */
export function tokensOf(site) {
  const paths = new Set(pagesOf(site).map(({ path }) => path));
  const isAnyRequested = site.tokens.some((token) => paths.has(tokenPath(token)));
  if (!isAnyRequested) return [];
  return [...site.tokens, '*'].filter((token) => !paths.has(tokenPath(token)));
}

/** Whether pages are at least the delay apart that the file asks for, and not by themselves so slow. */
export function keepsDelay(site, withoutDelay) {
  const least = site.row.delaySeconds * LEAST_OF_DELAY;
  const gap = shortestGap(site);
  return Number.isFinite(gap) && gap >= least && shortestGap(withoutDelay) < least;
}

/** Seconds between two pages, at least. The target of a redirect follows at once everywhere. */
function shortestGap(site) {
  const at = pagesOf(site).flatMap((request) => (request.path === '/private/hop' ? [] : [request.at]));
  return Math.min(...at.slice(1).map((each, index) => (each - at[index]) / 1000));
}

/** Whether an allowed page that redirects to a forbidden one is followed; undefined if the program did not get there. */
export function followsToForbidden(site) {
  const paths = pagesOf(site).map(({ path }) => path);
  if (!paths.includes('/to-private')) return undefined;
  return paths.includes('/private/hop');
}

/**
 * The first products of the User-Agent headers, and whether robots.txt and pages carry the same header. The release of
 * Python is left out: it is the machine's, not the program's.
 */
export function agentsOf(site) {
  const robots = robotsOf(site).map(({ agent }) => agent);
  const pages = pagesOf(site).map(({ agent }) => agent);
  const first = (agents) =>
    agents[0]?.replace(/[\s(].*/s, '').replace(/^(Python(?:-urllib)?)\/[\d.]+$/, '$1') ?? null;
  return { robots: first(robots), pages: first(pages), same: new Set([...robots, ...pages]).size <= 1 };
}
