/** The readers by format name. */
import { bunnyReader, s3Reader } from './column-readers.ts';
import { combinedReader } from './combined-reader.ts';
import { csvReader } from './csv-reader.ts';
import { jsonReader } from './json-reader.ts';
import { logfmtReader, ltsvReader } from './labelled-readers.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';
import { isLogFormat, logFormatReader } from './log-format.ts';
import { looseReader } from './loose-reader.ts';
import { envoyReader, haproxyReader } from './proxy-readers.ts';
import { piecesOf, templateReader } from './template-reader.ts';
import { w3cReader } from './w3c-reader.ts';

/**
 * Names of formats that `readLog` accepts. `loose` accepts any text format: it recognizes the time, the request and
 * other parts of a line by their syntax.
 */
export const logFormats: readonly string[] = [
  'common',
  'combined',
  'vhost-common',
  'vhost-combined',
  'lighttpd',
  's3',
  'bunny',
  'alb',
  'elb',
  'nginx-proxy-manager',
  'haproxy',
  'envoy',
  'w3c',
  'json',
  'csv',
  'ltsv',
  'logfmt',
  'loose',
];

/** Load balancer, client, target, three durations, two statuses, received and sent octets, request, User-Agent. */
const LOAD_BALANCER =
  '$any-time $ignore $address-port $ignore $ignore $ignore $ignore $status $ignore $ignore $bytes "$request" "$userAgent" ';
const MANAGED = '$status - $method $ignore $host "$url" [Client $address] [Length $bytes] [Gzip $ignore] ';

/** Formats by their templates, see {@link piecesOf}. */
const TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map([
  ['alb', [`$ignore ${LOAD_BALANCER}`]],
  ['elb', [LOAD_BALANCER]],
  [
    'nginx-proxy-manager',
    [
      `[$clf-time] $ignore $ignore ${MANAGED}[Sent-to $ignore] "$userAgent" "$ignore"`,
      `[$clf-time] ${MANAGED}"$userAgent" "$ignore"`,
    ],
  ],
]);

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

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['clf', 'common'],
  ['apache', 'combined'],
  ['nginx', 'combined'],
  ['vhost_combined', 'vhost-combined'],
  ['iis', 'w3c'],
  ['cloudfront', 'w3c'],
  ['nginx-json', 'json'],
  ['caddy', 'json'],
  ['traefik', 'json'],
  ['cloudflare', 'json'],
  ['logpush', 'json'],
  ['fastly', 'json'],
  ['vercel', 'json'],
  ['netlify', 'json'],
  ['akamai', 'json'],
  ['azure', 'json'],
  ['cloudfront-json', 'json'],
  ['istio', 'envoy'],
]);

/**
 * The reader for a format. `format` is one of {@link logFormats}, the name of a server that uses one of them, or a
 * `log_format`.
 *
 * @throws {RangeError} If the format is unknown.
 * @throws {TypeError} If the `log_format` has no time or no request.
 */
export function readerOf(format: string, options: ReaderOptions = {}): LineReader {
  const name = ALIASES.get(format.toLowerCase()) ?? format.toLowerCase();
  if (name === 'common') return combinedReader(name, 'client', false);
  if (name === 'combined') return combinedReader(name, 'client', true);
  if (name === 'vhost-common') return combinedReader(name, 'host', false);
  if (name === 'vhost-combined') return combinedReader(name, 'host', true);
  if (name === 'lighttpd') return combinedReader(name, 'lighttpd', true);
  if (name === 's3') return s3Reader();
  if (name === 'bunny') return bunnyReader();
  const templates = TEMPLATES.get(name);
  if (templates) return templatesReader(name, templates);
  if (name === 'haproxy') return haproxyReader();
  if (name === 'envoy') return envoyReader();
  if (name === 'csv') return csvReader(options);
  if (name === 'w3c') return w3cReader(options);
  if (name === 'json') return jsonReader(options);
  if (name === 'ltsv') return ltsvReader();
  if (name === 'logfmt') return logfmtReader(options);
  if (name === 'loose') return looseReader();
  if (isLogFormat(format)) return logFormatReader(format, options);
  throw new RangeError(
    `Cannot read a log as ${JSON.stringify(format)}: expected ${logFormats.join(', ')}, or a log_format with its variables`,
  );
}
