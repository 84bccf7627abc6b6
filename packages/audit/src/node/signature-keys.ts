/** The keys with which crawlers sign (RFC 9421, RFC 7517), and the verification of requests. */
import { constants, createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import {
  type SignatureCheck,
  type Signed,
  signaturesOf,
  type VerifySignature,
} from '../identity/signature.ts';

/** A key in a published directory. */
export interface SignatureKey {
  /** The origin that publishes the key. */
  readonly origin: string;
  readonly key: KeyObject;
  /** The RFC 9421 names of the algorithms that the key may be used with. */
  readonly algorithms: readonly string[];
}

/** Keys by name: the thumbprint (RFC 7638), and `kid` if the key has one. */
export type SignatureKeys = ReadonlyMap<string, readonly SignatureKey[]>;

/** Allowed clock difference. A request is logged when it ends, and clocks differ. */
const SKEW_MS = 5 * 60 * 1000;
const MOST_KEYS = 1000;

/** The path at which an origin publishes its keys (draft-meunier-http-message-signatures-directory). */
export const DIRECTORY_PATH = '/.well-known/http-message-signatures-directory';

/**
 * Reads the keys in the directories of origins. It ignores keys of types other than Ed25519, ECDSA and RSA.
 *
 * @param directories - The directories, by origin: `{ "https://bot.example": { "keys": [{ "kty": "OKP", … }] } }`.
 * @throws {TypeError} If the value has another shape.
 */
export function readSignatureKeys(directories: unknown): SignatureKeys {
  const found = new Map<string, SignatureKey[]>();
  for (const [name, directory] of Object.entries(objectIn(directories))) {
    const origin = originIn(name);
    const { keys } = objectIn(directory);
    if (!Array.isArray(keys)) throw notDirectories();
    for (const jwk of keys.slice(0, MOST_KEYS).map(objectIn)) {
      const key = keyOf(jwk);
      const made = key && { origin, key, algorithms: algorithmsOf(jwk) };
      for (const id of made ? namesOf(jwk) : [])
        found.set(id, [...(found.get(id) ?? []), made as SignatureKey]);
    }
  }
  return found;
}

/** Returns a function that verifies requests with these keys. */
export function verifyWith(keys: SignatureKeys): VerifySignature {
  return (hit) => {
    const signed = signaturesOf(hit).filter(isWebBotAuth);
    const checks = signed.flatMap((one) =>
      (keys.get(one.keyid ?? '') ?? []).map((key) => checked(one, key, hit.time)),
    );
    return (
      checks.find(({ outcome }) => outcome === 'proven') ??
      checks.find(({ outcome }) => outcome === 'untried') ??
      checks[0] ?? {
        outcome: 'untried',
        why:
          signed.length === 0
            ? 'it has no Web Bot Auth signature'
            : 'its signature was made with an unknown key',
      }
    );
  };
}

/**
 * Whether the signature states its purpose, creation time and expiry, as draft-meunier-web-bot-auth-architecture
 * requires.
 */
function isWebBotAuth({ tag, isBound, created, expires }: Signed): boolean {
  return tag === 'web-bot-auth' && isBound && created <= expires;
}

function checked(signed: Signed, { origin, key, algorithms }: SignatureKey, time: number): SignatureCheck {
  const { base, created, expires, algorithm, signature } = signed;
  const failed = (why: string): SignatureCheck => ({ outcome: 'failed', by: origin, why });
  if (time < created - SKEW_MS || time > expires + SKEW_MS)
    return failed('its signature had expired or was not yet valid');
  if (base === undefined)
    return { outcome: 'untried', why: 'its signature covers data that the log does not contain' };
  const [used] = algorithm === undefined && algorithms.length === 1 ? algorithms : [algorithm];
  if (used === undefined) return { outcome: 'untried', why: 'its signature names no algorithm' };
  if (!algorithms.includes(used))
    return failed(`its signature names the algorithm ${JSON.stringify(used)}, which does not fit its key`);
  return isValid(used, key, base, signature)
    ? { outcome: 'proven', by: origin }
    : failed('its signature is not valid');
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

const RSA_ALGORITHMS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['PS512', ['rsa-pss-sha512']],
  ['RS256', ['rsa-v1_5-sha256']],
  [undefined, ['rsa-pss-sha512', 'rsa-v1_5-sha256']],
]);

function algorithmsOf({ kty, crv, alg }: Record<string, unknown>): readonly string[] {
  if (kty === 'RSA') return RSA_ALGORITHMS.get(alg) ?? [];
  if (crv === 'Ed25519') return ['ed25519'];
  return crv === 'P-256' ? ['ecdsa-p256-sha256'] : crv === 'P-384' ? ['ecdsa-p384-sha384'] : [];
}

/** Members of a thumbprint, in their order (RFC 7638 §3.2, RFC 8037 §2). */
const REQUIRED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['OKP', ['crv', 'kty', 'x']],
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['RSA', ['e', 'kty', 'n']],
]);

function namesOf(jwk: Record<string, unknown>): ReadonlySet<string> {
  const members = (REQUIRED.get(jwk['kty']) ?? []).map((name) => [name, jwk[name]]);
  const thumbprint = createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url');
  return new Set([thumbprint, ...(typeof jwk['kid'] === 'string' ? [jwk['kid']] : [])]);
}

/** The public half of a key. A directory may contain the private half, which is dropped. */
function keyOf(jwk: Record<string, unknown>): KeyObject | undefined {
  const members = REQUIRED.get(jwk['kty']);
  if (!members || algorithmsOf(jwk).length === 0) return undefined;
  try {
    const key = Object.fromEntries(members.map((name) => [name, jwk[name]])) as JsonWebKey;
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw notDirectories();
}

function originIn(name: string): string {
  try {
    const { origin } = new URL(name);
    if (origin !== 'null') return origin;
  } catch {}
  throw new TypeError(
    `Cannot read keys of ${JSON.stringify(name)}: expected the origin that publishes them, such as "https://bot.example"`,
  );
}

function notDirectories(): TypeError {
  return new TypeError(
    'Cannot read keys: expected an object that maps origins to their key directories, such as { "https://bot.example": { "keys": [ … ] } }',
  );
}
