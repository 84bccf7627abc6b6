/** The keys with which crawlers sign (RFC 9421, RFC 7517), and the verification of requests. */
import { constants, createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { keySetUrl } from '../identity/key-set.ts';
import {
  type SignatureCheck,
  type Signed,
  type SignedRequest,
  signaturesOf,
  type VerifySignature,
} from '../identity/signature.ts';
import type { NamedKeySet } from '../identity/signature-agent.ts';

/** A key in a published key set. */
export interface SignatureKey {
  /** The URL of the key set, without its query. */
  readonly keySet: string;
  /** The key's thumbprint (RFC 7638). */
  readonly thumbprint: string;
  readonly key: KeyObject;
  /** The epoch milliseconds from which and until which the key set says that the key may be used. */
  readonly from: number;
  readonly until: number;
  /** The RFC 9421 names of the algorithms that the key may be used with. */
  readonly algorithms: readonly string[];
}

/** Keys by name: the thumbprint (RFC 7638), and `kid` if the key has one. */
export type SignatureKeys = ReadonlyMap<string, readonly SignatureKey[]>;

/** Allowed clock difference. A request is logged when it ends, and clocks differ. */
const SKEW_MS = 5 * 60 * 1000;
const MOST_KEYS = 1000;

/**
 * Reads key sets (RFC 7517). It ignores keys of types other than Ed25519, ECDSA and RSA, RSA keys of less than 2,048
 * bits, and keys whose `use` is not `sig`.
 *
 * @param sets - The key sets, by URL: `{ "https://bot.example/jwks.json": { "keys": [{ "kty": "OKP", … }] } }`. An
 * origin stands for its well-known path.
 * @throws {TypeError} If the value has another shape.
 */
export function readSignatureKeys(sets: unknown): SignatureKeys {
  const found = new Map<string, SignatureKey[]>();
  for (const [name, set] of Object.entries(objectIn(sets))) {
    const keySet = urlIn(name);
    const { keys } = objectIn(set);
    if (!Array.isArray(keys)) throw notKeySets();
    for (const jwk of keys.slice(0, MOST_KEYS).map(objectIn)) {
      const key = keyOf(jwk);
      if (!key) continue;
      const thumbprint = thumbprintOf(jwk);
      const [from, until] = [timeOf(jwk['nbf'], 0), timeOf(jwk['exp'], Number.POSITIVE_INFINITY)];
      const made = { keySet, thumbprint, key, algorithms: algorithmsOf(jwk), from, until };
      for (const id of new Set([thumbprint, ...(typeof jwk['kid'] === 'string' ? [jwk['kid']] : [])]))
        found.set(id, [...(found.get(id) ?? []), made]);
    }
  }
  return found;
}

function timeOf(seconds: unknown, otherwise: number): number {
  return typeof seconds === 'number' ? seconds * 1000 : otherwise;
}

/** Settings of {@link verifyWith}. */
export interface VerifyOptions {
  /**
   * Whether the keys that RFC 8037 and RFC 9421 publish with their private halves may prove something: only in tests,
   * since everybody can sign with them. @default false
   */
  readonly allowTestKeys?: boolean;
}

/** Returns a function that verifies requests with these keys. It takes the best result of a request's signatures. */
export function verifyWith(keys: SignatureKeys, options: VerifyOptions = {}): VerifySignature {
  return (request) => {
    const checks = checkSignatures(request, keys, options).map(({ check }) => check);
    return (
      checks.find(({ outcome }) => outcome === 'proven') ??
      checks.find(({ outcome }) => outcome === 'untried') ??
      checks[0] ?? { outcome: 'untried', why: 'it has no Web Bot Auth signature' }
    );
  };
}

/** One signature of a request and what it proves. */
export interface CheckedSignature {
  readonly signed: Signed;
  readonly check: SignatureCheck;
  /** In what the signature departs from draft-ietf-webbotauth-httpsig-protocol-01, as sentences without an end. */
  readonly departures: readonly string[];
}

/** Checks each Web Bot Auth signature of a request by itself, at most four. */
export function checkSignatures(
  request: SignedRequest,
  keys: SignatureKeys,
  options: VerifyOptions = {},
): readonly CheckedSignature[] {
  return signaturesOf(request)
    .filter(isWebBotAuth)
    .map((signed) => {
      const { check, key } = checkOne(signed, keys, { time: request.time, ...options });
      return { signed, check, departures: departuresOf(signed, key) };
    });
}

/** Whether the signature states its purpose, creation time and expiry, as each draft of Web Bot Auth requires. */
function isWebBotAuth(signed: Signed): boolean {
  return whyNotWebBotAuth(signed) === undefined;
}

/** What a signature lacks that each draft of Web Bot Auth requires. */
export function whyNotWebBotAuth({ tag, isBound, created, expires }: Signed): string | undefined {
  if (tag !== 'web-bot-auth') return `its tag is ${JSON.stringify(tag ?? '')}, not "web-bot-auth"`;
  if (!isBound) return 'it covers neither @authority nor @target-uri';
  if (Number.isNaN(created) || Number.isNaN(expires)) return 'it does not state created and expires';
  return created <= expires ? undefined : 'it expires before it was created';
}

/** The time that -01 recommends as the longest between `created` and `expires`. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

function departuresOf({ keySet, keyid, created, expires }: Signed, key: SignatureKey | undefined): string[] {
  const named = 'why' in keySet ? undefined : keySet;
  const isOther = key ? keyid !== key.thumbprint : !/^[\w-]{43}$/.test(keyid ?? '');
  return [
    ...(named ? departureOf(named) : []),
    ...(isOther ? ['keyid is not the thumbprint of its key'] : []),
    ...(expires - created > LONGEST_MS
      ? ['it is valid for more than the 24 hours that are recommended']
      : []),
  ];
}

function departureOf({ draft, url }: NamedKeySet): string[] {
  if (draft === '01') return [];
  if (url === undefined) return ['the request has no Signature-Agent'];
  if (draft === 'earlier') return ['it does not cover a member of Signature-Agent by its key'];
  return [
    `its Signature-Agent has the form of -00: -01 fetches its value as it stands, and forbids parameters`,
  ];
}

interface CheckOptions extends VerifyOptions {
  readonly time: number;
}

interface OneCheck {
  readonly check: SignatureCheck;
  readonly key?: SignatureKey;
}

/** Keys are looked up by the pair of URL and name: a key that another URL publishes is another signer's. */
function checkOne(signed: Signed, keys: SignatureKeys, options: CheckOptions): OneCheck {
  const { keySet, keyid = '' } = signed;
  const untried = (why: string): OneCheck => ({ check: { outcome: 'untried', why } });
  if ('why' in keySet) return untried(keySet.why);
  const named = keys.get(keyid) ?? [];
  const { url } = keySet;
  const candidates = url === undefined ? named : named.filter((key) => key.keySet === url);
  if (candidates.length === 0) return untried(unknownKey(url, keys));
  if (new Set(candidates.map((key) => key.keySet)).size > 1)
    return untried('the request has no Signature-Agent, and several key sets publish its key');
  const checks = candidates.map((key) => ({ key, check: checked(signed, keySet, key, options) }));
  return checks.find(({ check }) => check.outcome === 'proven') ?? (checks[0] as OneCheck);
}

function unknownKey(url: string | undefined, keys: SignatureKeys): string {
  const isGiven = url !== undefined && [...keys.values()].flat().some(({ keySet }) => keySet === url);
  if (isGiven) return `its key is not in the key set of ${url}`;
  return url === undefined
    ? 'its signature was made with an unknown key'
    : `the keys of ${url} are not known`;
}

/** Thumbprints of the keys in RFC 8037 appendix A and RFC 9421 appendix B.1. */
const TEST_KEYS: ReadonlySet<string> = new Set([
  'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
  'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA',
]);

function checked(
  { bases, created, expires, algorithm, signature, keyid = '' }: Signed,
  { draft }: NamedKeySet,
  { keySet: by, thumbprint, key, algorithms, from, until }: SignatureKey,
  { time, allowTestKeys }: CheckOptions,
): SignatureCheck {
  const failed = (why: string): SignatureCheck => ({ outcome: 'failed', by, why });
  if (time < created - SKEW_MS || time > expires + SKEW_MS)
    return failed('its signature had expired or was not yet valid');
  if (time < from - SKEW_MS || time > until + SKEW_MS)
    return failed('its key had expired or was not yet valid');
  if (bases.length === 0)
    return { outcome: 'untried', why: 'its signature covers data that the log does not contain' };
  const [used] = algorithm === undefined && algorithms.length === 1 ? algorithms : [algorithm];
  if (used === undefined) return { outcome: 'untried', why: 'its signature names no algorithm' };
  if (!algorithms.includes(used))
    return failed(`its signature names the algorithm ${JSON.stringify(used)}, which does not fit its key`);
  if (!bases.some((base) => isValid(used, key, base, signature))) return failed('its signature is not valid');
  return TEST_KEYS.has(thumbprint) && !allowTestKeys
    ? { outcome: 'untried', why: 'its key is a test key, with which everybody can sign' }
    : { outcome: 'proven', by, keyid, draft };
}

/** Whether the signature is valid by the algorithm's rules (RFC 9421 §3.3). */
function isValid(algorithm: string, key: KeyObject, base: string, signature: Uint8Array): boolean {
  const octets = Buffer.from(base, 'latin1');
  switch (algorithm) {
    case 'ed25519':
      return verify(null, octets, key, signature);
    case 'ecdsa-p256-sha256':
      return verify('sha256', octets, { key, dsaEncoding: 'ieee-p1363' }, signature);
    case 'ecdsa-p384-sha384':
      return verify('sha384', octets, { key, dsaEncoding: 'ieee-p1363' }, signature);
    case 'rsa-v1_5-sha256':
      return verify('sha256', octets, key, signature);
    default:
      return verify(
        'sha512',
        octets,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
        signature,
      );
  }
}

/** Names of algorithms in key sets: those of RFC 9421, which -01 wants, and those of JOSE. */
const JOSE: ReadonlyMap<unknown, string> = new Map([
  ['EdDSA', 'ed25519'],
  ['Ed25519', 'ed25519'],
  ['ES256', 'ecdsa-p256-sha256'],
  ['ES384', 'ecdsa-p384-sha384'],
  ['PS512', 'rsa-pss-sha512'],
  ['RS256', 'rsa-v1_5-sha256'],
]);

/** The algorithms of a key's type, of which `alg` may name one. */
function algorithmsOf({ kty, crv, alg }: Record<string, unknown>): readonly string[] {
  const fitting = kty === 'RSA' ? ['rsa-pss-sha512', 'rsa-v1_5-sha256'] : (OF_CURVE.get(crv) ?? []);
  return alg === undefined ? fitting : fitting.filter((name) => name === (JOSE.get(alg) ?? alg));
}

const OF_CURVE: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['Ed25519', ['ed25519']],
  ['P-256', ['ecdsa-p256-sha256']],
  ['P-384', ['ecdsa-p384-sha384']],
]);

/** Members of a thumbprint, in their order (RFC 7638 §3.2, RFC 8037 §2). */
const REQUIRED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['OKP', ['crv', 'kty', 'x']],
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['RSA', ['e', 'kty', 'n']],
]);

/** The thumbprint of a key (RFC 7638). */
function thumbprintOf(jwk: Readonly<Record<string, unknown>>): string {
  const members = (REQUIRED.get(jwk['kty']) ?? []).map((name) => [name, jwk[name]]);
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url');
}

const FEWEST_RSA_BITS = 2048;

/** The public half of a key. A key set may contain the private half, which is dropped. */
function keyOf(jwk: Record<string, unknown>): KeyObject | undefined {
  const members = REQUIRED.get(jwk['kty']);
  if (!members || algorithmsOf(jwk).length === 0) return undefined;
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return undefined;
  try {
    const key = Object.fromEntries(members.map((name) => [name, jwk[name]])) as JsonWebKey;
    const made = createPublicKey({ key, format: 'jwk' });
    const { modulusLength = FEWEST_RSA_BITS } = made.asymmetricKeyDetails ?? {};
    return modulusLength < FEWEST_RSA_BITS ? undefined : made;
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw notKeySets();
}

function urlIn(name: string): string {
  const url = name.includes('://') ? keySetUrl(name) : undefined;
  if (url !== undefined) return url;
  throw new TypeError(
    `Cannot read keys of ${JSON.stringify(name)}: expected the URL of a key set, such as "https://bot.example/jwks.json", or the origin that publishes one at its well-known path`,
  );
}

function notKeySets(): TypeError {
  return new TypeError(
    'Cannot read keys: expected an object that maps URLs to key sets, such as { "https://bot.example": { "keys": [ … ] } }',
  );
}
