/** Reconstructs the data that a request's signature covers (RFC 9421 §2) from the fields that a log contains. */
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';
import { type NamedKeySet, type NoKeySet, namedKeySet, type SignatureDraft } from './signature-agent.ts';

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
  /** `http` or `https`. Default: unknown, as in logs; both are then tried. */
  readonly scheme?: string;
  /** Parts that the log does not contain as they were sent. */
  readonly lost?: readonly string[];
  /** True if the request target was in absolute form. */
  readonly isHostOfTarget?: true;
  readonly signature?: RequestSignature;
}

/** The result of verifying a request's signature. `by` is the URL of a key set, without its query. */
export type SignatureCheck =
  /** A key of `by`, named `keyid`, verified the signature, which names its key set as `draft` says. */
  | {
      readonly outcome: 'proven';
      readonly by: string;
      readonly keyid: string;
      readonly draft: SignatureDraft;
    }
  /** A key of `by` was tried, and it did not verify the signature of this request. */
  | { readonly outcome: 'failed'; readonly by: string; readonly why: string }
  | { readonly outcome: 'untried'; readonly why: string };

/** Verifies the signature of a request, if it has one. */
export type VerifySignature = (request: SignedRequest) => SignatureCheck;

/** One signature of a request. */
export interface Signed {
  /** The key of the signature in its fields. */
  readonly label: string;
  /** The key set that it names, or why it names none. */
  readonly keySet: NamedKeySet | NoKeySet;
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
  /**
   * The signed octets in ASCII: two if they depend on a scheme that is unknown; none if the log lacks
   * another part of them.
   */
  readonly bases: readonly string[];
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
      return isInnerList(input) && octets instanceof ArrayBuffer
        ? [signedBy(label, input, octets, request)]
        : [];
    });
  } catch {
    return [];
  }
}

function signedBy(label: string, input: InnerList, octets: ArrayBuffer, request: SignedRequest): Signed {
  const [components, parameters] = input;
  const field = request.signature?.fields.get('signature-agent');
  const text = (name: string): string | undefined => {
    const value = parameters.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const time = (name: string): number => {
    const value = parameters.get(name);
    return Number.isInteger(value) ? Number(value) * 1000 : Number.NaN;
  };
  const schemes = request.scheme === undefined ? ['https', 'http'] : [request.scheme];
  const bases = schemes.map((scheme) => signatureBase(input, { ...request, scheme }));
  return {
    label,
    keySet: namedKeySet(label, components, field),
    keyid: text('keyid'),
    algorithm: text('alg'),
    tag: text('tag'),
    created: time('created'),
    expires: time('expires'),
    isBound: components.some(([name, { size }]) => AUTHORITIES.has(name) && size === 0),
    signature: new Uint8Array(octets),
    bases: [...new Set(bases)].filter((base) => base !== undefined),
  };
}

type Sent = SignedRequest & { readonly scheme: string };

/**
 * The signature base (RFC 9421 §2.5) of a request.
 *
 * @returns `undefined` if a component is not in the log, is repeated, or is of a kind that logs never contain.
 */
function signatureBase(input: InnerList, request: Sent): string | undefined {
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

function componentOf([name, parameters]: Item, request: Sent): string | undefined {
  if (typeof name !== 'string') return undefined;
  if (name === '@query-param' && parameters.size === 1)
    return queryParameter(parameters.get('name'), request);
  const key = parameters.get('key');
  if (parameters.size > (key === undefined ? 0 : 1)) return undefined;
  if (name.startsWith('@')) return key === undefined ? derived(name, request) : undefined;
  if (name === 'user-agent' && request.lost?.includes('user-agent')) return undefined;
  const text = request.signature?.fields.get(name)?.trim();
  if (key === undefined || text === undefined) return text;
  return typeof key === 'string' ? memberOf(text, key) : undefined;
}

/** One member of a dictionary (RFC 9421 §2.1.2). */
function memberOf(text: string, key: string): string | undefined {
  if (text.startsWith('"')) return undefined;
  const member = parseDictionary(text).get(key);
  if (!member) return undefined;
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

/** Parts without which a target is not known as it was sent; a lost query is none of the path's. */
const PATH_LOST: ReadonlySet<string> = new Set(['target-end', 'encoding']);

/** The value of a derived component (RFC 9421 §2.2). */
function derived(name: string, request: Sent): string | undefined {
  const { method, host, url, scheme, lost = [] } = request;
  if (name === '@method') return method === '' ? undefined : method;
  if (name === '@authority') return host;
  if (name === '@scheme') return scheme;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const isPathLost = url === '' || lost.some((part) => PATH_LOST.has(part));
  if (name === '@path') return isPathLost ? undefined : path;
  const isQueryLost = lost.includes('query') || lost.includes('target-end');
  if (name === '@query') return isQueryLost ? undefined : query < 0 ? '?' : url.slice(query);
  if (isPathLost || isQueryLost) return undefined;
  if (name === '@request-target') return request.isHostOfTarget ? undefined : url;
  return name === '@target-uri' && host !== undefined ? `${scheme}://${host}${url}` : undefined;
}

/** A parameter that occurs once in the query (RFC 9421 §2.2.8). */
function queryParameter(name: unknown, request: Sent): string | undefined {
  const query = derived('@query', request);
  if (query === undefined || typeof name !== 'string') return undefined;
  const [value, ...others] = [...new URLSearchParams(query)].filter(([key]) => formEncoded(key) === name);
  return value && others.length === 0 ? formEncoded(value[1]) : undefined;
}

/** Percent-encoded as forms are, except that a space is `%20`. */
function formEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()~]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
