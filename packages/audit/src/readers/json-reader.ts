/**
 * Reads logs with one JSON object per line. Programs use different member names. `fields-by-name.ts` lists the names
 * that are known, and `named` gives the locations of other fields.
 */

import { isNamed, proxyField, putProxyField } from './address-roles.ts';
import { isAddressText, withoutPorts } from './address-text.ts';
import { octetsOf, textOf } from './escapes.ts';
import { type Member, mayBeUserAgent, type Path, pathsOf } from './fields-by-name.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { anyTime, isoTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/** Limit on the lines searched for a User-Agent. `MOST_MEMBERS` limits the members searched per line. */
const MOST_SEARCHED = 50;
const MOST_MEMBERS = 300;
const MOST_DEPTH = 4;
const MOST_HINTS = 3;

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

/** Searches lines without a known User-Agent field for members that look like a User-Agent. */
class AgentSearch {
  readonly #paths = new Set<string>();
  #searched = 0;

  look(entry: object): void {
    if (this.#searched++ < MOST_SEARCHED) this.#walk(entry, [], { left: MOST_MEMBERS });
  }

  hints(): readonly string[] {
    return [...this.#paths].map(
      (path) => `The field "${path}" looks like a User-Agent: read it with --json-field userAgent=${path}`,
    );
  }

  #walk(value: object, path: Path, room: { left: number }): void {
    for (const [name, member] of Object.entries(value)) {
      if (room.left-- <= 0 || this.#paths.size >= MOST_HINTS) return;
      const own = [...path, name];
      if (typeof member === 'string' && mayBeUserAgent(name, member)) this.#paths.add(own.join('.'));
      else if (typeof member === 'object' && member !== null && own.length < MOST_DEPTH) {
        this.#walk(member, own, room);
      }
    }
  }
}

function objectOf(line: string): object | undefined {
  const inner = /^[[,\s]*(\{[\s\S]*\})[\],\s]*$/.exec(line)?.[1];
  if (inner === undefined) return undefined;
  const text = inner.includes('\\u') ? withOctets(inner) : inner;
  return parsed(text) ?? (text.includes('\\x') ? parsed(repaired(text)) : undefined);
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

/** Paths to the request headers. */
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
    userAgent,
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
const MOST_ADDRESS_DEPTH = 5;

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

/** The client, if "host" is an address beside members that only parsers of Combined lines and Tomcat write. */
function clientIn(entry: object): string | undefined {
  const host = textIn(entry, ['host']);
  const isClient = ['logicalUserName', 'agent', 'ident'].some((name) => name in entry);
  return host !== undefined && isClient && isAddressText(host) ? host : undefined;
}

/** The time of the request. CloudFront writes the date and the time of day in separate fields, in UTC. */
function timeOf(entry: object, paths: readonly Path[]): Pick<Fields, 'time' | 'isZoneless'> {
  const [day, clock] = [textIn(entry, ['date']), textIn(entry, ['time'])];
  if (day !== undefined && clock !== undefined && /^\d\d:\d\d:\d\d/.test(clock)) {
    return { time: isoTime(`${day} ${clock}`) };
  }
  for (const path of paths) {
    const value = valueAt(entry, path);
    const time = anyTime(value);
    if (!Number.isNaN(time)) return { time, isZoneless: isZoneless(value) };
  }
  return { time: Number.NaN };
}

function firstText(entry: object, paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const text = textIn(entry, path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text or number at a path; in a list of texts, the first one. Other types are ignored. */
function textIn(entry: object, path: Path): string | undefined {
  const value = valueAt(entry, path);
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one === 'number') return String(one);
  return typeof one === 'string' && one !== '' && one !== '-' ? one : undefined;
}

function valueAt(entry: object, path: Path): unknown {
  // Elastic may write a nested path as one member whose name contains dots.
  const whole = path.length > 1 ? path.join('.') : '';
  if (whole !== '' && Object.hasOwn(entry, whole)) return (entry as Record<string, unknown>)[whole];
  let value: unknown = entry;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** All header fields of a request; repeated fields are joined, as in HTTP. */
function headersIn(headers: unknown): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(
    typeof headers === 'object' && headers !== null ? headers : {},
  )) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.every((one) => typeof one === 'string')) found.set(name.toLowerCase(), values.join(', '));
  }
  return found;
}

/**
 * The value of one header field. Caddy writes each field as a list of values, with the name spelled as the client sent
 * it. AWS WAF writes a list of objects with a name and a value.
 */
function headerIn(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  if (Array.isArray(headers)) {
    const of = (one: unknown, ...names: string[]): string | undefined =>
      firstText(
        Object(one),
        names.map((own) => [own]),
      );
    const field = headers.find((one) => of(one, 'name', 'key', 'Name', 'Key')?.toLowerCase() === name);
    return of(field, 'value', 'Value');
  }
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue;
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return typeof one === 'string' ? one : undefined;
  }
  return undefined;
}
