/**
 * Reads W3C extended logs: those of IIS, and those of Amazon CloudFront, whose columns are separated by tabs.
 * `#Fields:` names the columns and may occur on any line.
 */

import { isNamed, proxyField, putProxyField } from './address-roles.ts';
import { unescaped } from './escapes.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { decodedHeader } from './percent.ts';
import { isoTime } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/** Columns of a CloudFront log without a header: the first 16 of 33. */
const CLOUDFRONT =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) ' +
  'cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header';

/** The columns of each field, most specific first. */
const COLUMNS = {
  date: ['date'],
  clock: ['time'],
  address: ['c-ip', 'cs-ip'],
  host: ['x-host-header', 'cs-host', 'cs(host)'],
  method: ['cs-method'],
  url: ['cs-uri-stem', 'cs-uri'],
  query: ['cs-uri-query'],
  status: ['sc-status'],
  bytes: ['sc-bytes'],
  userAgent: ['cs(user-agent)'],
  signature: ['cs(signature)'],
  signatureInput: ['cs(signature-input)'],
  signatureAgent: ['cs(signature-agent)'],
} as const;

type Column = keyof typeof COLUMNS;

/** The positions of columns, and of those that proxies write. */
interface Places extends Partial<Record<Column, number>> {
  /** Whether `c-ip` is the client that a CDN saw, not the server's peer. */
  readonly isOfCdn: boolean;
  /** Whether the target's column is `cs-uri`, which may have a host, also without a scheme (Imperva). */
  readonly isOfUri: boolean;
  readonly proxies: readonly (readonly [place: number, field: NonNullable<ReturnType<typeof proxyField>>])[];
  readonly chosen: number;
}

/** A reader for W3C extended logs. Before the first `#Fields:`, it assumes CloudFront's columns. */
export function w3cReader({ clientAddress }: ReaderOptions = {}): LineReader {
  let places = placesOf(CLOUDFRONT, clientAddress);
  /** The number of columns; 0 if no line names them. */
  let width = 0;
  let day = '';
  return {
    name: 'w3c',
    read(line, number, offset) {
      if (line === '') return 'nothing';
      if (line.startsWith('#')) {
        const [, directive, value = ''] = /^#\s*([A-Za-z]+):\s*(.*)$/s.exec(line) ?? [];
        if (directive === 'Fields') {
          places = placesOf(value, clientAddress);
          width = value.trim().split(/\s+/).length;
        } else if (directive === 'Date') day = value.slice(0, 10);
        return 'nothing';
      }
      // CloudFront separates columns by tabs.
      if (width === 0 && !line.includes('\t')) return 'unknown';
      const cells = cellsOf(line);
      const hit = toHit(fieldsOf(cells, places, day, places.isOfCdn || line.includes('\t')), number, offset);
      // With another number of cells, nothing tells which column a cell belongs to.
      const isUneven = width > 0 && cells.length !== width && cells.at(-1) !== '';
      return hit && (isUneven || cells.some(isBroken)) ? 'unsure' : (hit ?? 'unknown');
    },
  };
}

function placesOf(header: string, clientAddress: string | undefined): Places {
  const names = header.trim().toLowerCase().split(/\s+/);
  const places: Places = {
    isOfCdn: names.some((name) => name.startsWith('x-edge-') || name === 'x-host-header'),
    isOfUri: !names.includes('cs-uri-stem'),
    proxies: names.flatMap((name, place) => {
      const field = proxyField(name);
      return field ? [[place, field] as const] : [];
    }),
    chosen: names.findIndex((name) => isNamed(name, clientAddress)),
  };
  for (const [column, wanted] of Object.entries(COLUMNS) as [Column, readonly string[]][]) {
    const place = wanted.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (place !== undefined) places[column] = place;
  }
  return places;
}

function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t');
  return line.includes('"') ? quotedCells(line) : line.trimEnd().split(' ');
}

/** Whether a quote begins a cell and does not end it. */
function isBroken(cell: string): boolean {
  return cell.startsWith('"') && !/^".*"$/s.test(cell);
}

function fieldsOf(cells: readonly string[], places: Places, day: string, isEncoded: boolean): Fields {
  const cell = (column: Column): string | undefined => {
    const place = places[column];
    const text = place === undefined ? undefined : cells[place];
    return text === '-' ? undefined : column === 'userAgent' ? text : text && unquoted(text);
  };
  const userAgent = cell('userAgent');
  const fields: Fields = {
    time: isoTime(`${cell('date') ?? day} ${cell('clock') ?? ''}`),
    [places.isOfCdn ? 'client' : 'address']: cell('address'),
    chosen: unblanked(cells[places.chosen]),
    host: cell('host'),
    method: cell('method'),
    url: asSent(withScheme(cell('url'), places.isOfUri), places),
    query: asSent(cell('query'), places),
    status: cell('status'),
    bytes: cell('bytes'),
    userAgent: userAgent && (isEncoded ? decodedHeader(userAgent) : withBlanks(userAgent)),
    ...(isEncoded && places.signature !== undefined && signatureIn(cell)),
  };
  for (const [place, field] of places.proxies) putProxyField(fields, field, unblanked(cells[place]) ?? '');
  return fields;
}

/** Undoes CloudFront's encoding of the percent signs in a target: it logs `/a%20b` as `/a%2520b`. */
function asSent(text: string | undefined, { isOfCdn }: Places): string | undefined {
  return isOfCdn ? text?.replaceAll('%25', '%') : text;
}

function withScheme(target: string | undefined, isOfUri: boolean): string | undefined {
  return isOfUri && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?]|$)/.test(target ?? '')
    ? `http://${target}`
    : target;
}

/** A list of addresses. IIS writes the blanks in it as `+`, CloudFront as `%20`. */
function unblanked(text: string | undefined): string | undefined {
  return text?.replace(/\+|%20/g, ' ');
}

/** IIS writes a blank as a plus. Before a link, the plus is one that the client sent. Quoted cells have blanks. */
function withBlanks(userAgent: string): string {
  if (userAgent.startsWith('"')) return unquoted(userAgent);
  return userAgent.replaceAll('+', ' ').replace(/(\(| ) (?=(?:https?:|mailto:|www\.))/gi, '$1+');
}

/**
 * The signature of the request. It is read only from logs that encode fields: others write spaces as `+`, so a `+` in
 * the signature looks like a space.
 */
function signatureIn(cell: (column: Column) => string | undefined): Partial<Fields> {
  const decoded = (column: Column): string | undefined => {
    const text = cell(column);
    return text && decodedHeader(text);
  };
  return {
    signature: decoded('signature'),
    signatureInput: decoded('signatureInput'),
    signatureAgent: decoded('signatureAgent'),
  };
}

/** Splits a line into cells, with their quotes. The format's draft allows quoted cells; Tomcat escapes within them. */
function quotedCells(line: string): string[] {
  return [...line.matchAll(/(?:^| )("(?:[^"]|"")*"(?= |$)|[^ ]*)/g)].map(([, cell]) => cell as string);
}

function unquoted(cell: string): string {
  return /^".*"$/s.test(cell) ? unescaped(cell.slice(1, -1).replaceAll('""', '"')) : cell;
}
