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

type ValueWriter = (value: unknown, to: OctetWriter) => void;

export interface LineForm {
  /** Escapes characters that the reader must not receive. @default none */
  readonly safe?: Escape;
  /** Writes crawlers as text instead of an object. @default none */
  readonly codes?: CrawlerCodes;
}

/**
 * Returns a function that writes the line of a capture's row. The line equals the one from {@link ndjsonLine}. It
 * writes octets column by column, because creating the row's object and searching its text for characters that JSON
 * escapes would take as long as reading the record.
 */
export function lineWriter(
  { columns: names, crawlers }: ReadyOptions,
  { safe = (json) => json, codes }: LineForm = {},
): (answer: Answer, to: OctetWriter) => void {
  const writeCrawlers: CrawlersWriter = codes
    ? (value, to) => to.ascii(`"${codes.codeOf(value)}"`)
    : crawlersWriter(crawlers, safe);
  const parts = names.map((name, index) => {
    const column: Column = columns[name];
    const write = column.type === 'CRAWLERS' ? (writeCrawlers as ValueWriter) : writerFor(column, safe);
    return { before: `${index === 0 ? '{' : ','}"${name}":`, of: column.of, write };
  });
  return (answer, to) => {
    for (const { before, of, write } of parts) {
      to.ascii(before);
      write(of(answer), to);
    }
    to.ascii('}\n');
  };
}

function writerFor({ type }: Column, safe: Escape): ValueWriter {
  const json: ValueWriter = (value, to) => to.characters(safe(JSON.stringify(value)));
  switch (type) {
    case 'BOOLEAN':
    case 'INT32':
    case 'INT64':
      return (value, to) => to.ascii(String(value));
    case 'STRING':
    case 'TIMESTAMP':
      return (value, to) => {
        if (value === null) to.ascii('null');
        else if (!to.quoted(value as string)) json(value, to);
      };
    case 'STRINGS':
      return (value, to) => writeStrings(value as readonly string[], to, json);
    case 'JSON':
      return (value, to) => {
        if (!isEmpty(value as object)) json(value, to);
        else to.ascii(Array.isArray(value) ? '[]' : '{}');
      };
    default:
      return json;
  }
}

function writeStrings(strings: readonly string[], to: OctetWriter, json: ValueWriter): void {
  to.ascii('[');
  for (let at = 0; at < strings.length; at++) {
    if (at > 0) to.ascii(',');
    const text = strings[at] as string;
    if (!to.quoted(text)) json(text, to);
  }
  to.ascii(']');
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

type CrawlersWriter = (crawlers: CorpusRow['crawlers'], to: OctetWriter) => void;

/**
 * Most rows repeat verdicts from earlier rows: all verdicts if the file names no requested crawler; otherwise, the
 * verdicts for the crawlers that it does not name.
 */
function crawlersWriter(asked: ReadyOptions['crawlers'], safe: Escape): CrawlersWriter {
  const names = new Map(asked.map(({ name }) => [name, `${safe(JSON.stringify(name))}:`]));
  // Keyed by objects that many rows share.
  const rows = new WeakMap<object, Uint8Array>();
  const members = new WeakMap<object, string>();
  const memberText = (value: object): string => {
    const known = members.get(value);
    if (known !== undefined) return known;
    const text = safe(JSON.stringify(value));
    if (isShared(value)) members.set(value, text);
    return text;
  };
  const textOf = (crawlers: CorpusRow['crawlers']): string => {
    let text = '';
    for (const name in crawlers) {
      text += (text === '' ? '{' : ',') + names.get(name) + memberText(crawlers[name] as object);
    }
    return text === '' ? '{}' : `${text}}`;
  };
  return (crawlers, to) => {
    const known = rows.get(crawlers);
    if (known) return to.octets(known);
    const text = textOf(crawlers);
    if (isShared(crawlers)) rows.set(crawlers, Buffer.from(text));
    to.characters(text);
  };
}
