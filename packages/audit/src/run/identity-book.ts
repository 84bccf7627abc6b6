/** Identifies senders, each only once. */
import type { Hit } from '../hit.ts';
import { addressText, clientOf, isAnonymised, isPrivate } from '../identity/address.ts';
import { type Crawler, flat } from '../identity/crawler-of.ts';
import { type Evidence, type Identity, identifyCrawler, suffixesOf } from '../identity/identify.ts';
import type { VerifySignature } from '../identity/signature.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** The evidence for the senders in a log. */
export interface RunEvidence extends Omit<Evidence, 'signature' | 'time' | 'addressDoubt'> {
  /** Verifies signatures. Default: no signature is verified. */
  verifySignature?: VerifySignature | undefined;
}

/** The crawler that a request names, and the result of checking the sender. */
export interface Sender {
  readonly crawler: Crawler | undefined;
  readonly identity: Identity;
}

const MOST_KEPT = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NOBODY: Sender = Object.freeze({
  crawler: undefined,
  identity: Object.freeze({ token: undefined, identity: 'unknown' as const }),
});

/**
 * Identifies the senders of requests. Results are cached for each pair of an address and a crawler, because a check
 * takes microseconds, and a DNS query up to seconds.
 */
export class IdentityBook {
  readonly #timeline: Timeline;
  readonly #evidence: RunEvidence;
  readonly #lookUp: ((addresses: readonly string[]) => Promise<void>) | undefined;
  readonly #kept = new Map<string, Sender>();
  /** Whether ranges have dates. An address may then be proven on one day and not on another. */
  readonly #isDated: boolean;

  constructor(
    timeline: Timeline,
    evidence: RunEvidence,
    lookUp: ((addresses: readonly string[]) => Promise<void>) | undefined,
  ) {
    this.#timeline = timeline;
    this.#evidence = evidence;
    this.#lookUp = lookUp;
    this.#isDated = [...(evidence.ranges?.values() ?? [])].flat().some(({ madeAt }) => madeAt !== undefined);
  }

  /** Identifies the sender of a request. */
  of(hit: Hit): Sender {
    const { userAgent, address, time, addressDoubt = '' } = hit;
    const crawler = this.#timeline.crawlerOf(userAgent);
    const { verifySignature } = this.#evidence;
    if (hit.signature && verifySignature) return this.#signed(hit, crawler, verifySignature);
    if (!crawler) return NOBODY;
    const day = this.#isDated ? Math.floor(time / DAY_MS) : '';
    const key = `${address}\n${crawler.token}\n${day}\n${addressDoubt}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const evidence = { ...this.#evidence, time, addressDoubt: hit.addressDoubt };
    const found = { crawler, identity: identifyCrawler(address, crawler, evidence) };
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(flat(key), found);
    return found;
  }

  /** Identifies the sender of a signed request. Each signature is for one request, so nothing is cached. */
  #signed(hit: Hit, crawler: Crawler | undefined, verifySignature: VerifySignature): Sender {
    const signature = verifySignature(hit);
    const { address, time, addressDoubt } = hit;
    const identity = identifyCrawler(address, crawler, { ...this.#evidence, signature, time, addressDoubt });
    const signed = identity.identity === 'signature' ? this.#timeline.crawlerOf(identity.token) : undefined;
    return { crawler: crawler ?? signed, identity };
  }

  /**
   * Looks up the host names of addresses, for crawlers whose identity a host name can prove. Skips private and
   * anonymized addresses.
   */
  async prepare(hits: readonly Hit[]): Promise<void> {
    if (!this.#lookUp) return;
    const unknown = new Set<string>();
    for (const { userAgent, address } of hits) {
      const crawler = this.#timeline.crawlerOf(userAgent);
      const parsed = crawler && suffixesOf(crawler.profile).length > 0 ? clientOf(address) : undefined;
      if (!parsed || isPrivate(parsed) || isAnonymised(parsed)) continue;
      const text = addressText(parsed);
      if (this.#evidence.namesOf?.(text) === undefined) unknown.add(text);
    }
    if (unknown.size > 0) await this.#lookUp([...unknown]);
  }
}
