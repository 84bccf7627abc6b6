/** The line formats that a batch reads and writes. */
import { printableJson, withoutSecrets } from 'robots-exclusion/print';
import type { BatchFormat } from '../formats.ts';
import type { Answered, AskedAnswers } from '../judge/answers.ts';
import type { BadRecordCode } from '../read/bad-record.ts';
import type { AskedOfAll, OpenedLine } from '../read/question.ts';
import { openRecord } from '../read/read-record.ts';
import { openRow } from '../read/read-row.ts';

export interface QuestionForm {
  /** Lines that contain only these octets are skipped. */
  readonly blank: readonly number[];
  /** @throws {BadRecord} If the line cannot be parsed. */
  open(octets: Uint8Array): OpenedLine;
}

/** How to write results, one per line. Ids have the form of {@link OpenedLine.id}. */
export interface AnswerForm {
  answer(id: string, answered: Answered): string;
  /**
   * @param asked The crawlers and targets for all files. Results are keyed by crawler only if the run names crawlers,
   * and by target only if it names targets.
   */
  asked(id: string, answers: AskedAnswers, asked: AskedOfAll): string;
  /** @param id Undefined if the line could not be opened. */
  error(id: string | undefined, code: BadRecordCode, message: string): string;
}

const TAB = 0x09;
const CR = 0x0d;
const SP = 0x20;

export const questionForms: Readonly<Record<BatchFormat, QuestionForm>> = {
  ndjson: { blank: [SP, TAB, CR], open: openRecord },
  tsv: { blank: [CR], open: openRow },
};

const ndjson: AnswerForm = {
  answer: (id, answered) =>
    `{"id":${id},${members(answered)}${answered.isTruncated ? ',"isTruncated":true' : ''}${further(answered)}}\n`,
  asked(id, { isTruncated, byCrawler }, { crawlers, targets }) {
    const cells = byCrawler.map(([name, answers]): [string, string] => {
      const ofTargets = answers.map(([target, answer]): [string, string] => [target, cell(answer)]);
      return [name, targets ? object(ofTargets) : (ofTargets[0]?.[1] ?? 'null')];
    });
    const answers = crawlers ? `"crawlers":${object(cells)}` : `"targets":${cells[0]?.[1] ?? '{}'}`;
    return `{"id":${id},${answers}${isTruncated ? ',"isTruncated":true' : ''}}\n`;
  },
  error: (id = 'null', code, message) =>
    `{"id":${id},"error":${printableJson({ code, message: withoutSecrets(message) })}}\n`,
};

/**
 * Four columns, and a JSON column for each additional part. For a bad record, the verdict column contains `error`, and
 * the reason column its code.
 */
const tsv: AnswerForm = {
  answer(id, { allowed, because, rule, verdict, usage }) {
    const parts = [verdict, usage]
      .filter((part) => part !== undefined)
      .map((part) => `\t${printableJson(part)}`);
    return `${id}\t${allowed}\t${because}\t${rule?.line ?? ''}${parts.join('')}\n`;
  },
  asked(id, { byCrawler }) {
    const cells = byCrawler.flatMap(([, answers]) => answers.map(([, answer]) => `\t${cell(answer)}`));
    return `${id}${cells.join('')}\n`;
  },
  error: (id = '', code) => `${id}\terror\t${code}\t\n`,
};

export const answerForms: Readonly<Record<BatchFormat, AnswerForm>> = { ndjson, tsv };

function members({ allowed, because, rule }: Answered): string {
  const decided = rule ? `,"line":${rule.line},"rule":${printableJson(rule.text)}` : '';
  return `"allow":${allowed},"because":"${because}"${decided}`;
}

function further({ crawler, verdict, usage }: Answered): string {
  if (!crawler && !verdict && !usage) return '';
  const parts = Object.entries({ crawler, verdict, usage }).filter(([, part]) => part !== undefined);
  return parts.map(([name, part]) => `,"${name}":${printableJson(part)}`).join('');
}

/** One of a record's results: `true` or `false`, or an object if there are additional parts. */
function cell(answered: Answered): string {
  const { allowed, verdict, usage } = answered;
  if (!verdict && !usage) return String(allowed);
  return `{${members(answered)}${further(answered)}}`;
}

function object(entries: readonly (readonly [name: string, json: string])[]): string {
  return `{${entries.map(([name, json]) => `${printableJson(name)}:${json}`).join(',')}}`;
}
