/**
 * Decides whom a server may refuse because of an audit. Anybody can send any name, so a name alone is refused only if
 * the crawler's identity was proven; otherwise the network counts as well.
 */
import type { AuditReport, CrawlerReport, IdentityGrade } from '@robots-exclusion/audit';
import { PLAIN_TOKEN, type Refused, wholeName } from '@robots-exclusion/operations/server-rules';
import { type AgentProfile, type AgentPurpose, agents } from 'robots-exclusion/agents';
import { counted } from '../output/counted.ts';

export interface RefusalRules {
  readonly atLeast: number;
  /** The least share of disallowed requests among those that robots.txt binds, in percent. */
  readonly sharePercent: number;
  /** Search engines and user-triggered fetchers that may be refused, by product token. */
  readonly include: readonly string[];
  /** The registry of crawlers. Default: the built-in one. */
  readonly profiles?: readonly AgentProfile[] | undefined;
}

export const refusalRules: RefusalRules = { atLeast: 10, sharePercent: 1, include: [] };

/** Whom to refuse: by name alone those that provably violated robots.txt. */
export interface Refusals extends Refused {
  /** Why others are not refused, one sentence each. */
  readonly spared: readonly string[];
}

/** User-Agent headers of common browsers. */
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0 OPR/125.0',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 SamsungBrowser/29.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 FxiOS/145.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/390.0 Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)',
];
const PROOFS: readonly IdentityGrade[] = ['range', 'reverse-dns', 'signature'];

export function refusalsOf(report: AuditReport, rules: RefusalRules): Refusals {
  const fatal = report.fitness.problems.find(({ isFatal }) => isFatal);
  if (fatal) return { tokens: [], networks: new Map(), spared: [`everybody: ${fatal.message}.`] };
  const networks = new Map<string, readonly string[]>();
  const proxies = likelyProxies(report);
  const refuse = (token: string, senders: AuditReport['spoofers']): boolean => {
    const enough = senders.filter(
      (one) => one.token === token && one.requests - one.error >= rules.atLeast && !proxies.has(one.network),
    );
    const list = enough.map(({ network }) => network);
    if (list.length > 0) networks.set(token, [...new Set([...(networks.get(token) ?? []), ...list])]);
    return list.length > 0;
  };
  const tokens: string[] = [];
  const spared: string[] = [];
  // If nobody is who they say, the addresses may be a CDN's, which the crawlers use as well.
  const isAnyProven = report.crawlers.some(({ identity }) => PROOFS.some((grade) => identity[grade]));
  if (isAnyProven) {
    for (const token of new Set(report.spoofers.map((one) => one.token))) {
      if (PLAIN_TOKEN.test(token)) refuse(token, report.spoofers);
    }
  } else if (report.spoofers.length > 0)
    spared.push('senders of false names: no sender was verified, so the addresses may be those of a proxy.');
  let unsafe = 0;
  for (const crawler of report.crawlers.filter(({ disallowed }) => disallowed > 0)) {
    const { token } = crawler;
    const why = !PLAIN_TOKEN.test(token) ? undefined : spareReason(crawler, rules);
    if (!PLAIN_TOKEN.test(token)) unsafe++;
    else if (why !== undefined) spared.push(`${token}: ${why}.`);
    else if (isOver(summed(crawler, PROOFS), rules)) tokens.push(token);
    else if (!refuse(token, report.claimants)) spared.push(`${token}: ${unprovenText(crawler, rules)}.`);
  }
  if (unsafe > 0) spared.push(`${counted(unsafe, 'crawler')} whose name is unsafe in a configuration.`);
  return { tokens, networks, spared };
}

/** A network that sent more names than these is that of a proxy or a CDN, which real crawlers use as well. */
const MOST_NAMES = 2;

function likelyProxies({ spoofers, claimants }: AuditReport): ReadonlySet<string> {
  const names = new Map<string, Set<string>>();
  for (const { network, token } of [...spoofers, ...claimants])
    names.set(network, (names.get(network) ?? new Set()).add(token));
  return new Set([...names].flatMap(([network, tokens]) => (tokens.size > MOST_NAMES ? [network] : [])));
}

/** Why a crawler is spared whatever its proof; `undefined` if it may be refused. */
function spareReason(crawler: CrawlerReport, rules: RefusalRules): string | undefined {
  const { token, disallowed } = crawler;
  const kind = protectedKind(profileOf(token, rules));
  if (kind !== undefined && !rules.include.some((name) => name.toLowerCase() === token.toLowerCase()))
    return `${kind} is refused only with --include ${token}`;
  if (isShared(token, rules)) return 'browsers or other crawlers send this name, too';
  const all = summed(crawler, [...PROOFS, 'claimed']);
  if (isOver(all, rules)) return undefined;
  return disallowed < rules.atLeast
    ? `${counted(disallowed, 'disallowed request')}, fewer than --at-least ${rules.atLeast}`
    : `${disallowed} disallowed requests of ${all.bound}, less than --share ${rules.sharePercent}`;
}

/** What a crawler is that is refused only if it is named; `undefined` if it is neither. */
function protectedKind(profile: AgentProfile | undefined): string | undefined {
  const [first] = profile === undefined ? [] : protectedPurposes(profile);
  if (first === 'search') return 'a search engine';
  return first === undefined && profile?.obeys !== 'user-triggered'
    ? undefined
    : 'a fetcher that acts for a person';
}

/** The purposes of a crawler for which it is not refused unless somebody wants it, the search engine's first. */
export function protectedPurposes({ purposes }: Pick<AgentProfile, 'purposes'>): readonly AgentPurpose[] {
  return PROTECTED.filter((purpose) => purposes.includes(purpose));
}

const PROTECTED = ['search', 'assistant', 'preview', 'feed'] as const satisfies readonly AgentPurpose[];

function profileOf(
  token: string,
  { profiles = agents }: Pick<RefusalRules, 'profiles'>,
): AgentProfile | undefined {
  return profiles.find((one) => one.token.toLowerCase() === token.toLowerCase());
}

interface Share {
  readonly disallowed: number;
  /** Number of requests that robots.txt binds. */
  readonly bound: number;
}

function summed({ grades }: CrawlerReport, wanted: readonly IdentityGrade[]): Share {
  let [disallowed, bound] = [0, 0];
  for (const grade of wanted) {
    const tally = grades[grade];
    if (!tally) continue;
    disallowed += tally.disallowed;
    bound += tally.disallowed > 0 ? Math.round(tally.disallowed / tally.violationRate) : tally.allowed;
  }
  return { disallowed, bound };
}

function isOver({ disallowed, bound }: Share, { atLeast, sharePercent }: RefusalRules): boolean {
  return disallowed >= atLeast && 100 * disallowed >= sharePercent * bound;
}

/** Whether a rule for the name would also refuse browsers or crawlers of other operators. */
export function isShared(token: string, rules: Pick<RefusalRules, 'profiles'>): boolean {
  const form = new RegExp(wholeName([token]), 'i');
  const operator = profileOf(token, rules)?.operator;
  const others = (rules.profiles ?? agents).filter((one) => one.operator !== operator);
  return [...BROWSERS, ...others.flatMap((one) => [one.token, ...one.exampleUserAgents])].some((header) =>
    form.test(header),
  );
}

function unprovenText(crawler: CrawlerReport, rules: RefusalRules): string {
  const { token } = crawler;
  const ways = profileOf(token, rules)?.verification.length ?? 0;
  const proof =
    ways === 0
      ? 'its operator documents no way to prove it'
      : 'add --network, or --ranges and --rdns, to prove who sent them';
  return `only the User-Agent header names the sender of ${counted(crawler.disallowed, 'disallowed request')}, and no network sent ${rules.atLeast} of them; ${proof}`;
}
