/**
 * Reads a list of URLs with or without numbers: one URL per line, or a table exported by a search console or a log
 * tool. The first column contains the URLs. The numbers count clicks, hits, visits, or another quantity that the header
 * names.
 */

export interface UrlTable {
  readonly rows: Iterable<{ readonly url: string; readonly weight?: number }>;
  /** The unit of the numbers. */
  readonly unit: string;
}

/** Names of columns that count visits, in order of preference. */
const UNITS = [
  'clicks',
  'hits',
  'visits',
  'requests',
  'sessions',
  'pageviews',
  'views',
  'impressions',
  'count',
];

export function readTable(text: string): UrlTable {
  const end = text.search(/[\r\n]/);
  const head = cellsOf(end < 0 ? text : text.slice(0, end)).map((cell) => cell.toLowerCase());
  const isHead =
    head.length > 1 &&
    /^(?:url|urls|page|pages|top pages|path|address|uri|landing page)$/.test(head[0] ?? '');
  const unit = UNITS.find((name) => head.includes(name));
  const column = isHead && unit !== undefined ? head.indexOf(unit) : 1;
  return { unit: unit ?? 'hits', rows: rowsOf(text, column, isHead) };
}

function* rowsOf(text: string, column: number, isHead: boolean) {
  let isFirst = true;
  for (const line of linesOf(text)) {
    if (isFirst && isHead) {
      isFirst = false;
      continue;
    }
    isFirst = false;
    const cells = cellsOf(line);
    const weight = numberOf(cells[column]);
    yield { url: cells[0] ?? '', ...(weight !== undefined && { weight }) };
  }
}

/** Yields lines one by one, because a list may have millions. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
    yield text.slice(from, index);
    from = index + end.length;
  }
  yield text.slice(from);
}

/** Splits a line at tabs, or at commas before a quoted cell or a number. A URL may contain other commas. */
function cellsOf(line: string): string[] {
  const trimmed = line.trim();
  if (trimmed.includes('\t')) return trimmed.split('\t').map(unquoted);
  const quoted = /^"((?:[^"]|"")*)"(?:,(.*))?$/.exec(trimmed);
  if (quoted) return [(quoted[1] as string).replaceAll('""', '"'), ...restOf(quoted[2] ?? '')];
  const [, url, rest] = /^([^,\s]+)((?:,"?[\d.]+%?"?)+)$/.exec(trimmed) ?? [];
  if (url !== undefined && rest !== undefined) return [url, ...restOf(rest.slice(1))];
  // A header row contains only words.
  if (/^[a-z ]+(?:,[a-z ]+)+$/i.test(trimmed)) return restOf(trimmed);
  return [trimmed];
}

function restOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map(unquoted);
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
}

function numberOf(cell: string | undefined): number | undefined {
  return cell !== undefined && /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined;
}
