/**
 * Logs of one JSON object a line: nginx with `escape=json`, Caddy, Traefik, Cloudflare Logpush, Google Cloud's load
 * balancers. They differ in the names of their members, so one table of names serves all.
 */
import { type Fields, toHit } from '../hit.ts';
import { textOf } from './escapes.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { anyTime } from './time.ts';

/** Names of members, the most exact first. A dot leads into an object. */
const NAMES = {
  time: [
    'EdgeStartTimestamp',
    'StartUTC',
    'ts',
    'msec',
    'time_iso8601',
    'time_local',
    '@timestamp',
    'timestamp',
    'time',
  ],
  address: [
    'ClientIP',
    'ClientHost',
    'request.client_ip',
    'request.remote_ip',
    'remote_addr',
    'remote_ip',
    'client_ip',
    'httpRequest.remoteIp',
    'remote',
    'ip',
  ],
  host: ['ClientRequestHost', 'RequestHost', 'request.host', 'host', 'http_host', 'server_name', 'vhost'],
  method: [
    'ClientRequestMethod',
    'RequestMethod',
    'request.method',
    'request_method',
    'httpRequest.requestMethod',
    'method',
  ],
  url: [
    'ClientRequestURI',
    'RequestPath',
    'request.uri',
    'request_uri',
    'httpRequest.requestUrl',
    'ClientRequestPath',
    'uri',
    'url',
    'path',
  ],
  status: [
    'EdgeResponseStatus',
    'DownstreamStatus',
    'httpRequest.status',
    'status',
    'status_code',
    'response.status',
  ],
  bytes: [
    'EdgeResponseBytes',
    'DownstreamContentSize',
    'size',
    'body_bytes_sent',
    'bytes_sent',
    'httpRequest.responseSize',
    'bytes',
  ],
  userAgent: [
    'ClientRequestUserAgent',
    'request_User-Agent',
    'http_user_agent',
    'httpRequest.userAgent',
    'user_agent',
    'userAgent',
    'agent',
  ],
  etag: ['sent_http_etag', 'downstream_Etag', 'etag'],
} as const;

type Member = keyof typeof NAMES;
type Path = readonly string[];

const PATHS = Object.fromEntries(
  Object.entries(NAMES).map(([member, names]) => [member, names.map((name) => name.split('.'))]),
) as unknown as Record<Member, readonly Path[]>;

/** A reader of lines that are JSON objects. */
export function jsonReader({ signatureField }: ReaderOptions = {}): LineReader {
  return {
    name: 'json',
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const entry = objectOf(line.trimStart());
      if (entry === undefined) return 'unknown';
      const fields = fieldsOf(entry);
      if (signatureField !== undefined) fields.signatureAgent = textIn(entry, signatureField.split('.'));
      if (fields.url === undefined && fields.request === undefined) {
        // Programs such as Caddy write messages of other kinds into the same log.
        return 'level' in entry ? 'nothing' : 'unknown';
      }
      return toHit(fields, number, offset) ?? 'unknown';
    },
  };
}

function objectOf(line: string): object | undefined {
  if (line.charCodeAt(0) !== 0x7b) return undefined;
  const text = textOf(line);
  return parsed(text) ?? (text.includes('\\x') ? parsed(repaired(text)) : undefined);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** nginx without `escape=json` writes `\x22` for a quote, so that whoever sends one would not be found. */
function repaired(text: string): string {
  return text.replace(/\\x([0-9A-Fa-f]{2})/g, '\\u00$1');
}

function fieldsOf(entry: object): Fields {
  const request = valueAt(entry, ['request']);
  const fields: Fields = {
    time: firstTime(entry),
    address: first(entry, 'address')?.replace(/^\[|\]$/g, ''),
    host: first(entry, 'host'),
    method: first(entry, 'method'),
    url: first(entry, 'url'),
    status: first(entry, 'status'),
    bytes: first(entry, 'bytes'),
    userAgent: first(entry, 'userAgent') ?? headerIn(valueAt(entry, ['request', 'headers']), 'user-agent'),
    etag: first(entry, 'etag') ?? headerIn(valueAt(entry, ['resp_headers']), 'etag'),
  };
  if (typeof request === 'string') {
    if (fields.url === undefined || fields.method === undefined) fields.request = request;
  }
  if (fields.url !== undefined && !fields.url.includes('?')) {
    fields.query = textIn(entry, ['args']) ?? textIn(entry, ['query_string']);
  }
  return fields;
}

function firstTime(entry: object): number {
  for (const path of PATHS.time) {
    const time = anyTime(valueAt(entry, path));
    if (!Number.isNaN(time)) return time;
  }
  return Number.NaN;
}

function first(entry: object, member: Member): string | undefined {
  for (const path of PATHS[member]) {
    const text = textIn(entry, path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Members of other types than text and numbers are not there. */
function textIn(entry: object, path: Path): string | undefined {
  const value = valueAt(entry, path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valueAt(entry: object, path: Path): unknown {
  let value: unknown = entry;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Caddy writes header fields as lists, under the names that were sent. */
function headerIn(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue;
    const one: unknown = Array.isArray(value) ? value[0] : value;
    return typeof one === 'string' ? one : undefined;
  }
  return undefined;
}
