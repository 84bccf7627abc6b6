/** Identifies the sender of a request: what its header claims, and what proves or refutes the claim. */
import { type AgentIndex, type AgentProfile, agents } from 'robots-exclusion/agents';
import { type Address, addressText, clientOf, isAnonymised, isPrivate, othersOf } from './address.ts';
import { type Crawler, CrawlerFinder } from './crawler-of.ts';
import { keySetUrl } from './key-set.ts';
import { isUnder, type NamesOf } from './names.ts';
import { listsAt, prefixText, prefixWith, type Ranges, rangesFor } from './ranges.ts';
import type { SignatureCheck } from './signature.ts';

/**
 * How certain it is that the request came from the crawler that its header names.
 *
 * | Grade | Means |
 * |---|---|
 * | `claimed` | only the User-Agent header names the crawler; no documented check exists, or one could not be run |
 * | `range` | the address is in the operator's published ranges |
 * | `reverse-dns` | the address has a name under the operator's domain, and that name resolves to the address |
 * | `signature` | the request is signed, and the operator's own key verified it |
 * | `refuted` | every documented check was run, and none confirms the crawler: the header is a disguise |
 * | `unknown` | the header names no known crawler, or its address is uncheckable: missing, anonymized, or a proxy's |
 */
export type IdentityGrade = 'claimed' | 'range' | 'reverse-dns' | 'signature' | 'refuted' | 'unknown';

/** The sender of a request: plain data, distinguished by `identity`. `token` is the product token of the crawler. */
export type Identity =
  /** The header names no known crawler, and does not describe itself as a crawler. */
  | { readonly identity: 'unknown'; readonly token: undefined; readonly by?: undefined }
  /** `by` states why the address cannot be checked. */
  | { readonly identity: 'unknown'; readonly token: string; readonly by: string }
  /** `by`, if present, lists the checks that were not run, and why; `failed` those that were run and did not confirm. */
  | { readonly identity: 'claimed'; readonly token: string; readonly by?: string; readonly failed?: string }
  /** `by` is the deciding evidence (a prefix, a name or a signer), or what was found instead. */
  | {
      readonly identity: 'range' | 'reverse-dns' | 'signature' | 'refuted';
      readonly token: string;
      readonly by: string;
    };

/** The evidence for identities. Without evidence, every crawler is only `claimed`. */
export interface Evidence {
  ranges?: Ranges | undefined;
  namesOf?: NamesOf | undefined;
  /** The registry of crawlers. Default: the built-in one. */
  registry?: AgentIndex | undefined;
  /** Why the address may not be the client's. It then refutes nothing. */
  addressDoubt?: string | undefined;
  /** The result of verifying the request's signature. Default: the request is unsigned. */
  signature?: SignatureCheck | undefined;
  /**
   * Whether to trust the header if the address cannot be checked. The request is then `claimed` instead of `unknown`.
   * Use it for logs in which all addresses are anonymized or belong to a proxy. @default false
   */
  trustClaims?: boolean | undefined;
  /**
   * The time of the request, in epoch milliseconds. It selects the lists that were published nearest to that time.
   * Default: lists of all times are used.
   */
  time?: number | undefined;
}

/**
 * Identifies the sender of a request by its address and its User-Agent header. The function does not use the network:
 * `evidence` contains everything that can prove an identity.
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

/** Like {@link identify}, for a crawler that has already been looked up. */
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
  const { addressDoubt } = evidence;
  if (!address) return uncheckable(addressDoubt ?? (ip === '' ? 'no address' : 'not an address'));
  const ways = [...byAddress(address, crawler, evidence), byForeignSignature(crawler, evidence)];
  const proof = ways.find(isProof);
  if (proof) return { token, identity: proof.grade, by: proof.by };
  if (isAnonymised(address)) return uncheckable('anonymised address');
  if (addressDoubt !== undefined && ways.some(({ outcome }) => outcome === 'failed'))
    return uncheckable(addressDoubt);
  if (isPrivate(address) && ways.some(({ outcome }) => outcome === 'failed' || outcome === 'proxy')) {
    return ways.some(({ outcome }) => outcome === 'proxy') ? uncheckable(PROXY) : refutedBy(ways, token);
  }
  const open = ways.flatMap((way) => (way.outcome === 'untried' ? [way.why] : []));
  const hasFailed = ways.some(({ outcome }) => outcome === 'failed');
  if (hasFailed && open.length === 0) {
    // If another address in the chain belongs to the operator, the identity stays undecided. The client may have forged
    // that address, or a proxy may have reported it truthfully.
    const isPassedOn = othersOf(ip).some((other) => byAddress(other, crawler, evidence).some(isProof));
    return isPassedOn
      ? uncheckable('another address in the proxy chain belongs to the operator')
      : refutedBy(ways, token);
  }
  return {
    ...{ token, identity: 'claimed' },
    ...(open.length > 0 && { by: open.join('; ') }),
    ...(hasFailed && { failed: failuresOf(ways) }),
  };
}

function refutedBy(ways: readonly Way[], token: string): Identity {
  return { token, identity: 'refuted', by: failuresOf(ways) };
}

function failuresOf(ways: readonly Way[]): string {
  return ways.flatMap((way) => (way.outcome === 'failed' ? [way.by] : [])).join('; ');
}

/** A private address has no owner on the Internet, so it does not identify the sender behind the proxy. */
const PROXY = 'private address';

interface ProvenWay {
  readonly outcome: 'proven';
  readonly grade: 'range' | 'reverse-dns';
  readonly by: string;
}

/**
 * The result of one check: it was run and succeeded or failed; it could not be run; the address belongs to a proxy, so
 * the check cannot decide; or this crawler has no such check.
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
  // A crawler whose published list contains private addresses runs in the site's own network, so the list can decide.
  if (isPrivate(address) && !prefixes.some(([base]) => isPrivate(base))) return { outcome: 'proxy' };
  if (!isOfThatTime) return { outcome: 'untried', why: 'no published ranges from that time were given' };
  if (lists.some(({ tooWide }) => tooWide.length > 0))
    return { outcome: 'untried', why: 'the published ranges are too wide' };
  return { outcome: 'failed', by: 'outside the published ranges' };
}

function byNames(address: Address, { profile }: Crawler, { namesOf }: Evidence): Way {
  const suffixes = suffixesOf(profile);
  // The host name of an anonymized address belongs to one arbitrary address of its block.
  if (suffixes.length === 0 || isAnonymised(address)) return { outcome: 'none' };
  const names = namesOf?.(addressText(address));
  if (!names) return { outcome: 'untried', why: namesOf ? 'no DNS answer' : 'DNS was not queried' };
  const own = names.filter(({ name }) => isUnder(name, suffixes));
  const confirmed = own.find(({ isConfirmed }) => isConfirmed);
  if (confirmed) return { outcome: 'proven', grade: 'reverse-dns', by: confirmed.name };
  if (own.some(({ isConfirmed }) => isConfirmed === undefined))
    return { outcome: 'untried', why: 'no DNS answer' };
  if (isPrivate(address)) return { outcome: 'proxy' };
  if (own[0]) return { outcome: 'failed', by: `${own[0].name} does not resolve to the address` };
  return {
    outcome: 'failed',
    by: names[0] ? `its host name is ${names[0].name}` : 'the address has no host name',
  };
}

/**
 * Handles requests without a valid signature. A missing signature refutes nothing, because no operator states that it
 * signs every request. A signature that fails verification with the operator's own key does refute the claim.
 */
function byForeignSignature({ profile }: Crawler, { signature }: Evidence): Way {
  const signers = signersOf(profile);
  if (signers.length === 0) return { outcome: 'none' };
  if (!signature) return { outcome: 'untried', why: 'no signature was given' };
  if (signature.outcome === 'untried') return { outcome: 'untried', why: signature.why };
  return signature.outcome === 'failed' && signers.includes(signature.by)
    ? { outcome: 'failed', by: signature.why }
    : { outcome: 'untried', why: `its signature is from ${signature.by}` };
}

/** The domains under which the operator documents the crawler's addresses. */
export function suffixesOf(profile: AgentProfile | undefined): readonly string[] {
  return (profile?.verification ?? []).flatMap((way) => (way.kind === 'reverse-dns' ? way.suffixes : []));
}

/**
 * A verified signature identifies its crawler even without the header, because an agent may send a browser's header.
 */
function bySignature(crawler: Crawler | undefined, { signature, registry }: Evidence): Identity | undefined {
  if (signature?.outcome !== 'proven') return undefined;
  const { by } = signature;
  const isSigner = (profile: AgentProfile): boolean => signersOf(profile).includes(by);
  const profile = crawler ? crawler.profile : (registry?.agents ?? agents).find(isSigner);
  if (!profile || !isSigner(profile)) return undefined;
  return { token: crawler?.token ?? profile.token, identity: 'signature', by };
}

/** The key sets that sign for the crawler, as documented by its operator. */
function signersOf(profile: AgentProfile | undefined): readonly string[] {
  return (profile?.verification ?? []).flatMap((way) =>
    way.kind === 'signature' ? (keySetUrl(way.signatureAgent) ?? []) : [],
  );
}
