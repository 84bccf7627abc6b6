/** The forms of lines that a batch reads and writes. */
import { printableJson } from '../output/printable.ts';
import type { BadRecordCode } from './bad-record.ts';
import type { BatchFormat } from './formats.ts';
import type { Answered } from './judge-questions.ts';
import type { OpenedLine } from './question.ts';
import { openRecord } from './read-record.ts';
import { openRow } from './read-row.ts';

/** How questions are read and answers written, a line each. */
export interface LineForm {
  /** Lines of nothing but these octets are skipped. */
  readonly blank: readonly number[];
  /** @throws {BadRecord} If the line cannot be taken apart. */
  open(octets: Uint8Array): OpenedLine;
  /** @param id As opened. */
  answer(id: string, answered: Answered): string;
  /** @param id Undefined where the line could not be opened. */
  error(id: string | undefined, code: BadRecordCode, message: string): string;
}

const TAB = 0x09;
const CR = 0x0d;
const SP = 0x20;

const ndjson: LineForm = {
  blank: [SP, TAB, CR],
  open: openRecord,
  answer(id, { allowed, because, rule, isTruncated, crawler }) {
    const decided = rule ? `,"line":${rule.line},"rule":${printableJson(rule.text)}` : '';
    const cut = isTruncated ? ',"isTruncated":true' : '';
    const note = crawler ? `,"crawler":${printableJson(crawler)}` : '';
    return `{"id":${id},"allow":${allowed},"because":"${because}"${decided}${cut}${note}}\n`;
  },
  error: (id = 'null', code, message) => `{"id":${id},"error":${printableJson({ code, message })}}\n`,
};

/** Four columns always; what is bad has `error` for the verdict, and its code for the reason. */
const tsv: LineForm = {
  blank: [CR],
  open: openRow,
  answer: (id, { allowed, because, rule }) => `${id}\t${allowed}\t${because}\t${rule?.line ?? ''}\n`,
  error: (id = '', code) => `${id}\terror\t${code}\t\n`,
};

/** By name. */
export const lineForms: Readonly<Record<BatchFormat, LineForm>> = { ndjson, tsv };
