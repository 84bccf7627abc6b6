/**
 * Writes the same requests in the format of each program, by the templates of `spec/log-formats.json`. They follow the
 * programs' documentation, not this package's readers.
 */
import { readFileSync } from 'node:fs';

/** A request before it is logged. */
export interface Request {
  time: number;
  host: string;
  address: string;
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  bytes: number;
  userAgent: string;
}

export interface LogWriter {
  readonly name: string;
  /** The format passed to `readLog`; `undefined` if it must be recognised from the first lines. */
  readonly format?: string;
  readonly header?: string;
  readonly hasHost: boolean;
  readonly hasUserAgent: boolean;
  readonly hasBytes: boolean;
  readonly hasStatus: boolean;
  readonly hasMethod: boolean;
  /** Whether the format writes a space in the User-Agent as `+`, and a `+` unchanged. */
  readonly writesPlus?: boolean;
  /** A word of the advice with which the format is rejected. */
  readonly advice?: string;
  line(request: Request): string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const two = (number: number): string => String(number).padStart(2, '0');

/** Formats a time in the given zone, to catch readers that ignore zones. */
export function clf(time: number, zoneHours = 0): string {
  const at = new Date(time + zoneHours * 3_600_000);
  const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${day}:${clock} ${zoneHours < 0 ? '-' : '+'}${two(Math.abs(zoneHours))}00`;
}

/** Replaces the octets of a text that are not plain. */
function escaped(text: string, plain: RegExp, encode: (hex: string, character: string) => string): string {
  return [...Buffer.from(text)]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return plain.test(character) ? character : encode(octet.toString(16).padStart(2, '0'), character);
    })
    .join('');
}

export const percentEncoded = (text: string): string =>
  escaped(text, /[A-Za-z0-9._~/():;+,-]/, (hex) => `%${hex.toUpperCase()}`);

const path = (url: string): string => url.split('?', 1)[0] as string;
const query = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '-');
const ms = (time: number): string => new Date(time).toISOString();

/** What stands between braces in a template; a zone in hours may follow `clf`. */
const FIELDS: Readonly<Record<string, (request: Request) => string | number>> = {
  host: ({ host }) => host,
  address: ({ address }) => address,
  addressInBrackets: ({ address }) => (address.includes(':') ? `[${address}]` : address),
  method: ({ method }) => method,
  url: ({ url }) => url,
  path: ({ url }) => path(url),
  relative: ({ url }) => path(url).slice(1) || '/',
  query: ({ url }) => query(url),
  queryOrNothing: ({ url }) => query(url).replace(/^-$/, ''),
  status: ({ status }) => status,
  bytes: ({ bytes }) => bytes,
  userAgent: ({ userAgent }) => userAgent,
  userAgentOrDash: ({ userAgent }) => userAgent || '-',
  clfLocal: ({ time }) => clf(time).slice(0, 20),
  iso: ({ time }) => ms(time).replace('.000Z', 'Z'),
  isoMs: ({ time }) => ms(time),
  isoLocal: ({ time }) => ms(time).slice(0, 19),
  isoLocalMs: ({ time }) => ms(time).slice(0, 23),
  date: ({ time }) => ms(time).slice(0, 10),
  clock: ({ time }) => ms(time).slice(11, 19),
  s: ({ time }) => time / 1000,
  's.ms': ({ time }) => (time / 1000).toFixed(3),
  ms: ({ time }) => time,
  us: ({ time }) => time * 1e3,
  ns: ({ time }) => time * 1e6,
};

/** How programs escape a text, by what stands behind the bar. */
const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  nginx: (text) => escaped(text, /[ !#-[\]-~]/, (hex) => `\\x${hex.toUpperCase()}`),
  apache: (text) =>
    escaped(text, /[ !#-[\]-~]/, (hex, one) => (/["\\]/.test(one) ? `\\${one}` : `\\x${hex}`)),
  // HAProxy writes characters of its own format, and unprintable ones, as `#` and two digits.
  haproxy: (text) => escaped(text, /[ !$-z~]/, (hex) => `#${hex.toUpperCase()}`),
  percent: percentEncoded,
  json: (text) => JSON.stringify(text).slice(1, -1),
  plus: (text) => text.replaceAll(' ', '+'),
  doubled: (text) => text.replaceAll('"', '""'),
  csv: (text) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
};

function filled(template: string, request: Request): string {
  return template.replace(
    /\{([\w.]+?)([+-]\d)?(?:\|(\w+))?\}/g,
    (whole, name: string, zone?: string, way = '') => {
      if (name === 'clf') return clf(request.time, Number(zone));
      const text = FIELDS[name]?.(request);
      return text === undefined ? whole : (ESCAPES[way] ?? String)(String(text));
    },
  );
}

/** Fills the texts of an object. A plus after the brace makes a number. */
function filledIn(value: unknown, request: Request): unknown {
  if (typeof value === 'string')
    return value.startsWith('{+')
      ? Number(filled(value.replace('{+', '{'), request))
      : filled(value, request);
  if (Array.isArray(value)) return value.map((one) => filledIn(one, request));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, request)]));
}

interface Template extends Omit<LogWriter, 'line'> {
  readonly set: 'server' | 'edge' | 'more' | 'refused';
  readonly line: string | object;
}

const FILE = new URL('../../../spec/log-formats.json', import.meta.url);
const ALL = { hasHost: true, hasUserAgent: true, hasBytes: true, hasStatus: true, hasMethod: true };

const every = (JSON.parse(readFileSync(FILE, 'utf8')) as Template[]).map(({ set, line, ...rest }) => ({
  set,
  ...ALL,
  ...rest,
  line: (request: Request) =>
    typeof line === 'string' ? filled(line, request) : JSON.stringify(filledIn(line, request)),
}));

const of = (...sets: readonly Template['set'][]): readonly LogWriter[] =>
  every.filter(({ set }) => sets.includes(set));

/** Proxies, load balancers, edges, and log collectors. */
export const edges = of('edge');
export const writers = of('server', 'edge');
export const allWriters = of('server', 'edge', 'more');
/** Logs without a User-Agent, or without a line for each request. They are rejected with advice. */
export const refused = of('refused');

/** A log of these requests, in this order. */
export function logOf(
  { header, line }: Pick<LogWriter, 'header' | 'line'>,
  requests: readonly Request[],
): string {
  return [...(header === undefined ? [] : [header]), ...requests.map(line)]
    .map((text) => `${text}\n`)
    .join('');
}

export function lineOf({ header }: LogWriter, index: number): number {
  return index + 1 + (header === undefined ? 0 : header.split('\n').length);
}
