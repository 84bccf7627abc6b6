/** Who sent a request: what its header claims, and what proves or refutes the claim. */
import { type AgentIndex, type AgentProfile, agents } from 'robots-exclusion/agents';
import { type Address, addressOf, addressText, isAnonymised } from './address.ts';
import { type Crawler, CrawlerFinder } from './crawler-of.ts';
import { isUnder, type NamesOf } from './names.ts';
import { prefixText, prefixWith, type Ranges, rangesFor } from './ranges.ts';

/**
 * How far a request is the crawler's that its header names.
 *
 * | Grade | Means |
 * |---|---|
 * | `claimed` | the User-Agent header says so; nothing was there to prove or refute it |
 * | `range` | the address is in the operator's published ranges |
 * | `reverse-dns` | the address has a name of the operator's, and that name resolves to the address |
 * | `signature` | the edge verified a signature of the operator's |
 * | `refuted` | a documented way could be tried, and none that could confirms it: the header is a disguise |
 * | `unknown` | the header names no crawler, or the address was anonymised, so that nothing can be tried |
 */
export type IdentityGrade = 'claimed' | 'range' | 'reverse-dns' | 'signature' | 'refuted' | 'unknown';

/** Who sent a request. */
export interface Identity {
  /** Product token of the crawler that the header names; `undefined` where it names none. */
  readonly token: string | undefined;
  readonly identity: IdentityGrade;
  /** What decided: a prefix, a name, a signer; why it is unknown. */
  readonly by?: string;
}

/** What identities are proven with. Without any, every crawler is only claimed. */
export interface Evidence {
  ranges?: Ranges | undefined;
  namesOf?: NamesOf | undefined;
  /** The registry to look in. Default: the built-in one. */
  registry?: AgentIndex | undefined;
  /** Value of `Signature-Agent` whose signature was verified. */
  signatureAgent?: string | undefined;
}

/**
 * Who sent a request, by its address and its User-Agent header. Nothing is asked of the network: `evidence` holds what
 * there is to prove it with.
 *
 * @example
 * ```ts
 * const evidence = { ranges: readRanges({ GPTBot: ['192.0.2.0/24'] }) };
 * identify('192.0.2.7', 'GPTBot/1.3', evidence).identity; // 'range'
 * identify('203.0.113.7', 'GPTBot/1.3', evidence).identity; // 'refuted'
 * identify('203.0.113.7', 'GPTBot/1.3').identity; // 'claimed'
 * ```
 */
export function identify(ip: string, userAgent: string, evidence: Evidence = {}): Identity {
  const crawler = new CrawlerFinder({ registry: evidence.registry }).of(userAgent);
  return identifyCrawler(ip, crawler, evidence);
}

/** The same, of a crawler that was found already. */
export function identifyCrawler(ip: string, crawler: Crawler | undefined, evidence: Evidence): Identity {
  const signed = bySignature(crawler, evidence);
  if (signed) return signed;
  if (!crawler) return { token: undefined, identity: 'unknown' };
  const { token } = crawler;
  const address = addressOf(ip);
  if (!address) return { token, identity: 'unknown', by: ip === '' ? 'no address' : 'not an address' };
  const answers = [byRanges(address, crawler, evidence), byNames(address, crawler, evidence)];
  const proof = answers.find((answer) => answer?.isProven);
  if (proof) return { token, identity: proof.grade, by: proof.by };
  if (isAnonymised(address)) return { token, identity: 'unknown', by: 'anonymised address' };
  const refuted = answers.find((answer) => answer?.isProven === false);
  return refuted ? { token, identity: 'refuted', by: refuted.by } : { token, identity: 'claimed' };
}

/** What one way says; `undefined` where it cannot be tried, or has no answer. */
interface Answer {
  readonly isProven: boolean;
  readonly grade: 'range' | 'reverse-dns';
  readonly by: string;
}

function byRanges(
  address: Address,
  { token, profile }: Crawler,
  { ranges, registry }: Evidence,
): Answer | undefined {
  const prefixes = ranges && rangesFor(ranges, token, profile, registry);
  if (!prefixes) return undefined;
  const prefix = prefixWith(prefixes, address);
  return {
    isProven: prefix !== undefined,
    grade: 'range',
    by: prefix ? prefixText(prefix) : 'outside the published ranges',
  };
}

function byNames(address: Address, { profile }: Crawler, { namesOf }: Evidence): Answer | undefined {
  const suffixes = suffixesOf(profile);
  if (suffixes.length === 0) return undefined;
  const names = namesOf?.(addressText(address));
  if (!names) return undefined;
  const own = names.filter(({ name }) => isUnder(name, suffixes));
  const confirmed = own.find(({ isConfirmed }) => isConfirmed);
  if (confirmed) return { isProven: true, grade: 'reverse-dns', by: confirmed.name };
  if (own.some(({ isConfirmed }) => isConfirmed === undefined)) return undefined;
  const by = own[0] ? `${own[0].name} does not resolve to it` : (names[0]?.name ?? 'the address has no name');
  return { isProven: false, grade: 'reverse-dns', by };
}

/** Under which names the operator documents the crawler's addresses to be. */
export function suffixesOf(profile: AgentProfile | undefined): readonly string[] {
  return (profile?.verification ?? []).flatMap((way) => (way.kind === 'reverse-dns' ? way.suffixes : []));
}

/** A verified signature names its crawler by itself: an agent may send the header of a browser. */
function bySignature(
  crawler: Crawler | undefined,
  { signatureAgent, registry }: Evidence,
): Identity | undefined {
  const signer = signatureAgent === undefined ? undefined : originOf(signatureAgent);
  if (signer === undefined) return undefined;
  const signs = ({ verification }: AgentProfile): boolean =>
    verification.some((way) => way.kind === 'signature' && originOf(way.signatureAgent) === signer);
  if (crawler) {
    return crawler.profile && signs(crawler.profile)
      ? { token: crawler.token, identity: 'signature', by: signer }
      : undefined;
  }
  const profile = (registry?.agents ?? agents).find(signs);
  return profile && { token: profile.token, identity: 'signature', by: signer };
}

/** The field is a string of Structured Fields, so it may be quoted. */
function originOf(signatureAgent: string): string | undefined {
  const text = signatureAgent.trim().replace(/^"(.*)"$/, '$1');
  try {
    return new URL(text.includes('://') ? text : `https://${text}`).origin;
  } catch {
    return undefined;
  }
}
