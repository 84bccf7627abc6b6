/**
 * Decides whom a server may refuse because of an audit. Anybody can send any name, so a name alone is refused only if
 * the crawler's identity was proven; otherwise the network counts as well.
 */
import type { AuditReport, CrawlerReport, IdentityGrade } from '@robots-exclusion/audit';
import { PLAIN_TOKEN, type Refused } from '@robots-exclusion/operations/server-rules';
import type { AgentProfile } from 'robots-exclusion/agents';
import { isShared, profileOf, protectedPurposes } from '../crawlers/refusable.ts';
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
  const kind = protectedKind(profileOf(token, rules.profiles));
  if (kind !== undefined && !rules.include.some((name) => name.toLowerCase() === token.toLowerCase()))
    return `${kind} is refused only with --include ${token}`;
  if (isShared(token, rules.profiles)) return 'browsers or other crawlers send this name, too';
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

function unprovenText(crawler: CrawlerReport, rules: RefusalRules): string {
  const { token } = crawler;
  const ways = profileOf(token, rules.profiles)?.verification.length ?? 0;
  const proof =
    ways === 0
      ? 'its operator documents no way to prove it'
      : 'add --network, or --ranges and --rdns, to prove who sent them';
  return `only the User-Agent header names the sender of ${counted(crawler.disallowed, 'disallowed request')}, and no network sent ${rules.atLeast} of them; ${proof}`;
}
