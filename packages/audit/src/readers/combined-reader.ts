/** Reads the Common and Combined formats, with or without a host, and with the columns that servers add. */
import { type Hit, hostOf } from '../hit.ts';
import { isClientText } from './address-text.ts';
import { endOfQuoted, unescaped } from './escapes.ts';
import type { LineReader } from './line-reader.ts';
import { type LineStart, lineStart, type StartKind } from './line-start.ts';
import { LineTails, type Tail, type TailOutcome } from './line-tail.ts';
import { captured, haproxyDecoded } from './proxy-readers.ts';
import { clfTime, isZoneless } from './time.ts';
import { type Fields, MOST_HEADER, peerAddress, present, toHit } from './to-hit.ts';

/** Status, octets. */
const ANSWER = / (\d{3}|-|-1) (\d+|-)(?= |$)/y;
/** The end of a request within another text: the line then has two requests. */
const REQUEST_END = / HTTP\/\d(?:\.\d)?"/;

interface Pieces {
  readonly time: string;
  readonly request: string;
  readonly status: string;
  readonly bytes: string;
  /** The columns after the octets; empty, or begins with a blank. */
  readonly tail: string;
}

/**
 * A reader for lines of `client - user [time] "request" status octets` and, with `hasColumns`, quoted columns after
 * them. Only lines whose start is of this kind are read.
 */
export function combinedReader(name: string, kind: StartKind, hasColumns: boolean): LineReader {
  const tails = new LineTails();
  const startOf = startReader(kind);
  const directories = new HostDirectories();
  return {
    name,
    learn(lines) {
      if (!hasColumns) return;
      for (const line of lines) {
        const time = timeAt(line);
        const pieces = time > 0 && startOf(line, time) && piecesOf(line, time);
        if (typeof pieces !== 'object') continue;
        tails.learn(pieces.tail);
        directories.learn(pieces.request);
      }
    },
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const time = timeAt(line);
      const start = time > 0 ? startOf(line, time) : undefined;
      if (!start) return 'unknown';
      const usual =
        hasColumns && !directories.areLearned && usualHit(line, time, start, tails.isUsual, number, offset);
      if (usual) return usual;
      const pieces = piecesOf(line, time);
      if (!pieces) return 'unknown';
      if (pieces === 'unsure') return 'unsure';
      const tail = hasColumns ? tailIn(pieces, tails) : withoutColumns(pieces);
      if (typeof tail === 'string') return tail === 'unsure' ? 'unsure' : 'unknown';
      return toHit(withDirectory(fieldsOf(start, pieces, tail), directories), number, offset) ?? 'unknown';
    },
  };
}

/** The position of the blank before the time in brackets, which the request follows; -1 if there is none. */
function timeAt(line: string): number {
  let at = line.indexOf(' [');
  while (at >= 0 && !isTime(line, at)) at = line.indexOf(' [', at + 1);
  return at;
}

/** A day, a slash, and within 40 characters the end of the brackets. */
function isTime(line: string, at: number): boolean {
  if (line.startsWith('] "', at + 28)) return true;
  const end = line.indexOf('] "', at);
  return end > at && end < at + 42 && line.slice(at + 3, at + 5).includes('/');
}

/** Finds the fields before the time. Consecutive lines often begin alike. */
function startReader(kind: StartKind): (line: string, time: number) => LineStart | undefined {
  let last = '';
  let found: LineStart | undefined;
  return (line, time) => {
    if (line.length <= time || time > MOST_START) return undefined;
    const text = line.slice(0, time);
    if (text !== last) {
      last = text;
      found =
        text.endsWith(' - -') && isClientText(text.slice(0, -4))
          ? plainStart(text.slice(0, -4))
          : lineStart(text);
    }
    return found?.kind === kind ? found : undefined;
  };
}

const MOST_START = 2048;

function plainStart(address: string): LineStart {
  return { kind: 'client', address, host: undefined };
}

/**
 * The request ends at the first quote that a status follows. A request that contains the end of another one has two
 * readings: a client can send such a target, and some servers do not escape quotes.
 */
function piecesOf(line: string, at: number): Pieces | 'unsure' | undefined {
  const close = line.indexOf(']', at);
  const from = close + 3;
  for (let quote = endOfQuoted(line, '"', from); quote >= 0; quote = endOfQuoted(line, '"', quote + 1)) {
    ANSWER.lastIndex = quote + 1;
    const match = ANSWER.exec(line);
    if (!match) continue;
    const request = line.slice(from, quote);
    if (request.includes('"') && REQUEST_END.test(request)) return 'unsure';
    const tail = line.slice(ANSWER.lastIndex);
    return {
      time: line.slice(at + 2, close),
      request: unescaped(request),
      status: match[1] as string,
      bytes: match[2] as string,
      tail,
    };
  }
  return undefined;
}

function tailIn({ tail }: Pieces, tails: LineTails): TailOutcome {
  if (HAPROXY.test(tail)) return { ...captured(/"\{([^}]*)\}"/.exec(tail)?.[1] ?? ''), isHaproxy: true };
  return SECOND_REQUEST.test(tail) ? 'unsure' : tails.read(tail);
}

/** The end of a request among the columns. */
const SECOND_REQUEST = / HTTP\/\d(?:\.\d)?" \d{3} /;

function withDirectory(fields: Fields, directories: HostDirectories): Fields {
  const found = directories.read(fields.request ?? '');
  return found ? { ...fields, ...found, lost: [...(fields.lost ?? []), ...(found.lost ?? [])] } : fields;
}

/** The tail of HAProxy's `option httplog clf`: no Referer, no User-Agent, the port, milliseconds, the frontend. */
const HAPROXY = /^ "" "" \d+ \d{3} "[^"]*" "[^"]*" "[^"]*" /;

function withoutColumns({ tail }: Pieces): Tail | 'unlearned' {
  return tail.trim() === '' ? { userAgent: '' } : 'unlearned';
}

function fieldsOf({ address, host }: LineStart, pieces: Pieces, tail: Tail): Fields {
  const { time, request, status, bytes } = pieces;
  const fields: Fields = {
    time: clfTime(time),
    address,
    host: host ?? tail.host,
    request: tail.isHaproxy ? haproxyDecoded(request) : request,
    status,
    bytes,
    userAgent: tail.userAgent,
  };
  // A time of 26 characters includes its zone.
  if (time.length !== 26) fields.isZoneless = isZoneless(time);
  if (tail.forwarded !== undefined) {
    fields.forwarded = tail.forwarded;
    fields.forwardedBy = 'X-Forwarded-For';
  }
  if (tail.isCut) fields.lost = ['user-agent'];
  return fields;
}

const HOST_FIRST = /^([A-Z]+) \/((?:[a-z0-9-]+\.)+[a-z]{2,})(\/.*)$/is;
const ROBOTS = /^[A-Z]+ \/(?:[a-z0-9-]+\.)+[a-z]{2,}\/robots\.txt /i;
/** Fewer requests may all be for folders that are named like hosts. */
const LEAST_REQUESTS = 5;

/** Learns from the requests of a log whether it has such targets. */
class HostDirectories {
  #requests = 0;
  #withHost = 0;
  #hasRobots = false;

  learn(request: string): void {
    this.#requests++;
    if (HOST_FIRST.test(request)) this.#withHost++;
    this.#hasRobots ||= ROBOTS.test(request);
  }

  get areLearned(): boolean {
    return this.#hasRobots && this.#requests >= LEAST_REQUESTS && this.#withHost >= this.#requests * 0.8;
  }

  /** The request in a log with such targets; otherwise `undefined`. One without a host is not that of a client. */
  read(request: string): Pick<Fields, 'request' | 'host' | 'lost'> | undefined {
    if (!this.areLearned) return undefined;
    const [, method, host, target] = HOST_FIRST.exec(request) ?? [];
    return { request: host === undefined ? '-' : `${method} ${target}`, host, lost: ['encoding', 'query'] };
  }
}

/**
 * Time, method, path and query, status, octets, Referer, User-Agent, and empty columns or one address. A Referer that is not a URL may
 * be another column. Nothing is escaped, the path is none that servers write for a request that they refused, and the
 * User-Agent is not encoded.
 */
const USUAL =
  / \[(.{26})\] "(?!UNKNOWN )([A-Z]{1,32}) (?!\/(?:badURI|undecodable_path) )(\/[!#-[\]-~]*) HTTP\/\d(?:\.\d)?" (\d{3}) (\d{1,15}|-) "(?:-|http[^"\\]*)" "([ !#$&-[\]-~]*)"(?:((?: "-")*)| "(\d{1,3}(?:\.\d{1,3}){3})")$/y;

/** The hit of a usual line whose time is at `at`; `isUsual` as in `LineTails`. */
function usualHit(
  text: string,
  at: number,
  start: LineStart,
  isUsual: LineTails['isUsual'],
  line: number,
  offset: number,
): Hit | undefined {
  USUAL.lastIndex = at;
  const match = USUAL.exec(text);
  if (!match) return undefined;
  const url = match[3] as string;
  const userAgent = match[6] as string;
  const forwarded = match[8];
  const columns = forwarded === undefined ? 2 + (match[7] as string).length / 4 : 3;
  // Squid drops what follows the question mark. A host or an address, which may be another column, has no slash.
  if (url.endsWith('?') || !(userAgent.includes('/') || (userAgent === '-' && columns === 2)))
    return undefined;
  const time = clfTime(match[1] as string);
  if (Number.isNaN(time) || !isUsual(columns, forwarded !== undefined)) return undefined;
  const hit: { -readonly [member in keyof Hit]: Hit[member] } = {
    line,
    offset,
    time,
    host: hostOf(start.host),
    address: peerAddress(start.address),
    method: match[2] as string,
    url,
    status: Number(match[4]),
    bytes: match[5] === '-' ? undefined : Number(match[5]),
    userAgent: present(userAgent)?.slice(0, MOST_HEADER) ?? '',
  };
  if (forwarded !== undefined) hit.addresses = { forwarded, forwardedBy: 'X-Forwarded-For' };
  return hit;
}
