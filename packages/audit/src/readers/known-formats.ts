/** The readers by format name. */
import { isAddressText } from './address-text.ts';
import { bunnyReader, s3Reader } from './column-readers.ts';
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

const COMMON = '%h %l %u %t "%r" %>s %b';
const COMBINED = `${COMMON} "%{Referer}i" "%{User-Agent}i"`;

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
  if (name === 'common') return named(name, COMMON, true);
  if (name === 'combined') return named(name, COMBINED);
  if (name === 'vhost-common') return withHost(name, COMMON, true);
  if (name === 'vhost-combined') return withHost(name, COMBINED);
  if (name === 'lighttpd') return lighttpd();
  if (name === 's3') return s3Reader();
  if (name === 'bunny') return bunnyReader();
  if (name === 'alb') return templateReader(name, ALB_PIECES);
  if (name === 'elb') return templateReader(name, ELB_PIECES);
  if (name === 'haproxy') return haproxyReader();
  if (name === 'envoy') return envoyReader();
  if (name === 'csv') return csvReader(options);
  if (name === 'w3c') return w3cReader();
  if (name === 'json') return jsonReader(options);
  if (name === 'ltsv') return ltsvReader();
  if (name === 'logfmt') return logfmtReader(options);
  if (name === 'loose') return looseReader();
  if (isLogFormat(format)) return logFormatReader(format, options);
  throw new RangeError(
    `Cannot read a log as ${JSON.stringify(format)}: expected ${logFormats.join(', ')}, or a log_format with its variables`,
  );
}

/**
 * A Common line must match to its end. Otherwise, it would match the start of a Combined line, and the User-Agent would
 * be lost.
 */
function named(name: string, format: string, isWhole = false): LineReader {
  return { ...logFormatReader(format, { isWhole }), name };
}

const HOST = /^[\w.:[\]-]+$/;
const HOST_NAME = /^(?=.*[a-z])[\w-]+(?:\.[\w-]+)+(?::\d+)?$/i;

/** The format of lighttpd and some providers. The host is in the field that contains the identd user in Combined. */
function lighttpd(): LineReader {
  const reader = named('lighttpd', '%h %v %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"');
  return {
    name: reader.name,
    read(line, number, offset) {
      const hit = reader.read(line, number, offset);
      const isOther = typeof hit === 'object' && (hit.isHostOfTarget || !HOST_NAME.test(hit.host ?? ''));
      return isOther ? 'unknown' : hit;
    },
  };
}

/**
 * Accepts a host before the line, with or without a port. Without a port, the second field must be an address: in a
 * line that begins with the client, the second field is `%l`.
 */
function withHost(name: string, format: string, isWhole = false): LineReader {
  const withPort = named(name, `%v:%p ${format}`, isWhole);
  const bare = named(name, `%v ${format}`, isWhole);
  return {
    name,
    read(line, number, offset) {
      const outcome = withPort.read(line, number, offset);
      if (outcome !== 'unknown') return outcome;
      const hit = bare.read(line, number, offset);
      if (typeof hit !== 'object' || !isAddressText(hit.address)) return 'unknown';
      return HOST.test(hit.host ?? '-') ? hit : 'unknown';
    },
  };
}
