/** The readers by format name. */
import { combinedReader } from './combined-reader.ts';
import { csvReader } from './csv-reader.ts';
import { unescaped } from './escapes.ts';
import { jsonReader } from './json-reader.ts';
import { logfmtReader, ltsvReader } from './labelled-readers.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';
import { isLogFormat, logFormatReader } from './log-format.ts';
import { looseReader } from './loose-reader.ts';
import { envoyReader, haproxyReader } from './proxy-readers.ts';
import { piecesOf, templateReader } from './template-reader.ts';
import { clfTime, epochTime } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';
import { w3cReader } from './w3c-reader.ts';

const MOST_CHARACTERS = 64 * 1024;
const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';

/**
 * Columns: owner, bucket, time, address, requester, request, operation, key, request line, status, error, octets, size,
 * two durations, referrer, User-Agent, version. Logs since 2019 also have: host id, signature version, cipher, kind of
 * authentication, host.
 */
const S3 = new RegExp(
  `^\\S+ \\S+ \\[([^\\]]+)\\] (\\S+) \\S+ \\S+ [A-Z]+\\.\\S+ \\S+ (?:${QUOTED}|-) (\\d{3}|-) \\S+ (\\d+|-) \\S+ \\S+ \\S+ (?:"[^"]*"|-) (?:${QUOTED}|-) \\S+(?: \\S+ \\S+ \\S+ \\S+ (\\S+))?`,
);

/** A reader for server access logs of Amazon S3. */
function s3Reader(): LineReader {
  return matching('s3', S3, ([, time, address, request = '', status, bytes, userAgent = '', host]) => ({
    time: clfTime(time as string),
    address,
    request: unescaped(request),
    status,
    // A dash stands for no value.
    bytes: bytes === '-' ? '0' : bytes,
    userAgent: unescaped(userAgent),
    host,
  }));
}

/** Columns: cache, status, milliseconds, octets, zone, address, referrer, URL, place, User-Agent, request, country. */
const BUNNY =
  /^[A-Z-]+\|(\d{3})\|(\d{13})\|(\d+)\|\d+\|([^|]*)\|[^|]*\|(https?:[^|]*)\|[A-Z0-9-]*\|(.*)\|[^|]*\|[A-Z-]*$/;

/** A reader for logs of Bunny CDN, which contain no method. */
function bunnyReader(): LineReader {
  return matching('bunny', BUNNY, ([, status, time, bytes, address, url, userAgent]) => ({
    time: epochTime(Number(time)),
    ...{ status, bytes, address, url, userAgent },
  }));
}

function matching(name: string, form: RegExp, fieldsOf: (match: RegExpExecArray) => Fields): LineReader {
  return {
    name,
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const match = line.length > MOST_CHARACTERS ? null : form.exec(line);
      return (match && toHit(fieldsOf(match), number, offset)) ?? 'unknown';
    },
  };
}

/** Load balancer, client, target, three durations, two statuses, received and sent octets, request, User-Agent. */
const LOAD_BALANCER =
  '$any-time $ignore $address-port $ignore $ignore $ignore $ignore $status $ignore $ignore $bytes "$request" "$userAgent" ';
const MANAGED = '$status - $method $ignore $host "$url" [Client $address] [Length $bytes] [Gzip $ignore] ';

const PROXY_MANAGER = [
  `[$clf-time] $ignore $ignore ${MANAGED}[Sent-to $ignore] "$userAgent" "$ignore"`,
  `[$clf-time] ${MANAGED}"$userAgent" "$ignore"`,
];

/** A reader for lines of one of several templates, see {@link piecesOf}. */
function templatesReader(name: string, templates: readonly string[]): LineReader {
  const readers = templates.map((text) => templateReader(name, piecesOf(text)));
  return {
    name,
    read(line, number, offset) {
      let outcome: LineOutcome = 'unknown';
      for (let at = 0; at < readers.length && outcome === 'unknown'; at++)
        outcome = (readers[at] as LineReader).read(line, number, offset);
      return outcome;
    },
  };
}

const READERS: Readonly<Record<string, (options: ReaderOptions) => LineReader>> = {
  common: () => combinedReader('common', 'client', false),
  combined: () => combinedReader('combined', 'client', true),
  'vhost-common': () => combinedReader('vhost-common', 'host', false),
  'vhost-combined': () => combinedReader('vhost-combined', 'host', true),
  lighttpd: () => combinedReader('lighttpd', 'lighttpd', true),
  s3: s3Reader,
  bunny: bunnyReader,
  alb: () => templatesReader('alb', [`$ignore ${LOAD_BALANCER}`]),
  elb: () => templatesReader('elb', [LOAD_BALANCER]),
  'nginx-proxy-manager': () => templatesReader('nginx-proxy-manager', PROXY_MANAGER),
  haproxy: haproxyReader,
  envoy: envoyReader,
  w3c: w3cReader,
  json: jsonReader,
  csv: csvReader,
  ltsv: ltsvReader,
  logfmt: logfmtReader,
  loose: looseReader,
};

/**
 * Names of formats that `readLog` accepts. `loose` accepts any text format: it recognizes the time, the request and
 * other parts of a line by their syntax.
 */
export const logFormats: readonly string[] = Object.keys(READERS);

/** Servers, and other names, by the format that they use. */
const USERS: Readonly<Record<string, string>> = {
  common: 'clf',
  combined: 'apache nginx',
  'vhost-combined': 'vhost_combined',
  w3c: 'iis cloudfront',
  json: 'nginx-json caddy traefik cloudflare logpush fastly vercel netlify akamai azure cloudfront-json',
  envoy: 'istio',
};
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(USERS).flatMap(([format, names]) => names.split(' ').map((name) => [name, format] as const)),
);

/**
 * The reader for a format. `format` is one of {@link logFormats}, the name of a server that uses one of them, or a
 * `log_format`.
 *
 * @throws {RangeError} If the format is unknown.
 * @throws {TypeError} If the `log_format` has no time or no request.
 */
export function readerOf(format: string, options: ReaderOptions = {}): LineReader {
  const name = ALIASES.get(format.toLowerCase()) ?? format.toLowerCase();
  if (Object.hasOwn(READERS, name)) return (READERS[name] as (typeof READERS)[string])(options);
  if (isLogFormat(format)) return logFormatReader(format, options);
  throw new RangeError(
    `Cannot read a log as ${JSON.stringify(format)}: expected ${logFormats.join(', ')}, or a log_format with its variables`,
  );
}
