/** Who sent a request: what its header claims, and what proves or refutes it. */
import { type AgentIndex, type AgentProfile, agents } from 'robots-exclusion/agents';
import { type Address, addressText, clientOf, isAnonymised, isPrivate, othersOf } from './address.ts';
import { type Crawler, CrawlerFinder } from './crawler-of.ts';
import { isUnder, type NamesOf } from './names.ts';
import { listsAt, prefixText, prefixWith, type Ranges, rangesFor } from './ranges.ts';
import type { SignatureCheck } from './signature.ts';

/**
 * How far a request is the crawler's that its header names.
 *
 * | Grade | Means |
 * |---|---|
 * | `claimed` | the User-Agent header says so; nothing proves it, and a documented way to prove it could not be tried |
 * | `range` | the address is in the operator's published ranges |
 * | `reverse-dns` | the address has a name of the operator's, and that name resolves to the address |
 * | `signature` | the request is signed, and the operator's own key verified it |
 * | `refuted` | every documented way was tried, and none confirms it: the header is a disguise |
 * | `unknown` | the header names no known crawler, or nobody can check the address: it is missing, anonymised, or a proxy's |
 */
export type IdentityGrade = 'claimed' | 'range' | 'reverse-dns' | 'signature' | 'refuted' | 'unknown';

/** Who sent a request: plain data, distinguished by `identity`. `token` is the product token of the crawler. */
export type Identity =
  /** The header names no crawler that is known, and none that says so. */
  | { readonly identity: 'unknown'; readonly token: undefined; readonly by?: undefined }
  /** `by` says why nobody can check the address. */
  | { readonly identity: 'unknown'; readonly token: string; readonly by: string }
  /** `by`, where it is there, says which ways were not tried, and why. */
  | { readonly identity: 'claimed'; readonly token: string; readonly by?: string }
  /** `by` is what decided: a prefix, a name, a signer; or what was found instead. */
  | {
      readonly identity: 'range' | 'reverse-dns' | 'signature' | 'refuted';
      readonly token: string;
      readonly by: string;
    };

/** The evidence for identities. Without any, every crawler is only `claimed`. */
export interface Evidence {
  ranges?: Ranges | undefined;
  namesOf?: NamesOf | undefined;
  /** The registry to look in. Default: the built-in one. */
  registry?: AgentIndex | undefined;
  /** The result of verifying the request's signature. Default: it has none. */
  signature?: SignatureCheck | undefined;
  /**
   * Whether to trust the header if the address cannot be checked, so that the request is `claimed` rather than
   * `unknown`: for logs in which all addresses are anonymized, or a proxy's. @default false
   */
  trustClaims?: boolean | undefined;
  /**
   * When the request was made, in epoch milliseconds: selects the published lists of that time. Default: any time.
   */
  time?: number | undefined;
}

/**
 * Who sent a request, by its address and its User-Agent header. The network is not used: `evidence` contains
 * everything that can prove it.
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

/** The same for a crawler that is already identified. */
export function identifyCrawler(ip: string, crawler: Crawler | undefined, evidence: Evidence): Identity {
  const signed = bySignature(crawler, evidence);
  if (signed) return signed;
  if (!crawler) return { token: undefined, identity: 'unknown' };
  const { token } = crawler;
  const uncheckable = (by: string): Identity => ({
    token,
    identity: evidence.trustClaims ? 'claimed' : 'unknown',
    by,
  });
  const address = clientOf(ip);
  if (!address) return uncheckable(ip === '' ? 'no address' : 'not an address');
  const ways = [...byAddress(address, crawler, evidence), byForeignSignature(crawler, evidence)];
  const proof = ways.find(isProof);
  if (proof) return { token, identity: proof.grade, by: proof.by };
  if (isAnonymised(address)) return uncheckable('anonymised address');
  if (isPrivate(address) && ways.some(({ outcome }) => outcome === 'failed' || outcome === 'proxy')) {
    return ways.some(({ outcome }) => outcome === 'proxy') ? uncheckable(PROXY) : refutedBy(ways, token);
  }
  const open = ways.flatMap((way) => (way.outcome === 'untried' ? [way.why] : []));
  const hasFailed = ways.some(({ outcome }) => outcome === 'failed');
  if (hasFailed && open.length === 0) {
    // A client can say that it passes the request on for the operator, and so can a proxy.
    const isPassedOn = othersOf(ip).some((other) => byAddress(other, crawler, evidence).some(isProof));
    return isPassedOn ? uncheckable('a proxy says that it passes it on') : refutedBy(ways, token);
  }
  return { token, identity: 'claimed', ...(open.length > 0 && { by: open.join('; ') }) };
}

function refutedBy(ways: readonly Way[], token: string): Identity {
  const by = ways.flatMap((way) => (way.outcome === 'failed' ? [way.by] : [])).join('; ');
  return { token, identity: 'refuted', by };
}

/** A private address has no owner on the Internet, so it says nothing about the sender behind the proxy. */
const PROXY = 'private address';

interface ProvenWay {
  readonly outcome: 'proven';
  readonly grade: 'range' | 'reverse-dns';
  readonly by: string;
}

/**
 * The result of one method: it was tried and proves or fails; it could not be tried; the address is a proxy's, about
 * which it says nothing; or it does not exist for this crawler.
 */
type Way =
  | ProvenWay
  | { readonly outcome: 'failed'; readonly by: string }
  | { readonly outcome: 'untried'; readonly why: string }
  | { readonly outcome: 'proxy' | 'none' };

function byAddress(address: Address, crawler: Crawler, evidence: Evidence): readonly [Way, Way] {
  return [byRanges(address, crawler, evidence), byNames(address, crawler, evidence)];
}

function isProof(way: Way): way is ProvenWay {
  return way.outcome === 'proven';
}

function byRanges(address: Address, { token, profile }: Crawler, evidence: Evidence): Way {
  const { ranges, registry, time } = evidence;
  const isDocumented = profile?.verification.some(({ kind }) => kind === 'ip-ranges') ?? false;
  const all = ranges && rangesFor(ranges, token, profile, registry);
  if (!all)
    return isDocumented
      ? { outcome: 'untried', why: 'the published ranges were not given' }
      : { outcome: 'none' };
  const { lists, isOfThatTime } = listsAt(all, time);
  const prefixes = lists.flatMap((list) => list.prefixes);
  const prefix = prefixWith(prefixes, address);
  if (prefix) return { outcome: 'proven', grade: 'range', by: prefixText(prefix) };
  // A crawler of the site's own network has a list of private addresses.
  if (isPrivate(address) && !prefixes.some(([base]) => isPrivate(base))) return { outcome: 'proxy' };
  if (!isOfThatTime) return { outcome: 'untried', why: 'published ranges of that time were not given' };
  if (lists.some(({ tooWide }) => tooWide.length > 0))
    return { outcome: 'untried', why: 'the published ranges are too wide' };
  return { outcome: 'failed', by: 'outside the published ranges' };
}

function byNames(address: Address, { profile }: Crawler, { namesOf }: Evidence): Way {
  const suffixes = suffixesOf(profile);
  // The host name of an anonymized address belongs to one arbitrary address of its block.
  if (suffixes.length === 0 || isAnonymised(address)) return { outcome: 'none' };
  const names = namesOf?.(addressText(address));
  if (!names) return { outcome: 'untried', why: namesOf ? 'no answer of DNS' : 'DNS was not asked' };
  const own = names.filter(({ name }) => isUnder(name, suffixes));
  const confirmed = own.find(({ isConfirmed }) => isConfirmed);
  if (confirmed) return { outcome: 'proven', grade: 'reverse-dns', by: confirmed.name };
  if (own.some(({ isConfirmed }) => isConfirmed === undefined))
    return { outcome: 'untried', why: 'no answer of DNS' };
  if (isPrivate(address)) return { outcome: 'proxy' };
  if (own[0]) return { outcome: 'failed', by: `${own[0].name} does not resolve to it` };
  return {
    outcome: 'failed',
    by: names[0] ? `its name is ${names[0].name}` : 'the address has no name',
  };
}

/**
 * Signatures that prove nothing: a missing signature refutes nothing, because no operator says that it signs every
 * request; one that the operator's own key rejects does.
 */
function byForeignSignature({ profile }: Crawler, { signature }: Evidence): Way {
  const signers = signersOf(profile);
  if (signers.length === 0) return { outcome: 'none' };
  if (!signature) return { outcome: 'untried', why: 'no signature was given' };
  if (signature.outcome === 'untried') return { outcome: 'untried', why: signature.why };
  return signature.outcome === 'failed' && signers.includes(signature.by)
    ? { outcome: 'failed', by: signature.why }
    : { outcome: 'untried', why: `its signature is of ${signature.by}` };
}

/** The names under which the operator documents the crawler's addresses. */
export function suffixesOf(profile: AgentProfile | undefined): readonly string[] {
  return (profile?.verification ?? []).flatMap((way) => (way.kind === 'reverse-dns' ? way.suffixes : []));
}

/** A verified signature alone names its crawler: an agent may send a browser's header. */
function bySignature(crawler: Crawler | undefined, { signature, registry }: Evidence): Identity | undefined {
  if (signature?.outcome !== 'proven') return undefined;
  const { by } = signature;
  const isSigner = (profile: AgentProfile): boolean => signersOf(profile).includes(by);
  const profile = crawler ? crawler.profile : (registry?.agents ?? agents).find(isSigner);
  if (!profile || !isSigner(profile)) return undefined;
  return { token: crawler?.token ?? profile.token, identity: 'signature', by };
}

/** Origins whose keys sign for the crawler, as its operator documents. */
function signersOf(profile: AgentProfile | undefined): readonly string[] {
  return (profile?.verification ?? []).flatMap((way) =>
    way.kind === 'signature' ? (originOf(way.signatureAgent) ?? []) : [],
  );
}

function originOf(text: string): string | undefined {
  try {
    return new URL(text.includes('://') ? text : `https://${text}`).origin;
  } catch {
    return undefined;
  }
}
