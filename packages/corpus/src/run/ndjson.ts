/** Rows as lines of NDJSON. */
import type { CorpusRow } from '../row/corpus-row.ts';

/** JSON of objects that many rows share: verdicts of files that name no requested crawler. */
const texts = new WeakMap<object, string>();

/** A row as a line: the result of `JSON.stringify`, and a line end. */
export function ndjsonLine(row: CorpusRow): string {
  const crawlers: object | undefined = row.crawlers;
  if (crawlers === undefined || !hasMany(crawlers)) return `${JSON.stringify(row)}\n`;
  let line = '';
  for (const name in row) {
    const value = row[name as keyof CorpusRow];
    line += `${line === '' ? '{' : ','}"${name}":${value === crawlers ? textOf(crawlers) : JSON.stringify(value)}`;
  }
  return `${line}}\n`;
}

/** Below this, one call for the whole row is faster. */
const MANY = 4;

function hasMany(crawlers: object): boolean {
  let count = 0;
  for (const _name in crawlers) if (++count === MANY) return true;
  return false;
}

function textOf(shared: object): string {
  const known = texts.get(shared);
  if (known !== undefined) return known;
  const text = JSON.stringify(shared);
  texts.set(shared, text);
  return text;
}
