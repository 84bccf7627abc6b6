/**
 * A feed of the registry: signed, dated JSON with the changes since the feed before it. The signature is Ed25519 over the
 * canonical form (RFC 8785) of everything but `signature`.
 */
import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import type { AgentProfile } from 'robots-exclusion/agents';

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
  /** In epoch milliseconds. */
  readonly now: number;
}

const KIND = 'robots-exclusion-agents-feed';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A feed may be issued a little later than this clock says. */
const SKEW_MS = 5 * 60 * 1000;

/** Whether a JSON value calls itself a feed. */
export function isFeed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === KIND;
}

/**
 * Makes and signs a feed.
 *
 * @param jwk - A private Ed25519 key.
 * @throws {TypeError} If the key is of another type.
 */
export function makeFeed(
  agents: readonly AgentProfile[],
  jwk: JsonWebKey,
  { previous, now, days }: { previous: AgentsFeed | undefined; now: number; days: number },
): AgentsFeed {
  if (jwk.crv !== 'Ed25519' || jwk.d === undefined)
    throw new TypeError('expected a private Ed25519 key as a JSON Web Key');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const unsigned = {
    ...({ kind: KIND, version: 1, serial: (previous?.serial ?? 0) + 1 } as const),
    issued: new Date(now).toISOString(),
    expires: new Date(now + days * DAY_MS).toISOString(),
    changes: changesSince(previous?.agents ?? [], agents),
    agents,
  };
  const signature = sign(null, Buffer.from(canonicalJson(unsigned)), key).toString('base64url');
  return { ...unsigned, signature };
}

function changesSince(
  before: readonly AgentProfile[],
  after: readonly AgentProfile[],
): AgentsFeed['changes'] {
  const byToken = (agents: readonly AgentProfile[]) =>
    new Map(agents.map((agent) => [agent.token, canonicalJson(agent)]));
  const [old, new_] = [byToken(before), byToken(after)];
  return {
    added: [...new_.keys()].filter((token) => !old.has(token)),
    changed: [...new_].flatMap(([token, text]) => (old.has(token) && old.get(token) !== text ? [token] : [])),
    removed: [...old.keys()].filter((token) => !new_.has(token)),
  };
}

/**
 * The feed in a JSON value, after its signature and dates were checked. Other members are signed too, and are ignored.
 *
 * @throws {TypeError} If it is not a feed of this version, is not signed with the key, has expired, is not yet valid,
 * or has a lower serial number.
 */
export function openFeed(value: unknown, { key, serial = 1, now }: FeedTrust): AgentsFeed {
  if (!isFeed(value)) throw new TypeError('it is not a feed of crawlers');
  const { signature, ...signed } = value;
  if (!isSigned(signed, signature, key)) throw new TypeError('the feed is not signed with the expected key');
  const feed = value as unknown as AgentsFeed;
  if (feed.version !== 1) throw new TypeError(`the feed has the version ${feed.version}, expected 1`);
  const [issued, expires] = [Date.parse(feed.issued), Date.parse(feed.expires)];
  if (!(issued <= now + SKEW_MS)) throw new TypeError(`the feed is dated ${feed.issued}, in the future`);
  if (!(now <= expires)) throw new TypeError(`the feed expired on ${feed.expires}`);
  if (!(feed.serial >= serial))
    throw new TypeError(`the feed has the serial number ${feed.serial}, expected at least ${serial}`);
  return feed;
}

function isSigned(signed: object, signature: unknown, x: string): boolean {
  if (typeof signature !== 'string' || !/^[\w-]{86}$/.test(signature)) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(canonicalJson(signed)), key, Buffer.from(signature, 'base64url'));
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

/** Splits `ed25519:KEY[:SERIAL]=FILE`. */
export function trustedFeed(named: string): { file: string; key?: string; serial?: number } {
  const [, key, serial, file] = /^ed25519:([\w-]{43})(?::(\d{1,15}))?=(.+)$/s.exec(named) ?? [];
  if (key === undefined || file === undefined) return { file: named };
  return { file, key, ...(serial !== undefined && { serial: Number(serial) }) };
}
