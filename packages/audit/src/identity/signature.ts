/** Reconstructs the data that a request's signature covers (RFC 9421 §2) from the fields that a log contains. */
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';

/** Header fields of a signed request, as logged. */
export interface RequestSignature {
  /** Value of `Signature`. */
  readonly value: string;
  /** Value of `Signature-Input`. */
  readonly input: string;
  /** The logged header fields, with names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A request in a log, with the fields of its signature. A `Hit` satisfies this interface. */
export interface SignedRequest {
  /** Time of the request, in epoch milliseconds. */
  readonly time: number;
  readonly host: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly signature?: RequestSignature;
}

/** The result of verifying a request's signature. */
export type SignatureCheck =
  /** `by` is the origin whose key verified the signature. */
  | { readonly outcome: 'proven'; readonly by: string }
  /** A key of `by` was tried, and it did not verify the signature of this request. */
  | { readonly outcome: 'failed'; readonly by: string; readonly why: string }
  | { readonly outcome: 'untried'; readonly why: string };

/** Verifies the signature of a request, if it has one. */
export type VerifySignature = (request: SignedRequest) => SignatureCheck;

/** One signature of a request. */
export interface Signed {
  /** Name of the key that made the signature. */
  readonly keyid: string | undefined;
  /** The value of `alg`, if stated. */
  readonly algorithm: string | undefined;
  /** The value of `tag`: the purpose of the signature. */
  readonly tag: string | undefined;
  /** Creation time in epoch milliseconds; `NaN` if not stated. */
  readonly created: number;
  /** Expiry time in epoch milliseconds; `NaN` if not stated. */
  readonly expires: number;
  /**
   * Whether the signature covers the requested authority. If it does not, a site that receives the request could replay
   * the signature at another site.
   */
  readonly isBound: boolean;
  readonly signature: Uint8Array;
  /** The signed octets in ASCII; `undefined` if the log lacks a part of them. */
  readonly base: string | undefined;
}

const AUTHORITIES: ReadonlySet<unknown> = new Set(['@authority', '@target-uri']);
const MOST_SIGNATURES = 4;

/** The signatures of a request. Empty if the fields are invalid. */
export function signaturesOf(request: SignedRequest): readonly Signed[] {
  const { signature } = request;
  if (!signature) return [];
  try {
    const values = parseDictionary(signature.value);
    return [...parseDictionary(signature.input)].slice(0, MOST_SIGNATURES).flatMap(([label, input]) => {
      const value = values.get(label);
      const octets = value && !isInnerList(value) ? value[0] : undefined;
      return isInnerList(input) && octets instanceof ArrayBuffer ? [signedBy(input, octets, request)] : [];
    });
  } catch {
    return [];
  }
}

function signedBy(input: InnerList, octets: ArrayBuffer, request: SignedRequest): Signed {
  const [components, parameters] = input;
  const text = (name: string): string | undefined => {
    const value = parameters.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const time = (name: string): number => {
    const value = parameters.get(name);
    return typeof value === 'number' ? value * 1000 : Number.NaN;
  };
  return {
    keyid: text('keyid'),
    algorithm: text('alg'),
    tag: text('tag'),
    created: time('created'),
    expires: time('expires'),
    isBound: components.some(([name]) => AUTHORITIES.has(name)),
    signature: new Uint8Array(octets),
    base: signatureBase(input, request),
  };
}

/**
 * The signature base (RFC 9421 §2.5) of a request.
 *
 * @returns `undefined` if a component is not in the log, is repeated, or is of a kind that logs never contain.
 */
function signatureBase(input: InnerList, request: SignedRequest): string | undefined {
  const lines = new Map<string, string>();
  for (const component of input[0]) {
    const name = serializeItem(component);
    const value = componentOf(component, request);
    if (value === undefined || lines.has(name)) return undefined;
    lines.set(name, value);
  }
  const parts = [...lines].map(([name, value]) => `${name}: ${value}\n`);
  return `${parts.join('')}"@signature-params": ${serializeInnerList(input)}`;
}

function componentOf([name, parameters]: Item, request: SignedRequest): string | undefined {
  if (typeof name !== 'string') return undefined;
  const key = parameters.get('key');
  if (parameters.size > (key === undefined ? 0 : 1)) return undefined;
  if (name.startsWith('@')) return key === undefined ? derived(name, request) : undefined;
  const field = request.signature?.fields.get(name);
  const text = field?.trim();
  if (key === undefined || text === undefined) return text;
  return typeof key === 'string' ? memberOf(text, key) : undefined;
}

/** One member of a dictionary (RFC 9421 §2.1.2). */
function memberOf(text: string, key: string): string | undefined {
  const member = parseDictionary(text).get(key);
  if (!member) return undefined;
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

/** The value of a derived component (RFC 9421 §2.2). A log does not contain the scheme. */
function derived(name: string, { method, host, url }: SignedRequest): string | undefined {
  const query = url.indexOf('?');
  switch (name) {
    case '@method':
      return method === '' ? undefined : method;
    case '@authority':
      return host;
    case '@path':
      return query < 0 ? url : url.slice(0, query);
    case '@query':
      return query < 0 ? '?' : url.slice(query);
    case '@request-target':
      return url;
    default:
      return undefined;
  }
}
