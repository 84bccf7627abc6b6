/**
 * Tests every format with every wrapping (what log collectors add to lines) and every packing (compression). Either the
 * result is correct, or the log is rejected with a reason.
 */
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readLog } from '../src/index.ts';
import { senders } from './senders.ts';
import { type LogWriter, logOf, type Request, refused, allWriters as writers } from './write-log.ts';

const COUNT = 600;
/** The number of requests in logs that are tested with only one packing. */
const FEWER = 120;

/** The requests, which are the same in every run. Headers contain quotes and octets that formats escape. */
const requests = Array.from({ length: COUNT }, (_, index): Request => {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const { userAgent, address } = senders[mixed % senders.length] as (typeof senders)[number];
  return {
    time: Date.UTC(2026, 10, 5) + index * 1000,
    host: `h${(mixed >>> 5) % 3}.example.com`,
    address,
    method: ['GET', 'GET', 'HEAD', 'POST'][(mixed >>> 7) % 4] as string,
    url: `/${['a', 'b%20c', 'robots.txt', 'x;y=1'][(mixed >>> 9) % 4]}${(mixed >>> 11) % 2 ? `?q=${index}` : ''}`,
    status: [200, 301, 304, 404, 503][(mixed >>> 13) % 5] as number,
    bytes: mixed % 100_000,
    userAgent,
  };
});

/** The wrappings that log collectors put around each line. */
const wrappings: readonly (readonly [string, (line: string) => string])[] = [
  ['as it is', (line) => line],
  [
    'in Docker',
    (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-05T10:00:00.1Z' }),
  ],
];

/** Wrappings that are tested with only one packing, because packings do not affect them. */
const otherWrappings: typeof wrappings = [
  ['of Kubernetes', (line) => `2026-11-05T10:00:00.123456789Z stdout F ${line}`],
  ['of docker logs --timestamps', (line) => `2026-11-05T10:00:00.123456789Z ${line}`],
  ['of docker compose', (line) => `nginx-1  | ${line}`],
  ['of kubectl', (line) => `[pod/web-6d4b/nginx] ${line}`],
  ['of syslog', (line) => `<190>Nov  5 10:00:00 web1 nginx: ${line}`],
  [
    'of syslog, RFC 5424',
    (line) => `<190>1 2026-11-05T10:00:00.003Z web1 nginx 12 - [a@1 b="]\\"c"] ${line}`,
  ],
  ['of rsyslog', (line) => `2026-11-05T10:00:00.003114+02:00 web1 nginx[12]: ${line}`],
  ['of journalctl', (line) => `Nov 05 10:00:00.123456 web1 nginx[12]: ${line}`],
  [
    'of journald in JSON',
    (line) => JSON.stringify({ __REALTIME_TIMESTAMP: '1793872800000000', PRIORITY: '6', MESSAGE: line }),
  ],
  [
    'of Fluent Bit',
    (line) => JSON.stringify({ date: 1793872800.1, log: line, kubernetes: { pod_name: 'web' } }),
  ],
  [
    'of Filebeat',
    (line) =>
      JSON.stringify({ '@timestamp': '2026-11-05T10:00:03.000Z', message: line, host: { name: 'web1' } }),
  ],
  [
    'of Google Cloud',
    (line) => JSON.stringify({ textPayload: line, insertId: '1x', timestamp: '2026-11-05T10:00:03.000Z' }),
  ],
  ['of grep', (line) => `/var/log/nginx/access.log.1:${line}`],
];

const packings: readonly (readonly [string, (text: Buffer) => Buffer | undefined])[] = [
  ['plain', (text) => text],
  ['gzip', (text) => gzipSync(text)],
  ['two members', (text) => Buffer.concat([gzipSync(text.subarray(0, 7777)), gzipSync(text.subarray(7777))])],
  ['CRLF', (text) => Buffer.from(text.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')],
  ['a byte order mark', (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])],
  ['no last line end', (text) => text.subarray(0, -1)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text.toString('utf8')}`, 'utf16le')],
  ['bzip2', (text) => packedBy('bzip2', text)],
  ['xz', (text) => packedBy('xz', text)],
];

/** The text compressed by a program; `undefined` if the program is not installed. */
function packedBy(program: string, text: Buffer): Buffer | undefined {
  const { error, stdout } = spawnSync(program, ['-c'], { input: text, maxBuffer: 1 << 24 });
  return error ? undefined : stdout;
}

function* cutUp(octets: Buffer): Generator<Buffer> {
  for (let at = 0; at < octets.length; at += 1009) yield octets.subarray(at, at + 1009);
}

/** The data that a log in that format contains about a request. */
function told(writer: LogWriter, { time, host, address, method, url, status, bytes, userAgent }: Request) {
  const header = writer.writesPlus ? userAgent.replaceAll('+', ' ') : userAgent;
  return {
    time,
    host: writer.hasHost ? host : undefined,
    address,
    method: writer.hasMethod === false ? '' : method,
    url,
    status: writer.hasStatus === false ? 0 : status,
    bytes: writer.hasBytes === false ? undefined : bytes,
    userAgent: writer.hasUserAgent ? header : '',
  };
}

/** The private peer in the lines that the writer of Istio's format writes. */
const ISTIO_GATEWAY = '10.44.1.23';

async function outcomeOf(octets: Buffer, writer: LogWriter, count: number = COUNT): Promise<string> {
  const reading = readLog(cutUp(octets), writer.format);
  let index = 0;
  for await (const hit of reading) {
    const expected = told(writer, requests[index++] as Request);
    const found = {
      ...told(writer, { ...hit, host: hit.host ?? '', bytes: hit.bytes ?? 0 }),
      // A chain of proxies is kept as written. It ends with the address that the server's own proxies saw, and with theirs.
      address: hit.address
        .split(', ')
        .filter((address) => address !== ISTIO_GATEWAY)
        .at(-1),
      host: hit.host,
      bytes: hit.bytes,
    };
    found.time = Math.floor(hit.time / 1000) * 1000;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      return `wrong: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`;
  }
  const { hits, skipped, refusal } = reading.summary;
  if (hits === count) return 'right';
  if (hits === 0 && (refusal !== undefined || skipped > 0)) return 'refused';
  return `${hits} of ${count} hits, ${skipped} skipped`;
}

function wrapped(log: string, wrap: (line: string) => string): string {
  const lines = log.split('\n').slice(0, -1);
  return lines.map((line) => `${wrap(line)}\n`).join('');
}

it.each(otherWrappings)('every format in lines %s', async (_, wrap) => {
  const faults: string[] = [];
  for (const writer of writers) {
    const log = wrapped(logOf(writer, requests.slice(0, FEWER)), wrap);
    const outcome = await outcomeOf(Buffer.from(log, 'latin1'), writer, FEWER);
    if (outcome !== 'right') faults.push(`${writer.name}: ${outcome}`);
  }
  expect(faults).toEqual([]);
});

it.each(refused)('$name is rejected with what helps', async ({ line, advice, header }) => {
  const lines = [...(header === undefined ? [] : [header]), ...requests.map(line)];
  const reading = readLog(lines.map((text) => `${text}\n`).join(''));
  let hits = 0;
  for await (const _ of reading) hits++;
  expect(hits).toBe(0);
  expect(reading.summary.hints.join()).toContain(advice as string);
});

it.each(wrappings)('every format and packing, %s', async (wrapping, wrap) => {
  const outcomes = new Map<string, number>();
  const pairs = new Set<string>();
  const faults: string[] = [];
  for (const writer of writers) {
    const text = wrapped(logOf(writer, requests), wrap);
    for (const [packing, pack] of packings) {
      const octets = pack(Buffer.from(text, 'latin1'));
      if (!octets) continue;
      const outcome = await outcomeOf(octets, writer);
      pairs.add(`${writer.name}, ${packing}`);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const isReadable = wrapping === 'as it is' && !['UTF-16', 'bzip2', 'xz'].includes(packing);
      if (outcome !== 'right' && (isReadable || outcome !== 'refused'))
        faults.push(`${writer.name}, ${packing}: ${outcome}`);
    }
  }
  expect(faults).toEqual([]);
  expect(outcomes.get('right')).toBeGreaterThan(writers.length);
  expect(pairs.size).toBeGreaterThanOrEqual(60 * 7);
});
