/**
 * A feed of the registry: signed, dated JSON with the changes since the feed before it. The signature is Ed25519 over the
 * canonical form (RFC 8785) of everything but `signature`.
 */
import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { AgentProfile } from './agent-profile.ts';

/** A signed feed, as `spec/schema/agents-feed.json` describes it. */
export interface AgentsFeed {
  readonly kind: 'robots-exclusion-agents-feed';
  readonly version: 1;
  /** Greater than that of each feed before it. */
  readonly serial: number;
  /** ISO 8601, in UTC. */
  readonly issued: string;
  readonly expires: string;
  /** Tokens, compared with the feed before: all are added in the first one. */
  readonly changes: Readonly<Record<'added' | 'changed' | 'removed', readonly string[]>>;
  readonly agents: readonly AgentProfile[];
  /** In base64url. */
  readonly signature: string;
}

/** Whose feeds are believed, and how old they may be. */
export interface FeedTrust {
  /** The public key: the member `x` of its JSON Web Key. */
  readonly key: string;
  /** The least serial number that is accepted. @default 1 */
  readonly serial?: number;
  /** In epoch milliseconds. @default Date.now() */
  readonly now?: number;
}

/** The `kind` of a feed. */
export const FEED_KIND = 'robots-exclusion-agents-feed';
// 32 and 64 octets in base64url: the last character has two and four bits left, which are 0 (RFC 4648 §3.5).
const KEY = /^[\w-]{42}[AEIMQUYcgkosw048]$/;
const SIGNATURE = /^[\w-]{85}[AQgw]$/;
/** A feed may be issued a little later than this clock says. */
const SKEW_MS = 5 * 60 * 1000;

/** Whether a JSON value calls itself a feed. */
export function isFeed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === FEED_KIND;
}

/**
 * The feed in a JSON value, after its signature and dates were checked; pass its `agents` to `registryWith`. Other
 * members are signed too, and are ignored. It needs the Web Crypto API with Ed25519: Node.js 20, or a browser of 2025.
 *
 * Rejects with a TypeError if the value is not a feed of this version, is not signed with the key, has expired, is not
 * yet valid, or has a lower serial number, or if `key` is not a key.
 *
 * @example
 * ```ts no-run=network
 * import { openFeed, registryWith } from 'robots-exclusion/agents';
 *
 * const response = await fetch('https://feeds.example/feed.json');
 * const feed = await openFeed(await response.json(), { key: 'KEY', serial: 12 });
 * const registry = registryWith(feed.agents);
 * ```
 */
export async function openFeed(
  value: unknown,
  { key, serial = 1, now = Date.now() }: FeedTrust,
): Promise<AgentsFeed> {
  if (!isFeed(value)) throw new TypeError('it is not a feed of crawlers');
  const { signature, ...signed } = value;
  if (!(await isSigned(signed, signature, key)))
    throw new TypeError('the feed is not signed with the expected key');
  const feed = value as unknown as AgentsFeed;
  if (feed.version !== 1) throw new TypeError(`the feed has the version ${feed.version}, expected 1`);
  const [issued, expires] = [Date.parse(feed.issued), Date.parse(feed.expires)];
  if (!(issued <= now + SKEW_MS)) throw new TypeError(`the feed is dated ${feed.issued}, in the future`);
  if (!(now <= expires)) throw new TypeError(`the feed expired on ${feed.expires}`);
  if (!(feed.serial >= serial))
    throw new TypeError(`the feed has the serial number ${feed.serial}, expected at least ${serial}`);
  return feed;
}

async function isSigned(signed: object, signature: unknown, x: string): Promise<boolean> {
  if (!KEY.test(x)) throw new TypeError('the key is not one of Ed25519: expected 43 characters of base64url');
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x };
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, octetsOf(signature), encodeUtf8(canonicalJson(signed)));
}

function octetsOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The canonical form of a JSON value (RFC 8785). `JSON.stringify` writes numbers and strings as it wants them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
