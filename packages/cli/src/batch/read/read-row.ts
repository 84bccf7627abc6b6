/** Reads one line of tab-separated values as a record: id, robots.txt as a JSON string, crawler, URL. */
import { BadRecord } from './bad-record.ts';
import type { OpenedLine, Question, ReadingOptions } from './question.ts';
import { utf8Text } from './utf-8-text.ts';

/**
 * Splits a row and keeps its id as written.
 *
 * @throws {BadRecord} If the row is not UTF-8.
 */
export function openRow(octets: Uint8Array): OpenedLine {
  const fields = utf8Text(octets).replace(/\r$/, '').split('\t');
  return { id: fields[0] as string, question: (options) => readFields(fields, options) };
}

/** Crawlers or targets that apply to every file have no column. */
function readFields(fields: readonly string[], { dialect, isLiteral, asked }: ReadingOptions): Question {
  const further = [...(asked.crawlers ? [] : ['agent']), ...(asked.targets ? [] : ['URL'])];
  const columns = ['id', 'robots.txt as a JSON string', ...further];
  if (fields.length !== columns.length) {
    throw new BadRecord(
      'invalid-tsv',
      `The line has ${fields.length} columns: expected ${columns.length} (${columns.join(', ')})`,
    );
  }
  const body = readText(fields[1] as string);
  const agent = asked.crawlers ? '' : (fields[2] as string);
  const url = asked.targets ? '' : (fields.at(-1) as string);
  return { body, isRepeated: false, agent, url, dialect, isLiteral };
}

/** The text of a field, which is a JSON string because JSON strings contain no tabs or line ends. */
function readText(field: string): string {
  try {
    const value: unknown = JSON.parse(field);
    if (typeof value === 'string') return value;
  } catch {
    // The error is reported below.
  }
  throw new BadRecord(
    'invalid-robots',
    `Cannot read ${JSON.stringify(field.slice(0, 60))} as a robots.txt: expected a JSON string such as "User-agent: *\\nDisallow: /x\\n"`,
  );
}
