/** One line of tab-separated values to a question: id, robots.txt as a JSON string, crawler, URL. */
import { BadRecord } from './bad-record.ts';
import type { OpenedLine, Question, ReadingOptions } from './question.ts';
import { utf8Text } from './utf-8-text.ts';

const COLUMNS = 4;

/**
 * Splits a row. Its id is kept as it is written.
 *
 * @throws {BadRecord} If it is not UTF-8.
 */
export function openRow(octets: Uint8Array): OpenedLine {
  const fields = utf8Text(octets).replace(/\r$/, '').split('\t');
  return { id: fields[0] as string, question: (options) => readFields(fields, options) };
}

function readFields(fields: readonly string[], { dialect, isLiteral }: ReadingOptions): Question {
  if (fields.length !== COLUMNS) {
    throw new BadRecord(
      'invalid-tsv',
      `The line has ${fields.length} columns: expected ${COLUMNS}, which are id, robots.txt as a JSON string, agent, URL`,
    );
  }
  const [, robots, agent, url] = fields as [string, string, string, string];
  return { body: readText(robots), agent, url, dialect, isLiteral };
}

/** A JSON string holds no tab and no line end. */
function readText(field: string): string {
  try {
    const value: unknown = JSON.parse(field);
    if (typeof value === 'string') return value;
  } catch {
    // Answered below.
  }
  throw new BadRecord(
    'invalid-robots',
    `Cannot read ${JSON.stringify(field.slice(0, 60))} as a robots.txt: expected a JSON string such as "User-agent: *\\nDisallow: /x\\n"`,
  );
}
