/** Judges each request by the rules that applied to its crawler at the time of the request (RFC 9309 §2.4). */
import { type VerdictRule, judge as verdictOf } from 'robots-exclusion';
import type { AgentProfile } from 'robots-exclusion/agents';
import type { Hit } from './hit.ts';
import type { Crawler } from './identity/crawler-of.ts';
import { type Identity, identifyCrawler } from './identity/identify.ts';
import { isRobotsTxt, type Site, type Timeline } from './timeline/timeline.ts';
import type { Version, VersionFacts } from './timeline/version.ts';

/**
 * The classes of requests.
 *
 * | Class | Means |
 * |---|---|
 * | `violation` | every version that the crawler may have cached disallows the URL, and the crawler does request robots.txt
 * |
 * | `never-asked` | like `violation`, but the log has no request for robots.txt from that crawler |
 * | `redirected` | like `violation` or `never-asked`, but the response was 3xx, so the crawler got no content from that URL
 * |
 * | `within-grace` | the version in force disallows the URL; the crawler may have cached a version that allows it |
 * | `allowed` | the version in force allows the URL |
 * | `not-bound` | robots.txt does not bind the crawler: its operator states so, or a person triggered the fetch |
 * | `not-judged` | the data needed for a judgment is missing: `because` states what is missing |
 * | `unidentified` | the header names no crawler, the sender is an impostor, or its identity cannot be checked |
 */
export type HitClass =
  | 'violation'
  | 'never-asked'
  | 'redirected'
  | 'within-grace'
  | 'allowed'
  | 'not-bound'
  | 'not-judged'
  | 'unidentified';

/** Every class, in the order of reports. */
export const hitClasses: readonly HitClass[] = [
  'violation',
  'never-asked',
  'redirected',
  'within-grace',
  'allowed',
  'not-bound',
  'not-judged',
  'unidentified',
];

/** The members that every judgment of a crawler's request contains. */
interface JudgedCrawler {
  readonly token: string;
}

/** A request, the version in force, and the rule of that version that disallows the URL. */
interface JudgedByRule extends JudgedCrawler {
  readonly version: VersionFacts;
  /** The rule of that version that disallows the URL. */
  readonly rule: VerdictRule;
}

/**
 * A request without a known crawler: the header names none, the sender is an impostor, or its identity cannot be
 * checked.
 */
export type UnidentifiedHit =
  | { readonly class: 'unidentified'; readonly because: 'no-crawler'; readonly token: undefined }
  | ({ readonly class: 'unidentified'; readonly because: 'refuted' | 'unverifiable' } & JudgedCrawler);

/** A request from a crawler to which robots.txt does not apply. */
export interface NotBoundHit extends JudgedCrawler {
  readonly class: 'not-bound';
  readonly because: 'user-triggered' | 'operator-exempts' | 'star-exempt' | 'monitor' | 'personal-tool';
  /** The page that states the exemption; for a tool that is not in the registry, the rule that recognized it. */
  readonly source: string;
  /** For `star-exempt`: the version in force. It does not name the crawler, which ignores the `*` group. */
  readonly version?: VersionFacts;
}

/** A request that the version in force allows. */
export interface AllowedHit extends JudgedCrawler {
  readonly class: 'allowed';
  readonly because: 'rules';
  readonly version: VersionFacts;
}

/**
 * A request that cannot be judged.
 *
 * | `because` | What is missing |
 * |---|---|
 * | `not-http` | a path: the request line is `OPTIONS *`, `CONNECT`, or octets that are not HTTP |
 * | `other-host` | the audited host: the request is for another host |
 * | `unknown-host` | the host: it cannot be determined |
 * | `no-version` | a version of its host |
 * | `before-first-version` | a version at that time: the request is older than the first version |
 * | `unknown-version` | the contents of the version in force |
 * | `lost-part` | a part of the request on which the verdict depends: the log cut or changed it |
 * | `no-status` | the status: the URL is disallowed, but the response may have been a redirect |
 */
export type NotJudgedHit =
  | {
      readonly class: 'not-judged';
      readonly because: 'not-http' | 'other-host';
      readonly token: undefined;
    }
  | ({
      readonly class: 'not-judged';
      readonly because: 'unknown-host' | 'no-version' | 'before-first-version';
    } & JudgedCrawler)
  | ({
      readonly class: 'not-judged';
      readonly because: 'unknown-version' | 'lost-part';
      readonly version: VersionFacts;
    } & JudgedCrawler)
  | ({ readonly class: 'not-judged'; readonly because: 'no-status' } & JudgedByRule);

/** A disallowed request whose response was a redirect or 304. */
export interface RedirectedHit extends JudgedByRule {
  readonly class: 'redirected';
  readonly because: 'redirect' | 'not-modified';
}

/** A request that the version in force disallows, although the crawler may have cached a version that allows it. */
export interface GraceHit extends JudgedByRule {
  readonly class: 'within-grace';
  readonly because: 'held-version' | 'before-first-version' | 'robots-txt-unavailable';
  /** For `held-version`: the cached version that allows the request. */
  readonly held?: VersionFacts;
}

/**
 * A request disallowed by every version that the crawler may have cached. `judge` says `rules`; an audit also knows what
 * came before:
 *
 * | `because` | Evidence |
 * |---|---|
 * | `first-second` | Scrapy requested robots.txt within the second before, as it does with pages that it had queued |
 * | `asked-under-other-name` | robots.txt was requested from the same address, under the name in `askedAs` |
 */
export interface DisallowedHit extends JudgedByRule {
  readonly class: 'violation' | 'never-asked';
  readonly because: 'rules' | 'first-second' | 'asked-under-other-name';
  /** The User-Agent of the request for robots.txt; empty if it had none. */
  readonly askedAs?: string;
}

/** The class of a request, and its evidence: plain data, distinguished by `class` and `because`. */
export type HitJudgement =
  | UnidentifiedHit
  | NotBoundHit
  | NotJudgedHit
  | AllowedHit
  | RedirectedHit
  | GraceHit
  | DisallowedHit;

/** The reason for a class. */
export type HitReason = HitJudgement['because'];

/**
 * The class of a request. The function considers the versions that the crawler may have cached at that time: those in
 * force since its last fetch of robots.txt, or within the grace period, whichever is shorter. It also records a request
 * for `/robots.txt` in the timeline.
 *
 * @param identity - The sender, from `identify`. Default: the crawler that the header names, regardless of the address.
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
  if (hit.url === '') return NOT_HTTP;
  const crawler = crawlerFor(hit, timeline, identity);
  if (!crawler) return NO_CRAWLER;
  const { token } = crawler;
  const grade = (identity ?? identifyCrawler(hit.address, crawler, { trustClaims: true })).identity;
  if (grade === 'refuted') return { class: 'unidentified', because: 'refuted', token };
  if (grade === 'unknown') return { class: 'unidentified', because: 'unverifiable', token };
  timeline.note(hit, token);
  const found = exempted(crawler);
  if (found) return found;
  if (hit.isOfUnknownHost) return { class: 'not-judged', because: 'unknown-host', token };
  return judgedByRules(hit, crawler, timeline);
}

/** A request for a host other than the audited one. */
export const OTHER_HOST: NotJudgedHit = Object.freeze({
  class: 'not-judged',
  because: 'other-host',
  token: undefined,
});

const NOT_HTTP: NotJudgedHit = Object.freeze({
  class: 'not-judged',
  because: 'not-http',
  token: undefined,
});

const NO_CRAWLER: UnidentifiedHit = Object.freeze({
  class: 'unidentified',
  because: 'no-crawler',
  token: undefined,
});

/** A signature is enough to identify a crawler, so the User-Agent header need not name it. */
function crawlerFor(hit: Hit, timeline: Timeline, identity: Identity | undefined): Crawler | undefined {
  const crawler = timeline.crawlerOf(hit.userAgent);
  return crawler ?? (identity?.identity === 'signature' ? timeline.crawlerOf(identity.token) : undefined);
}

/** Exempts crawlers to which robots.txt does not apply, regardless of its contents. */
function exempted({ token, profile, group, rule }: Crawler): NotBoundHit | undefined {
  const because = profile && exemptionOf(profile);
  if (because) return { class: 'not-bound', because, token, source: profile.source };
  if (group !== 'personal') return undefined;
  return { class: 'not-bound', because: 'personal-tool', token, source: profile?.source ?? rule };
}

function exemptionOf({ obeys, sourceKind, purposes }: AgentProfile): NotBoundHit['because'] | undefined {
  if (sourceKind === 'operator' && obeys === 'user-triggered') return 'user-triggered';
  if (sourceKind === 'operator' && obeys === 'no') return 'operator-exempts';
  // A monitor is exempt, because the site's owner set it up.
  return purposes[0] === 'monitoring' && obeys !== 'yes' ? 'monitor' : undefined;
}

function judgedByRules(hit: Hit, crawler: Crawler, timeline: Timeline): HitJudgement {
  const { token } = crawler;
  const site = timeline.site(hit.host);
  const index = site.indexAt(hit.time);
  const version = site.versions[index];
  if (site.versions.length === 0) return { class: 'not-judged', because: 'no-version', token };
  if (!version) return { class: 'not-judged', because: 'before-first-version', token };
  const { facts } = version;
  if (facts.isUnknown) return { class: 'not-judged', because: 'unknown-version', token, version: facts };
  const { exempt, rules } = version.for(crawler);
  if (exempt) {
    return { class: 'not-bound', because: 'star-exempt', token, version: facts, source: exempt.source };
  }
  if (hit.lost && !isRobotsTxt(hit.url) && version.hangsOnLost(hit.url, hit.lost))
    return { class: 'not-judged', because: 'lost-part', token, version: facts };
  // RFC 9309 §2.2.2: robots.txt itself is implicitly allowed.
  if (!rules || isRobotsTxt(hit.url) || rules.allows(hit.url))
    return { class: 'allowed', because: 'rules', token, version: facts };
  const found = { token, version: facts, rule: verdictOf(rules, hit.url).rule as VerdictRule };
  const held = judgedByHeld(hit, crawler, site, index, timeline.graceMs, found);
  return held.class === 'within-grace' ? held : judgedByAnswer(hit, held, found);
}

/** Judges a disallowed request by its response. After a redirect or 304, the crawler got no content from that URL. */
function judgedByAnswer(
  { status }: Hit,
  disallowed: DisallowedHit,
  found: JudgedByRule,
): DisallowedHit | RedirectedHit | NotJudgedHit {
  if (status === 0) return { class: 'not-judged', because: 'no-status', ...found };
  if (status === 304) return { class: 'redirected', because: 'not-modified', ...found };
  if (status >= 300 && status < 400) return { class: 'redirected', because: 'redirect', ...found };
  return disallowed;
}

/**
 * Handles a request that the version in force disallows. Checks whether the crawler may have cached a version that
 * allows it.
 */
function judgedByHeld(
  hit: Hit,
  crawler: Crawler,
  site: Site,
  index: number,
  graceMs: number,
  found: JudgedByRule,
): GraceHit | DisallowedHit {
  const { since, noRulesAt } = site.heldBy(crawler.token, hit);
  if (noRulesAt !== undefined && noRulesAt > hit.time - graceMs) {
    return { class: 'within-grace', because: 'robots-txt-unavailable', ...found };
  }
  const oldest = site.surelyAt(Math.max(since, hit.time - graceMs));
  for (let at = index - 1; at >= Math.max(oldest, 0); at--) {
    const held = site.versions[at] as Version;
    if (held.mayAllow(crawler, hit.url)) {
      return { class: 'within-grace', because: 'held-version', ...found, held: held.facts };
    }
  }
  // Before the first version, the site may have served anything.
  if (oldest < 0) return { class: 'within-grace', because: 'before-first-version', ...found };
  return { class: site.hasAsked(crawler) ? 'violation' : 'never-asked', because: 'rules', ...found };
}
