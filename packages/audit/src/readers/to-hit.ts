/** Converts the fields found in a line to a hit. */
import { type Hit, hostOf, type LostPart, type OtherAddresses } from '../hit.ts';
import type { RequestSignature } from '../identity/signature.ts';
import { textOf } from './escapes.ts';
import { decodedHeader, isPercentEncoded } from './percent.ts';

/** The fields that a reader finds in a line. {@link toHit} converts them to a hit. */
export interface Fields {
  time: number;
  /** True if neither the time nor the format states a zone. */
  isZoneless?: boolean | undefined;
  /** The peer: whoever opened the connection. */
  address?: string | undefined;
  /** The client, as the program that logged determined it. */
  client?: string | undefined;
  /** A chain of addresses that proxies state, and the name of its field. */
  forwarded?: string | undefined;
  forwardedBy?: string | undefined;
  /** The one client that a proxy states, and the name of its field. */
  connecting?: string | undefined;
  connectingBy?: string | undefined;
  /** The address in the field that the user named. */
  chosen?: string | undefined;
  host?: string | undefined;
  /** The requested port, if the log writes it after the host. */
  port?: string | undefined;
  /** The request line. It takes precedence over `method`, `url` and `query`. */
  request?: string | undefined;
  method?: string | undefined;
  /** Path, path and query, or absolute URL. */
  url?: string | undefined;
  /** The query without `?`. */
  query?: string | undefined;
  status?: string | number | undefined;
  bytes?: string | number | undefined;
  userAgent?: string | undefined;
  /** The `Signature`, `Signature-Input` and `Signature-Agent` fields of the request. */
  signature?: string | undefined;
  signatureInput?: string | undefined;
  signatureAgent?: string | undefined;
  /** Other header fields of the request, with names in lower case. */
  headers?: ReadonlyMap<string, string> | undefined;
  etag?: string | undefined;
  /** Parts of the request that the line does not contain as they were sent. */
  lost?: readonly LostPart[] | undefined;
}

/** Limits on stored header fields and addresses. Real ones are shorter; the limits bound the memory of look-ups. */
export const MOST_HEADER = 2048;
const MOST_ADDRESS = 200;
/** The hit of one line; `undefined` if the time or the status is invalid. The line then counts as not understood. */
export function toHit(fields: Fields, line: number, offset: number): Hit | undefined {
  const status = statusOf(fields.status);
  if (!Number.isFinite(fields.time) || status === undefined) return undefined;
  const { method, url, host, lost: lostByForm, hasProxyParameters } = requestOf(fields);
  const bytes = Number(fields.bytes);
  const addresses = otherAddresses(fields);
  const etag = present(fields.etag)?.slice(0, MOST_HEADER);
  // RFC 9112 §3.2.2: the host of an absolute-form target takes precedence over the header field.
  const target = hostOf(host);
  const hit: { -readonly [member in keyof Hit]: Hit[member] } = {
    line,
    offset,
    time: fields.time,
    host: target ?? hostOf(withPort(present(fields.host), fields.port)),
    address: peerAddress(fields.address),
    method,
    url,
    status,
    bytes: fields.bytes !== undefined && Number.isFinite(bytes) ? bytes : undefined,
    userAgent: headerText(present(fields.userAgent))?.slice(0, MOST_HEADER) ?? '',
  };
  if (fields.isZoneless) hit.isZoneless = true;
  if (target !== undefined) hit.isHostOfTarget = true;
  if (addresses) hit.addresses = addresses;
  if (hasProxyParameters) hit.hasProxyParameters = true;
  if (etag !== undefined) hit.etag = etag;
  if (fields.signature !== undefined) Object.assign(hit, signatureIn(fields));
  if (fields.lost ?? lostByForm) hit.lost = [...(fields.lost ?? []), ...(lostByForm ?? [])];
  return hit;
}

/**
 * The peer's address; empty if the line has none. A long chain is cut at the start, because its end contains the
 * addresses that the server's own proxies saw.
 */
export function peerAddress(address: string | undefined): string {
  return present(address)?.slice(-MOST_ADDRESS) ?? '';
}

/** The addresses other than the peer, if the line has any. */
function otherAddresses(fields: Fields): OtherAddresses | undefined {
  const { client, forwarded, forwardedBy, connecting, connectingBy, chosen } = fields;
  if ((client ?? forwarded ?? connecting ?? chosen) === undefined) return undefined;
  return { client, forwarded, forwardedBy, connecting, connectingBy, chosen };
}

/** The text of a User-Agent header. Some programs percent-encode it in the log; clients send it with spaces. */
function headerText(text: string | undefined): string | undefined {
  // Servers that read header fields as ISO 8859-1 write them with each octet encoded as UTF-8.
  if (text === undefined) return undefined;
  const whole = text.includes('%') && isPercentEncoded(text) ? decodedHeader(text) : text;
  return NOT_ASCII.test(whole) ? textOf(textOf(whole)) : whole;
}

/** The signature of the request. A truncated one cannot be verified, so it is dropped. */
function signatureIn(fields: Fields): { signature?: RequestSignature } {
  const { signature, signatureInput, signatureAgent, userAgent, headers = [] } = fields;
  const [value, input] = [present(signature), present(signatureInput)];
  if (value === undefined || input === undefined) return {};
  if (value.length > MOST_HEADER || input.length > MOST_HEADER) return {};
  const known = { 'signature-agent': present(signatureAgent), 'user-agent': present(userAgent) };
  const named = Object.entries(known).filter((field): field is [string, string] => field[1] !== undefined);
  return { signature: { value, input, fields: new Map([...headers, ...named]) } };
}

function withPort(host: string | undefined, port: string | undefined): string | undefined {
  const isWanted = host !== undefined && port !== undefined && /^\d{1,5}$/.test(port) && !/:\d+$/.test(host);
  return isWanted ? `${host}:${port}` : host;
}

export function present(value: string | undefined): string | undefined {
  return value === undefined || value === '-' || value === '' ? undefined : value;
}

/** The status: 0 if the log has none; `undefined` if it is not a number. The line then counts as not understood. */
function statusOf(status: string | number | undefined): number | undefined {
  if (status === undefined || status === '-') return 0;
  const number = Number(status);
  // The log has -1 if the connection broke before the server answered.
  if (number === -1) return 0;
  return Number.isInteger(number) && number >= 0 && number <= 999 ? number : undefined;
}

interface Request {
  method: string;
  url: string;
  host: string | undefined;
  lost?: readonly LostPart[];
  hasProxyParameters?: true;
}

const NOTHING: Request = { method: '', url: '', host: undefined };

function requestOf({ request, method = '', url, query }: Fields): Request {
  if (request !== undefined) return requestLine(request);
  if (url === undefined) return NOTHING;
  const whole =
    query === undefined || query === '' || query === '-' ? url : `${url}?${query.replace(/^\?/, '')}`;
  const own = withoutProxyParameters(whole);
  return { method, ...locationOf(own), ...(own !== whole && { hasProxyParameters: true as const }) };
}

/**
 * Parameters that Microsoft's proxies append to the query before they log it: Application Request Routing, App Service
 * and Application Gateway.
 */
const PROXY_PARAMETERS =
  /[?&](?:(?:X-ARR-(?:LOG-ID|CACHE-HIT)|X-AzureApplicationGateway-(?:LOG-ID|CACHE-HIT)|SERVER-(?:ROUTED|STATUS))=[^&]*(?:&|$))+$/;

function withoutProxyParameters(target: string): string {
  return target.includes('X-A') || target.includes('SERVER-') ? target.replace(PROXY_PARAMETERS, '') : target;
}

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
/** The version as Hypercorn writes it. It writes the path decoded, and no query. */
const BARE_VERSION = /^(?:1\.[01]|2|3)$/;

/** Splits `METHOD SP target SP HTTP/x.y`. A hostile target may contain spaces; HTTP/0.9 has no version. */
function requestLine(line: string): Request {
  const space = line.indexOf(' ');
  if (space <= 0) return NOTHING;
  const method = line.slice(0, space);
  // What mini_httpd and aiohttp log for a request that they do not understand.
  if (!METHOD.test(method) || method === 'UNKNOWN') return NOTHING;
  const last = line.lastIndexOf(' ');
  const isWhole = last > space && line.startsWith('HTTP/', last + 1);
  const isBare = !isWhole && last > space && BARE_VERSION.test(line.slice(last + 1));
  const target = line.slice(space + 1, isWhole || isBare ? last : line.length).trim();
  // HTTP/0.9 has no version, and no blank in the target: what follows one may be a version that was cut.
  const isOpen = !isWhole && !isBare && target.includes(' ');
  const { url, host } = locationOf(isOpen ? target.slice(0, target.indexOf(' ')) : target);
  const lost = isOpen ? END : isBare ? DECODED : url.endsWith('?') ? QUERY : undefined;
  return lost ? { method, url, host, lost } : { method, url, host };
}

const END: readonly LostPart[] = ['target-end'];
const DECODED: readonly LostPart[] = ['encoding', 'query'];
/** Squid leaves the question mark, and drops what follows. */
const QUERY: readonly LostPart[] = ['query'];

/** Targets that servers log instead of one that they refused: Jetty, Yaws. */
const STAND_IN = /^\/(?:badURI|undecodable_path)$/;

/** The path and query of a request target in origin form or absolute form (RFC 9112 §3.2). */
function locationOf(target: string): { url: string; host: string | undefined } {
  if (target.charCodeAt(0) === 0x2f) {
    return { url: STAND_IN.test(target) ? '' : octetsEncoded(target), host: undefined };
  }
  const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(target);
  if (!absolute) return { url: '', host: undefined };
  const [, authority = '', rest = ''] = absolute;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // Squid and Varnish write `OPTIONS *` as the asterisk behind the host.
  if (host.endsWith('*')) return { url: '', host: host.slice(0, -1) };
  return { url: octetsEncoded(rest.startsWith('/') ? rest : `/${rest}`), host };
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Percent-encodes non-ASCII characters. In a log's text, a character below 0x100 stands for one octet. Any other
 * character is encoded as UTF-8.
 */
function octetsEncoded(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(/[\x80-\xff]|[^\0-\xff]+/g, (run) =>
    run.charCodeAt(0) < 0x100 ? `%${run.charCodeAt(0).toString(16).toUpperCase()}` : encoded(run),
  );
}

function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
