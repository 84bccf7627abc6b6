import type { OctetWriter } from '../join/octets.ts';
import type { Answer } from '../row/answer.ts';
import { type Column, columns } from '../row/columns.ts';
import type { CorpusRow } from '../row/corpus-row.ts';
import type { CrawlerCodes } from '../row/crawler-codes.ts';
import { isShared } from '../row/crawler-columns.ts';
import type { ReadyOptions } from '../row/ready-options.ts';

/** A row as a line: the result of `JSON.stringify`, followed by a line feed. */
export function ndjsonLine(row: CorpusRow): string {
  return `${JSON.stringify(row)}\n`;
}

/** Converts JSON text before it is written. Must return printable ASCII without `#` unchanged. */
export type Escape = (json: string) => string;

type ValueText = (value: unknown) => string;

export interface LineForm {
  /** Escapes characters that the reader must not receive. @default none */
  readonly safe?: Escape;
  /** Writes crawlers as text instead of an object. @default none */
  readonly codes?: CrawlerCodes;
}

/**
 * Returns a function that writes the line of a capture's row. The line equals the one from {@link ndjsonLine}. It is
 * assembled column by column, because creating the row's object and searching its text for characters that JSON escapes
 * would take as long as reading the record.
 */
export function lineWriter(
  { columns: names, crawlers }: ReadyOptions,
  { safe = (json) => json, codes }: LineForm = {},
): (answer: Answer, to: OctetWriter) => void {
  const ofCrawlers: CrawlersText = codes
    ? (value) => `"${codes.codeOf(value)}"`
    : crawlersText(crawlers, safe);
  const parts = names.map((name, index) => {
    const column: Column = columns[name];
    const text = column.type === 'CRAWLERS' ? (ofCrawlers as ValueText) : textFor(column, safe);
    return { before: `${index === 0 ? '{' : ','}"${name}":`, of: column.of, text };
  });
  return (answer, to) => {
    let line = '';
    for (const { before, of, text } of parts) line += before + text(of(answer));
    to.characters(`${line}}\n`);
  };
}

/** Text that JSON does not escape, and that {@link Escape} returns unchanged. */
const PLAIN = /^[ !$-[\]-~]*$/;

function textFor({ type }: Column, safe: Escape): ValueText {
  const json: ValueText = (value) => safe(JSON.stringify(value));
  const string = (value: string): string => (PLAIN.test(value) ? `"${value}"` : json(value));
  switch (type) {
    case 'BOOLEAN':
    case 'INT32':
    case 'INT64':
      return String;
    case 'STRING':
    case 'TIMESTAMP':
      return (value) => (value === null ? 'null' : string(value as string));
    case 'STRINGS':
      return (value) => `[${(value as readonly string[]).map(string).join(',')}]`;
    case 'JSON':
      return (value) => {
        if (!isEmpty(value as object)) return json(value);
        return Array.isArray(value) ? '[]' : '{}';
      };
    default:
      return json;
  }
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

type CrawlersText = (crawlers: CorpusRow['crawlers']) => string;

/**
 * Most rows repeat verdicts from earlier rows: all verdicts if the file names no requested crawler; otherwise, the
 * verdicts for the crawlers that it does not name.
 */
function crawlersText(asked: ReadyOptions['crawlers'], safe: Escape): CrawlersText {
  const names = new Map(asked.map(({ name }) => [name, `${safe(JSON.stringify(name))}:`]));
  // Keyed by objects that many rows share.
  const texts = new WeakMap<object, string>();
  const kept = (value: object, make: () => string): string => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = make();
    if (isShared(value)) texts.set(value, text);
    return text;
  };
  const memberText = (value: object): string => kept(value, () => safe(JSON.stringify(value)));
  return (crawlers) =>
    kept(crawlers, () => {
      const members = Object.entries(crawlers).map(([name, value]) => names.get(name) + memberText(value));
      return `{${members.join(',')}}`;
    });
}
