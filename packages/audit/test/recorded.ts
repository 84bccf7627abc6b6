/** The recorded logs of `spec/logs`, and what differs between the hits of a log and the requests that were sent. */
import { readFileSync } from 'node:fs';
import { type Hit, type LogSummary, type LostPart, readLog } from '../src/index.ts';

const FOLDER = new URL('../../../spec/logs/', import.meta.url);

/** A request that was sent. Texts have one character per octet. */
export interface Sent {
  readonly id: string;
  readonly time: string;
  readonly address: string;
  readonly method: string;
  readonly target: string;
  readonly host: string;
  readonly userAgent?: string;
  readonly status: number;
  /** Fields that the server itself changed when it wrote the line, so that no reader can know them. */
  readonly changed?: readonly (keyof Hit)[];
}

export interface Recorded {
  readonly name: string;
  readonly log: Buffer;
  readonly sent: readonly Sent[];
}

export const recordedLogs: readonly Recorded[] = readFileSync(new URL('sent.ndjson', FOLDER), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const { log: name, sent } = JSON.parse(line) as { log: string; sent: readonly Sent[] };
    return { name, log: readFileSync(new URL(`${name}.log`, FOLDER)), sent };
  });

export async function hitsOf(log: Buffer | string) {
  const reading = readLog(log);
  const hits: Hit[] = [];
  for await (const hit of reading) hits.push(hit);
  return { hits, summary: reading.summary };
}

/** The fields of a hit that are neither those of the request that was sent, nor empty, nor marked as lost. */
export function wrongFields(hit: Hit, all: readonly Sent[], losses: LogSummary['losses']): string[] {
  // A request without a path is not judged.
  if (hit.url === '') return [];
  const sent = requestOf(hit, all);
  if (!sent) return [`no request: ${hit.method} ${hit.url} ${hit.userAgent}`];
  const wrong = Object.entries({
    method: hit.method === sent.method || hit.method === '',
    url: isUrlOf(hit, [...(hit.lost ?? []), ...losses.map(({ part }) => part)], sent.target),
    userAgent: isAgentOf(hit, sent.userAgent ?? ''),
    address: isSender(hit.address.replace(/:\d+$/, ''), sent),
    host: hit.host === undefined || hit.host === sent.host,
    status: hit.status === sent.status || hit.status === 0 || sent.status === 0,
    time: Math.abs(hit.time - Date.parse(sent.time)) < 3000,
  });
  return wrong.flatMap(([field, isRight]) =>
    isRight || sent.changed?.includes(field as keyof Hit)
      ? []
      : [`${sent.id} ${field}: ${String(hit[field as keyof Hit]).slice(0, 80)}`],
  );
}

/** The peer is private, so the address in `X-Forwarded-For` may count instead. */
function isSender(address: string, { id, address: peer }: Sent): boolean {
  return address === peer || address === '' || (id === 'r19' && address.startsWith('203.0.113.9'));
}

/** Each request has an id in its target or its User-Agent. */
function requestOf({ url, userAgent }: Hit, all: readonly Sent[]): Sent | undefined {
  const id = (/r\d\d/.exec(userAgent) ?? /\/(r\d\d)/.exec(url))?.[0].replace('/', '');
  const found = all.find((one) => one.id === id);
  if (found) return found;
  return url.startsWith('/robots.txt') ? all.find((one) => one.target === '/robots.txt') : undefined;
}

function isUrlOf({ url }: Hit, lost: readonly LostPart[], target: string): boolean {
  // Servers may drop the mark of an empty query.
  const whole = encoded(target.replace(/^http:\/\/[^/]*/, '').replace(/\?$/, ''));
  const [path = ''] = lost.includes('query') ? whole.split('?') : [whole];
  const own = url.replace(/\?$/, '');
  if (lost.includes('encoding')) return decoded(own) === decoded(path);
  return lost.includes('target-end') ? path.startsWith(own) : own === path;
}

function isAgentOf({ userAgent, lost }: Hit, sent: string): boolean {
  const text = Buffer.from(sent, 'latin1').toString();
  if (lost?.includes('user-agent')) return text.startsWith(userAgent);
  return userAgent === '' || userAgent === text || userAgent === text.slice(0, 2048);
}

function encoded(target: string): string {
  return target.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decoded(target: string): string {
  return target.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
