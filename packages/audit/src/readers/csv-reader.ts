/** Reads CSV with a header (RFC 4180), as databases and consoles export logs. The header names the columns. */

import { isNamed, proxyField, putProxyField } from './address-roles.ts';
import { withoutPorts } from './address-text.ts';
import { type Member, NAMES, nameKey, pathsOf } from './fields-by-name.ts';
import type { LineReader, ReaderOptions } from './line-reader.ts';
import { anyTime, isoTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const MOST_CHARACTERS = 64 * 1024;

interface Header {
  readonly delimiter: string;
  readonly width: number;
  readonly places: ReadonlyMap<Member | 'day', number>;
  /** Columns that proxies write, and the one with the client's address, if the user named it. */
  readonly proxies: readonly (readonly [place: number, field: NonNullable<ReturnType<typeof proxyField>>])[];
  readonly chosen: number;
}

/** Creates a CSV reader. The header is the first line that names a column for the time and one for the request. */
export function csvReader(options: ReaderOptions = {}): LineReader {
  let header: Header | undefined;
  let columns = '';
  return {
    name: 'csv',
    read(line, number, offset) {
      if (line === '') return 'nothing';
      if (line.length > MOST_CHARACTERS) return 'unknown';
      if (!header) {
        header = headerOf(line, options);
        columns = line.slice(0, 200);
        return header ? 'nothing' : 'unknown';
      }
      const cells = cellsOf(line, header.delimiter);
      if (cells.length !== header.width) return 'unknown';
      return toHit(fieldsOf(cells, header), number, offset) ?? 'unknown';
    },
    hints: () =>
      header && !header.places.has('userAgent')
        ? [`The columns are ${columns}: name the User-Agent column with --json-field userAgent=COLUMN`]
        : [],
  };
}

function headerOf(line: string, { named, clientAddress }: ReaderOptions): Header | undefined {
  const delimiter = DELIMITERS.map((one) => [one, line.split(one).length] as const).sort(
    (a, b) => b[1] - a[1],
  )[0]?.[0] as string;
  const names = cellsOf(line, delimiter).map(nameKey);
  if (names.length < 3) return undefined;
  const places = new Map<Member | 'day', number>();
  for (const member of Object.keys(NAMES) as Member[]) {
    const wanted = pathsOf(member, named).map((path) => nameKey(path.join('.')));
    const place = wanted.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (place !== undefined) places.set(member, place);
  }
  const day = names.indexOf('date');
  if (day >= 0 && places.get('time') !== day) places.set('day', day);
  const isHeader = places.has('time') && (places.has('url') || places.has('request'));
  if (!isHeader) return undefined;
  const proxies = names.flatMap((name, place) => {
    const field = named?.address === undefined ? proxyField(name) : undefined;
    return field ? [[place, field] as const] : [];
  });
  const chosen = names.findIndex((name) => isNamed(name, clientAddress));
  return { delimiter, width: names.length, places, proxies, chosen };
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      const [text, end] = quotedCell(line, at + 1);
      // The cell goes on in the next line, so the row is not read.
      if (end < 0) return [];
      cells.push(text);
      at = end;
    } else {
      const end = line.indexOf(delimiter, at);
      cells.push(end < 0 ? line.slice(at) : line.slice(at, end));
      at = end < 0 ? line.length : end;
    }
    if (at >= line.length) return cells;
    // RFC 4180 allows nothing between a closing quote and the next delimiter.
    if (line[at] !== delimiter) return [];
    at += delimiter.length;
    if (at === line.length) return [...cells, ''];
  }
}

/** The end is -1 if the cell has no closing quote. */
function quotedCell(line: string, from: number): [text: string, end: number] {
  let text = '';
  for (let at = from; ; ) {
    const quote = line.indexOf('"', at);
    if (quote < 0) return [text, -1];
    text += line.slice(at, quote);
    if (line[quote + 1] !== '"') return [text, quote + 1];
    text += '"';
    at = quote + 2;
  }
}

function fieldsOf(cells: readonly string[], { places, proxies, chosen }: Header): Fields {
  const cell = (member: Member | 'day'): string | undefined => {
    const place = places.get(member);
    const text = place === undefined ? undefined : cells[place];
    return text === undefined || text === '' || text === '-' || text === 'null' ? undefined : text;
  };
  const [day, clock] = [cell('day'), cell('time')];
  const isApart = day !== undefined && clock !== undefined && /^\d\d:\d\d/.test(clock);
  const userAgent = cell('userAgent');
  const url = cell('url');
  const request = cell('request');
  const fields: Fields = {
    time: isApart ? isoTime(`${day} ${clock}`) : anyTime(clock),
    isZoneless: isZoneless(clock),
    address: withoutPorts(cell('address')),
    client: withoutPorts(cell('client')),
    chosen: withoutPorts(cells[chosen]),
    host: cell('host'),
    method: cell('method'),
    ...(url === undefined || request?.includes(' ')
      ? { request }
      : { url, query: url.includes('?') ? undefined : cell('query') }),
    status: cell('status'),
    bytes: cell('bytes'),
    userAgent,
    etag: cell('etag'),
    signature: cell('signature'),
    signatureInput: cell('signatureInput'),
    signatureAgent: cell('signatureAgent'),
  };
  for (const [place, field] of proxies) putProxyField(fields, field, cells[place] ?? '');
  return fields;
}
