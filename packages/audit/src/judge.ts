/** Each request by the rules that bound its crawler at that time (RFC 9309 §2.4). */
import { type VerdictRule, judge as verdictOf } from 'robots-exclusion';
import type { AgentProfile } from 'robots-exclusion/agents';
import type { Hit } from './hit.ts';
import type { Crawler } from './identity/crawler-of.ts';
import { type Identity, identifyCrawler } from './identity/identify.ts';
import type { Site, Timeline } from './timeline/timeline.ts';
import type { Version } from './timeline/version.ts';

/**
 * What a request was.
 *
 * | Class | Means |
 * |---|---|
 * | `allowed` | the version in force allows it |
 * | `violation` | every version that the crawler may have held disallows it, and the crawler does ask for robots.txt |
 * | `within-grace` | the version in force disallows it; one that the crawler may still have held allows it |
 * | `never-asked` | as `violation`, but the log has no request of that crawler for robots.txt |
 * | `not-bound` | robots.txt does not bind the crawler, as its operator documents it |
 * | `unidentified` | the header names no crawler, or the sender is not who it says |
 */
export type HitClass =
  | 'allowed'
  | 'violation'
  | 'within-grace'
  | 'never-asked'
  | 'not-bound'
  | 'unidentified';

/** Every class, in the order of reports. */
export const hitClasses: readonly HitClass[] = [
  'violation',
  'never-asked',
  'within-grace',
  'allowed',
  'not-bound',
  'unidentified',
];

/** Why a request has its class. */
export type HitReason =
  | 'no-crawler'
  | 'refuted'
  | 'user-triggered'
  | 'operator-exempts'
  | 'star-exempt'
  | 'monitor'
  | 'no-version'
  | 'before-first-version'
  | 'rules'
  | 'redirect'
  | 'not-modified'
  | 'held-version'
  | 'robots-txt-unavailable';

/** The class of a request, and what it rests on. */
export interface HitJudgement {
  readonly class: HitClass;
  readonly because: HitReason;
  /** Product token of the crawler; `undefined` where the header names none. */
  readonly token: string | undefined;
  /** The version in force. Absent where nothing was judged by one. */
  readonly version?: Version;
  /** The rule of that version that disallows it. */
  readonly rule?: VerdictRule;
  /** With `within-grace`: the version that allows it. */
  readonly held?: Version;
  /** With `not-bound`: the page that says so. */
  readonly source?: string;
}

/**
 * The class of a request, by the versions that its crawler may have held at that time: those that were in force since
 * its last fetch of robots.txt, or within the grace, whichever is shorter. A request for `/robots.txt` is noted in the
 * timeline on the way.
 *
 * @param identity - Who sent it, as `identify` says. Default: whom its header names.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9309#section-2.4 | RFC 9309 §2.4}
 * @example
 * ```ts
 * const history = timeline([{ from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nDisallow: /private/\n' }]);
 * const log = '192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n';
 * for await (const hit of readLog(log)) {
 *   const { class: found, rule } = judge(hit, history);
 *   console.log(found, rule?.line); // never-asked 2
 * }
 * ```
 */
export function judge(hit: Hit, timeline: Timeline, identity?: Identity): HitJudgement {
  const crawler = crawlerFor(hit, timeline, identity);
  const { identity: grade } = identity ?? identifyCrawler(hit.address, crawler, {});
  if (!crawler) return { class: 'unidentified', because: 'no-crawler', token: undefined };
  const { token } = crawler;
  if (grade === 'refuted') return { class: 'unidentified', because: 'refuted', token };
  timeline.note(hit, token);
  return exempted(crawler) ?? judgedByRules(hit, crawler, timeline);
}

/** A signature names its crawler by itself, so the header may name none. */
function crawlerFor(hit: Hit, timeline: Timeline, identity: Identity | undefined): Crawler | undefined {
  const crawler = timeline.crawlerOf(hit.userAgent);
  return (
    crawler ??
    (identity?.identity === 'signature' && identity.token ? timeline.crawlerOf(identity.token) : undefined)
  );
}

/** Crawlers that no robots.txt binds, whatever it says. */
function exempted({ token, profile }: Crawler): HitJudgement | undefined {
  const because = profile && exemptionOf(profile);
  return because && { class: 'not-bound', because, token, source: (profile as AgentProfile).source };
}

function exemptionOf({ obeys, sourceKind, purposes }: AgentProfile): HitReason | undefined {
  if (sourceKind === 'operator' && obeys === 'user-triggered') return 'user-triggered';
  if (sourceKind === 'operator' && obeys === 'no') return 'operator-exempts';
  // The site's owner set it up.
  return purposes[0] === 'monitoring' && obeys !== 'yes' ? 'monitor' : undefined;
}

function judgedByRules(hit: Hit, crawler: Crawler, timeline: Timeline): HitJudgement {
  const { token } = crawler;
  const site = timeline.site(hit.host);
  const index = site.indexAt(hit.time);
  const version = site.versions[index];
  if (site.versions.length === 0) return { class: 'allowed', because: 'no-version', token };
  if (!version) return { class: 'allowed', because: 'before-first-version', token };
  const { exempt, rules } = version.for(crawler);
  if (exempt) return { class: 'not-bound', because: 'star-exempt', token, version, source: exempt.source };
  if (!rules || rules.allows(hit.url)) return { class: 'allowed', because: 'rules', token, version };
  const found = { token, version, rule: verdictOf(rules, hit.url).rule as VerdictRule };
  if (hit.status === 304) return { class: 'allowed', because: 'not-modified', ...found };
  if (hit.status >= 300 && hit.status < 400) return { class: 'allowed', because: 'redirect', ...found };
  return judgedByHeld(hit, crawler, site, index, timeline.graceMs, found);
}

/** What the version in force disallows: whether the crawler may have held another one. */
function judgedByHeld(
  hit: Hit,
  crawler: Crawler,
  site: Site,
  index: number,
  graceMs: number,
  found: { token: string; version: Version; rule: VerdictRule },
): HitJudgement {
  const { since, noRulesAt } = site.heldBy(crawler.token, hit);
  if (noRulesAt !== undefined && noRulesAt > hit.time - graceMs) {
    return { class: 'within-grace', because: 'robots-txt-unavailable', ...found };
  }
  const oldest = site.indexAt(Math.max(since, hit.time - graceMs));
  for (let at = index - 1; at >= Math.max(oldest, 0); at--) {
    const held = site.versions[at] as Version;
    const { rules, exempt } = held.for(crawler);
    if (exempt || !rules || rules.allows(hit.url))
      return { class: 'within-grace', because: 'held-version', ...found, held };
  }
  // Before the first version anything may have been in force.
  if (oldest < 0) return { class: 'within-grace', because: 'before-first-version', ...found };
  return { class: site.fetchesOf(crawler.token) ? 'violation' : 'never-asked', because: 'rules', ...found };
}
