/** Signs requests for Web Bot Auth: RFC 9421 as draft-ietf-webbotauth-httpsig-protocol-01 profiles it. */
import {
  constants,
  createHash,
  createPrivateKey,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { RequestToSign, SignatureHeaders } from './sign.ts';

/** Whose signature a request gets, and what it covers. */
export interface WebBotAuthOptions {
  /** The private key: Ed25519, P-256, P-384, or RSA of at least 2,048 bits. */
  readonly key: Readonly<JsonWebKey>;
  /**
   * The `https` URL at which the key set with the public key is served: the signer's name. -01 wants the URL of the
   * set itself, so that an origin alone is refused.
   */
  readonly keySetUrl: string;
  /**
   * The components to cover besides the signer's member of `Signature-Agent`: `@method`, `@authority`, `@scheme`,
   * `@target-uri`, `@request-target`, `@path`, `@query`, or the name of a field in lower case. `@authority` or
   * `@target-uri` must be among them. {@default `@method`, `@authority`, `@path`}
   */
  readonly components?: readonly string[];
  /** How long the signature is valid. {@default 60; at most 86,400} */
  readonly seconds?: number;
  /** The label of the signature. {@default sig1} */
  readonly label?: string;
  /** {@default 32 random octets in base64url, new for each request} */
  readonly nonce?: string;
  /** The time of the signature, in epoch milliseconds. {@default the current time} */
  readonly now?: () => number;
}

/** A request of any method that is about to be signed. */
export type AnyRequestToSign = Omit<RequestToSign, 'method'> & { readonly method: string };

const DEFAULT_COMPONENTS = ['@method', '@authority', '@path'];
const LABEL = /^[a-z*][a-z0-9_.*-]*$/;
const MOST_SECONDS = 86_400;

/**
 * Makes the hook that signs a client's requests.
 *
 * @throws {TypeError} If the key cannot sign, or another option is invalid.
 * @example
 * ```ts no-run=package
 * import { createClient, webBotAuth } from '@robots-exclusion/client';
 *
 * const client = createClient({
 *   userAgent: 'FooBot/1.0 (+https://bot.example)',
 *   sign: webBotAuth({
 *     key: JSON.parse(process.env.BOT_KEY ?? ''),
 *     keySetUrl: 'https://bot.example/.well-known/http-message-signatures-directory',
 *   }),
 * });
 * ```
 */
export function webBotAuth(options: WebBotAuthOptions): (request: AnyRequestToSign) => SignatureHeaders {
  const { label = 'sig1', seconds = 60, components = DEFAULT_COMPONENTS } = options;
  const signer = signerOf(options.key);
  const agent = serializedString(requireUrl(options.keySetUrl));
  if (!LABEL.test(label)) throw invalid('label', label, 'lower-case letters and digits, such as sig1');
  if (!(Number.isInteger(seconds) && seconds > 0 && seconds <= MOST_SECONDS))
    throw invalid('seconds', seconds, `an integer from 1 to ${MOST_SECONDS}`);
  if (!components.includes('@authority') && !components.includes('@target-uri'))
    throw invalid('components', components.join(' '), '@authority or @target-uri among them');
  if (new Set(components).size < components.length)
    throw invalid('components', components.join(' '), 'each only once');
  return (request) => {
    const created = Math.floor((options.now ?? Date.now)() / 1000);
    const nonce = options.nonce ?? randomBytes(32).toString('base64url');
    const named = components.map((name) => [serializedString(name), componentValue(name, request)] as const);
    const covered = [...named, [`"signature-agent";key="${label}"`, agent] as const];
    const identifiers = covered.map(([name]) => name).join(' ');
    const parameters =
      `(${identifiers});created=${created};expires=${created + seconds};keyid="${signer.keyid}"` +
      `;alg="${signer.algorithm}";nonce=${serializedString(nonce)};tag="web-bot-auth"`;
    const lines = covered.map(([name, value]) => `${name}: ${value}\n`).join('');
    const octets = signer.sign(Buffer.from(`${lines}"@signature-params": ${parameters}`, 'latin1'));
    return {
      'signature-agent': `${label}=${agent}`,
      'signature-input': `${label}=${parameters}`,
      signature: `${label}=:${octets.toString('base64')}:`,
    };
  };
}

/** The public half of a key as a key set lists it, named by its thumbprint. */
export interface PublishedKey {
  readonly kty: string;
  /** The thumbprint (RFC 7638), in base64url. */
  readonly kid: string;
  readonly use: 'sig';
  readonly [member: string]: unknown;
}

/**
 * The public half of a key, for a key set: `{ "keys": [publishedKey(key)] }`.
 *
 * @throws {TypeError} If the key is of another type than Ed25519, P-256, P-384 and RSA.
 */
export function publishedKey(key: Readonly<JsonWebKey>): PublishedKey {
  const names = MEMBERS.get(key.kty ?? '');
  if (!names) throw invalid('key', key.kty, 'a private key of the type OKP, EC or RSA as a JSON Web Key');
  const members = Object.fromEntries(names.map((name) => [name, key[name]]));
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { ...members, kty: key.kty as string, kid, use: 'sig' };
}

/** The members that identify a key, in the order of RFC 7638 §3.2 and RFC 8037 §2. */
const MEMBERS: ReadonlyMap<string, readonly (keyof JsonWebKey)[]> = new Map([
  ['OKP', ['crv', 'kty', 'x']],
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['RSA', ['e', 'kty', 'n']],
]);

interface Signer {
  readonly keyid: string;
  readonly algorithm: string;
  sign(octets: Uint8Array): Buffer;
}

function signerOf(jwk: Readonly<JsonWebKey>): Signer {
  const { kid: keyid } = publishedKey(jwk);
  const key = privateKey(jwk);
  const ecdsa = (hash: string) => (octets: Uint8Array) =>
    sign(hash, octets, { key, dsaEncoding: 'ieee-p1363' });
  if (jwk.crv === 'Ed25519')
    return { keyid, algorithm: 'ed25519', sign: (octets) => sign(null, octets, key) };
  if (jwk.crv === 'P-256') return { keyid, algorithm: 'ecdsa-p256-sha256', sign: ecdsa('sha256') };
  if (jwk.crv === 'P-384') return { keyid, algorithm: 'ecdsa-p384-sha384', sign: ecdsa('sha384') };
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < 2048) throw invalid('key', jwk.crv ?? `RSA of ${modulusLength} bits`, EXPECTED_KEY);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  return {
    keyid,
    algorithm: 'rsa-pss-sha512',
    sign: (octets) => sign('sha512', octets, { key, ...padding }),
  };
}

const EXPECTED_KEY = 'Ed25519, P-256, P-384, or RSA of at least 2,048 bits';

function privateKey(jwk: Readonly<JsonWebKey>): KeyObject {
  try {
    return createPrivateKey({ key: jwk, format: 'jwk' });
  } catch {
    throw invalid('key', jwk.d === undefined ? 'a key without its private half' : jwk.kty, EXPECTED_KEY);
  }
}

function requireUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRight = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  const example = 'such as https://bot.example/.well-known/http-message-signatures-directory';
  if (!url || !isRight) throw invalid('keySetUrl', text, `the https URL of a key set, ${example}`);
  if (url.pathname === '/' && url.search === '')
    throw invalid('keySetUrl', text, `the URL of the key set itself, not of its origin, ${example}`);
  return url.href;
}

/** The value of a component (RFC 9421 §2). */
function componentValue(name: string, { method, url: text, headers }: AnyRequestToSign): string {
  const url = new URL(text);
  const { host, pathname, search, protocol } = url;
  if (name === '@method') return method;
  if (name === '@authority') return host;
  if (name === '@scheme') return protocol.slice(0, -1);
  if (name === '@path') return pathname;
  if (name === '@query') return search === '' ? '?' : search;
  if (name === '@request-target') return `${pathname}${search}`;
  if (name === '@target-uri') return `${url.origin}${pathname}${search}`;
  const field = headers[name];
  if (field === undefined)
    throw invalid('components', name, 'a component of RFC 9421, or a field of the request');
  return field.trim();
}

/** A String of structured fields (RFC 9651 §4.1.6). */
function serializedString(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw invalid('option', text, 'printable ASCII');
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function invalid(name: string, value: unknown, expected: string): TypeError {
  return new TypeError(`Cannot sign requests: ${name} is ${JSON.stringify(value)}, expected ${expected}`);
}
