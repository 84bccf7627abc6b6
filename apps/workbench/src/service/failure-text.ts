/** Describes a site's response to a request for its robots.txt, and the consequences for crawlers (RFC 9309 §2.3.1). */
import type { RobotsAnswer } from '@robots-exclusion/server/client';

/**
 * A description of the response. If `isFailure` is true, the rules are unknown, so the page shows no claims about them.
 */
export interface SiteReport {
  readonly isFailure: boolean;
  readonly text: string;
}

/** Undefined if a robots.txt was fetched. */
export function siteReport(answer: RobotsAnswer, url: string): SiteReport | undefined {
  const place = answer.robotsUrl ?? url;
  const { outcome, evidence } = answer;
  if (outcome === 'rules')
    return looksLikePage(answer) ? { isFailure: false, text: pageText(place) } : undefined;
  if (outcome === 'no-rules') return { isFailure: false, text: absentText(answer, place) };
  if (outcome === 'stale-rules')
    return {
      isFailure: false,
      text: `${place} cannot currently be read: ${reasonOf(evidence)}. This is the last good copy.${nextTry(answer)}`,
    };
  return { isFailure: true, text: failureText(answer, place) };
}

function failureText(answer: RobotsAnswer, place: string): string {
  const { outcome, evidence } = answer;
  if (outcome === 'unsupported')
    return `${place} cannot be fetched: robots.txt applies only to http and https`;
  if (outcome === 'not-cached') return `There is no copy of ${place}`;
  if (answer.refusal) return refusalText(place, answer.refusal);
  if (/\bENOTFOUND\b/.test(`${evidence?.error?.code} ${evidence?.error?.message}`))
    return `There is no such site: ${URL.canParse(place) ? new URL(place).host : place}. Is it spelt right?`;
  const challenge = isChallenge(evidence)
    ? ' The response is a challenge page for browsers, which crawlers cannot pass.'
    : '';
  return `${place} cannot be read: ${reasonOf(evidence)}.${challenge} Crawlers therefore treat the whole site as disallowed until the file can be read again.${nextTry(answer)}`;
}

/**
 * Describes an absent file or too many redirects. For crawlers, both mean no rules (RFC 9309 §2.3.1.2 and §2.3.1.3).
 */
function absentText({ evidence, policyRow }: RobotsAnswer, place: string): string {
  const hops = evidence?.hops ?? [];
  const status = hops.at(-1)?.status ?? evidence?.status;
  if (status !== undefined && status >= 300 && status < 400) {
    const urls = hops.map(({ url }) => url);
    const isLoop = policyRow.includes('redirect-loop');
    const what = isLoop ? 'redirects in a loop' : `redirects more than ${hops.length - 1} times`;
    return `${place} ${what} (${shortened(urls)}). Crawlers treat this as a missing robots.txt, so everything may be fetched.`;
  }
  if (isChallenge(evidence))
    return `${place} answered ${status} with a challenge page for browsers. Crawlers cannot pass it and treat it as a missing robots.txt, so everything may be fetched.`;
  const gone =
    status === undefined ? `There is no file at ${place}` : `${place} answered ${status}: there is no file`;
  return `${gone}, so everything may be fetched.`;
}

const MAX_HOPS = 4;

function shortened(urls: readonly string[]): string {
  return urls.length > MAX_HOPS ? `${urls.slice(0, MAX_HOPS).join(' → ')} → …` : urls.join(' → ');
}

function nextTry({ retryAt, expiresAt }: RobotsAnswer): string {
  const next = retryAt ?? expiresAt;
  return next === undefined ? '' : ` This service tries again at ${new Date(next).toLocaleTimeString()}.`;
}

/** Explains why the service refused to fetch the file, and how the operator of the service can allow the request. */
export function refusalText(place: string, refusal: RobotsAnswer['refusal']): string {
  if (refusal === undefined) return `${place} was not fetched: the settings of this service do not permit it`;
  const { by, origin } = refusal;
  if (by === 'transports') return `${place} redirects to ${origin}, from which this service can never fetch`;
  const command = `robots serve --also-fetch ${origin}`;
  return `${place} was not fetched: this service fetches from public addresses only. To allow it, start the service with “${command}”`;
}

function reasonOf(evidence: RobotsAnswer['evidence']): string {
  const status = evidence?.status;
  if (evidence?.error && (status === undefined || status < 500)) return evidence.error.message;
  if (status === undefined) return 'there was no answer';
  return status >= 500 ? `it answered ${status}, a server error` : `it answered ${status}`;
}

/** Recognizes challenge pages of large providers by their header fields. */
function isChallenge(evidence: RobotsAnswer['evidence']): boolean {
  const headers = new Map(Object.entries(evidence?.headers ?? {}));
  return headers.get('cf-mitigated') === 'challenge' || headers.has('x-amzn-waf-action');
}

function looksLikePage({ robots = '', evidence }: RobotsAnswer): boolean {
  return isChallenge(evidence) || /^\s*<(?:!doctype html|html|head)\b/i.test(robots.slice(0, 1000));
}

function pageText(place: string): string {
  return `${place} answered with a web page instead of a robots.txt: a challenge page or an error page. Crawlers find no rules in it, so everything may be fetched.`;
}
