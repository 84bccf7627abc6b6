/** Rows as lines of NDJSON. */
import type { Answer } from '../row/answer.ts';
import { type Column, columns } from '../row/columns.ts';
import type { CorpusRow } from '../row/corpus-row.ts';
import { isShared } from '../row/crawler-columns.ts';
import type { ReadyOptions } from '../row/ready-options.ts';

/** A row as a line: the result of `JSON.stringify`, and a line end. */
export function ndjsonLine(row: CorpusRow): string {
  return `${JSON.stringify(row)}\n`;
}

/** The text of a value. */
type TextOf = (value: unknown) => string;

/**
 * Writes the line of an answer's row, the same as {@link ndjsonLine}. Its text is put together column by column: the object
 * of a row, and a search of all its text for what JSON escapes, would take as long as reading the record.
 */
export function answerLine({ columns: names }: ReadyOptions): (answer: Answer) => string {
  const parts = names.map((name, index) => {
    const column: Column = columns[name];
    return { before: `${index === 0 ? '{' : ','}"${name}":`, of: column.of, textOf: textFor(column) };
  });
  return (answer) => {
    let line = '';
    for (const { before, of, textOf } of parts) line += before + textOf(of(answer));
    return `${line}}\n`;
  };
}

function textFor({ type, values, pattern }: Column): TextOf {
  if (type === 'CRAWLERS') return crawlersText;
  if (type === 'BOOLEAN' || type === 'INT32' || type === 'INT64') return String;
  if (type === 'STRING' && values === undefined && pattern === undefined) return stringText;
  if (type === 'STRING' || type === 'TIMESTAMP') return wordText;
  return JSON.stringify;
}

/** A value without anything to escape. */
function wordText(value: unknown): string {
  return value === null ? 'null' : `"${value}"`;
}

function stringText(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** Printable ASCII without quotation mark and backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** The texts of objects that many rows share. */
const texts = new WeakMap<object, string>();

/** Most rows have the verdicts of others: all where the file names no requested crawler, else those of the others. */
function crawlersText(value: unknown): string {
  const crawlers = value as CorpusRow['crawlers'];
  return keptText(crawlers, () => {
    let text = '';
    for (const name in crawlers) {
      const one = crawlers[name] as object;
      text += `${text === '' ? '{' : ','}${stringText(name)}:${keptText(one, () => JSON.stringify(one))}`;
    }
    return text === '' ? '{}' : `${text}}`;
  });
}

function keptText(value: object, make: () => string): string {
  if (!isShared(value)) return make();
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = make();
  texts.set(value, text);
  return text;
}
