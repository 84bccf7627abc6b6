/**
 * Reads logs with one JSON object per line. Programs use different member names. `fields-by-name.ts` lists the names
 * that are known, and `named` gives the locations of other fields.
 */

import type { LostPart } from '../hit.ts';
import { isNamed, proxyField, putProxyField } from './address-roles.ts';
import { isAddressText, withoutPorts } from './address-text.ts';
import { octetsOf, textOf } from './escapes.ts';
import { type Member, type Path, pathsOf } from './fields-by-name.ts';
import { AgentSearch } from './json-advice.ts';
import { firstText, headerIn, headersIn, textIn, valueAt } from './json-members.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { anyTime, isoTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/** A reader for logs with one JSON object per line. The objects may also be the elements of one JSON list. */
export function jsonReader(options: ReaderOptions = {}): LineReader {
  const search = new AgentSearch();
  return {
    name: 'json',
    read(line, number, offset) {
      if (line === '' || line === '[' || line === ']') return 'nothing';
      const entry = objectOf(line.trimStart());
      if (entry === undefined) return 'unknown';
      if (isInner(entry)) return 'inner';
      const fields = fieldsOf(entry, options);
      if (PROXY_FIELD.test(line) || options.clientAddress !== undefined)
        takeAddresses(fields, entry, options);
      if (options.named?.signature !== undefined || SIGNED.test(line)) takeSignature(fields, entry, options);
      if (fields.url === undefined && fields.request === undefined) {
        // Programs such as Caddy also write other kinds of messages into the same log.
        return 'level' in entry ? 'nothing' : 'unknown';
      }
      if (fields.userAgent === undefined) search.look(entry);
      return toHit(fields, number, offset) ?? 'unknown';
    },
    hints: () => search.hints(),
  };
}

/**
 * Whether the request is one of the site's own edge. Cloudflare logs the fetches of a site's Workers, health checks and
 * others as rows of their own; those of visitors are `eyeball`.
 */
function isInner(entry: object): boolean {
  const source = textIn(entry, ['ClientRequestSource']);
  return (source !== undefined && source !== 'eyeball') || valueAt(entry, ['WorkerSubrequest']) === true;
}

export function objectOf(line: string): object | undefined {
  const inner = /^[[,\s]*(\{[\s\S]*\})[\],\s]*$/.exec(line)?.[1];
  if (inner === undefined) return undefined;
  const text = inner.includes('\\u') ? withOctets(inner) : inner;
  const entry = parsed(text) ?? (text.includes('\\x') ? parsed(repaired(text)) : undefined);
  return entry && withProperties(entry);
}

/** The same object, with the text of a JSON object in `properties`, as Azure writes it, replaced by that object. */
function withProperties(entry: object): object {
  const text = textIn(entry, ['properties']);
  const properties = text?.startsWith('{') ? parsed(text) : undefined;
  return properties ? { ...entry, properties } : entry;
}

/**
 * Replaces `\\u` escapes of characters above ASCII by the octets of their UTF-8, as other characters stand in the line.
 * Lone surrogates become U+FFFD.
 */
function withOctets(text: string): string {
  return text.replace(
    /(\\\\)|((?:\\u(?!00[0-7])[0-9A-Fa-f]{4})+)/g,
    (whole, backslash: string | undefined) =>
      backslash === undefined ? octetsOf(JSON.parse(`"${whole}"`) as string) : whole,
  );
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes JSON with `\x22` escapes valid. Without `escape=json`, nginx writes a quote as `\x22`, which is not valid JSON,
 * so a request that contains a quote would be lost.
 */
function repaired(text: string): string {
  return text.replace(/\\x([0-9A-Fa-f]{2})/g, '\\u00$1');
}

const HEADERS: readonly Path[] = [
  ['request', 'headers'],
  ['headers'],
  ['httpRequest', 'headers'],
  ['requestHeaders'],
];

/** The request in an object with named fields. */
export function fieldsOf(entry: object, { named }: ReaderOptions): Fields {
  const first = (member: Member): string | undefined => firstText(entry, pathsOf(member, named));
  const header = (name: string): string | undefined => {
    for (const path of HEADERS) {
      const value = headerIn(valueAt(entry, path), name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const userAgent = first('userAgent') ?? (named?.userAgent === undefined ? header('user-agent') : undefined);
  const fields: Fields = {
    ...timeOf(entry, pathsOf('time', named)),
    address: withoutPorts(first('address') ?? (named?.address ? undefined : clientIn(entry))),
    // A place that the user named is the only one.
    ...(named?.address === undefined && { client: withoutPorts(first('client')) }),
    host: hostIn(entry, named) ?? (named?.host === undefined ? header('host') : undefined),
    method: first('method')?.toUpperCase(),
    // Akamai's path of the root is empty.
    url: first('url') ?? (valueAt(entry, ['reqPath']) === '' ? '/' : undefined),
    status: first('status'),
    bytes: first('bytes'),
    // Logstash keeps the quotes around the field.
    userAgent: userAgent?.replace(/^"(.*)"$/s, '$1'),
    ...(isRewritten(entry, named) && {
      lost: 'args' in entry || 'query_string' in entry ? DECODED : ['encoding', 'query'],
    }),
    etag: first('etag') ?? headerIn(valueAt(entry, ['resp_headers']), 'etag'),
  };
  takeRequest(fields, first('request'));
  if (writesLatin1(entry)) {
    fields.url = fields.url && textOf(fields.url);
    fields.request = fields.request && textOf(fields.request);
    fields.userAgent = fields.userAgent && textOf(fields.userAgent);
  }
  if (fields.url !== undefined && !fields.url.includes('?')) fields.query = first('query');
  return fields;
}

const DECODED: readonly LostPart[] = ['encoding'];

/** Whether the target is that of nginx's `$uri`, which it has decoded, beside other variables of nginx. */
function isRewritten(entry: object, named: ReaderOptions['named']): boolean {
  const hasTarget = ['request', 'request_uri', 'request_path', 'path', 'url'].some((name) => name in entry);
  const isNginx = ['time_iso8601', 'time_local', 'msec', 'body_bytes_sent', 'http_user_agent'].some(
    (name) => name in entry,
  );
  return named?.url === undefined && isNginx && !hasTarget && ('uri' in entry || 'document_uri' in entry);
}

/**
 * Whether the program writes a character for each octet of the target. Node.js and Tomcat read targets as ISO 8859-1.
 * Others write the octets, or the characters that they are in UTF-8.
 */
function writesLatin1(entry: object): boolean {
  return (
    'logicalUserName' in entry ||
    [
      ['req', 'url'],
      ['meta', 'req', 'url'],
    ].some((path) => textIn(entry, path))
  );
}

const PROXY_FIELD = /forwarded|xff|connecting|client-?ip|real-?_?ip/i;
/** Limits on what is searched for addresses in one line. */
const MOST_ADDRESS_DEPTH = 5;
const MOST_MEMBERS = 300;

/** Copies the addresses that proxies state into `fields`, wherever the object has them. */
export function takeAddresses(fields: Fields, entry: object, { named, clientAddress }: ReaderOptions): void {
  if (named?.address !== undefined) return;
  if (clientAddress !== undefined) fields.chosen = textIn(entry, clientAddress.split('.'));
  walkAddresses(fields, entry, clientAddress, MOST_ADDRESS_DEPTH, { left: MOST_MEMBERS });
}

function walkAddresses(
  fields: Fields,
  entry: object,
  wanted: string | undefined,
  depth: number,
  room: { left: number },
): void {
  for (const [name, value] of Object.entries(entry)) {
    // A response may repeat header fields of the request.
    if (room.left-- <= 0 || /^resp/i.test(name)) continue;
    const field = proxyField(name);
    if (field || isNamed(name, wanted)) {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const text = values.filter((one) => typeof one === 'string').join(', ');
      if (field) putProxyField(fields, field, text);
      if (isNamed(name, wanted) && text !== '') fields.chosen ??= text;
    } else if (typeof value === 'object' && value !== null && depth > 1) {
      walkAddresses(fields, value, wanted, depth - 1, room);
    }
  }
}

const SIGNED = /signature-?_?input/i;

/** Copies the signature of a request into `fields`, and the header fields that the signature may cover. */
function takeSignature(fields: Fields, entry: object, { named }: ReaderOptions): void {
  const headers = headersIn(valueAt(entry, ['request', 'headers']) ?? valueAt(entry, ['headers']));
  const find = (member: Member, name: string): string | undefined =>
    firstText(entry, pathsOf(member, named)) ?? headers.get(name);
  fields.signature = find('signature', 'signature');
  fields.signatureInput = find('signatureInput', 'signature-input');
  fields.signatureAgent = find('signatureAgent', 'signature-agent');
  fields.headers = headers;
}

/**
 * Takes the request line, which has more information than a separate path. The field may contain only the method,
 * because Fastly calls the method "request".
 */
function takeRequest(fields: Fields, request: string | undefined): void {
  // Logstash calls the target "request", beside the method.
  if (fields.url === undefined && fields.method !== undefined && /^(?:\/|https?:)\S*$/.test(request ?? ''))
    fields.url = request;
  if (request !== undefined && /^[A-Z]{3,16}$/.test(request)) fields.method ??= request;
  else if (fields.url === undefined || fields.method === undefined || REQUEST_LINE.test(request ?? ''))
    fields.request = request;
  // Akamai omits the slash at the start of paths.
  if (fields.url !== undefined && !/^(?:\/|\*|[a-z]+:)/i.test(fields.url)) fields.url = `/${fields.url}`;
}

const REQUEST_LINE = /^[A-Z]{3,16} (?:\/|\*|https?:)/i;

/**
 * The host of the request: a name with a dot or a port. Log collectors add the name of their machine as "host", and the
 * parsers of Fluentd, Fluent Bit and Tomcat the client.
 */
function hostIn(entry: object, named: ReaderOptions['named']): string | undefined {
  const paths = pathsOf('host', named);
  // What the user named is believed.
  if (named?.host !== undefined) return firstText(entry, paths);
  const client = named?.address === 'host' ? textIn(entry, ['host']) : clientIn(entry);
  return paths
    .map((path) => textIn(entry, path))
    .find((text) => text !== undefined && text !== client && /[.:]/.test(text));
}

/** The client: an address called "client", or "host" beside members that only parsers of Combined lines and Tomcat write. */
function clientIn(entry: object): string | undefined {
  const [host, client] = [textIn(entry, ['host']), textIn(entry, ['client'])];
  if (client !== undefined && isAddressText(client)) return client;
  const isClient = ['logicalUserName', 'agent', 'ident'].some((name) => name in entry);
  return host !== undefined && isClient && isAddressText(host) ? host : undefined;
}

/** The time of the request. CloudFront writes the date and the time of day in separate fields, in UTC. */
function timeOf(entry: object, paths: readonly Path[]): Pick<Fields, 'time' | 'isZoneless'> {
  const [day, clock] = [textIn(entry, ['date']), textIn(entry, ['time'])];
  if (day !== undefined && clock !== undefined && /^\d\d:\d\d:\d\d/.test(clock)) {
    return { time: isoTime(`${day} ${clock}`) };
  }
  let first: { time: number; isZoneless: boolean } | undefined;
  for (const path of paths) {
    const mayBeLater = COLLECTED.has(path[0] as string);
    if (first && !mayBeLater) continue;
    const value = valueAt(entry, path);
    const one = { time: anyTime(value), isZoneless: isZoneless(value) };
    if (Number.isNaN(one.time)) continue;
    if (!mayBeLater) return one;
    const isEarlier = !first || (!one.isZoneless && (first.isZoneless || one.time < first.time));
    if (isEarlier) first = one;
  }
  return first ?? { time: Number.NaN };
}

/**
 * Names of the request's time and of the time at which a collector or an index got the entry. The earlier one is the
 * request's.
 */
const COLLECTED: ReadonlySet<string> = new Set(['ts', 'timestamp', '@timestamp', 'time']);
