/** The readers by format name. */
import { bunnyReader, s3Reader } from './column-readers.ts';
import { combinedReader } from './combined-reader.ts';
import { csvReader } from './csv-reader.ts';
import { jsonReader } from './json-reader.ts';
import { logfmtReader, ltsvReader } from './labelled-readers.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { ALB_PIECES, ELB_PIECES } from './load-balancer-pieces.ts';
import { isLogFormat, logFormatReader } from './log-format.ts';
import { looseReader } from './loose-reader.ts';
import { envoyReader, haproxyReader } from './proxy-readers.ts';
import { templateReader } from './template-reader.ts';
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
  'haproxy',
  'envoy',
  'w3c',
  'json',
  'csv',
  'ltsv',
  'logfmt',
  'loose',
];

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
  if (name === 'alb') return templateReader(name, ALB_PIECES);
  if (name === 'elb') return templateReader(name, ELB_PIECES);
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
