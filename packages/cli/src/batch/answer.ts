/** One line of batch input to one line of batch output. */
import type { Verdict } from 'robots-exclusion';
import { ExitCode } from '../exit-codes.ts';
import type { InputLine } from '../input/lines.ts';
import { printableJson } from '../output/printable.ts';
import { BadRecord } from './bad-record.ts';
import type { Explainer, ExplainerSource } from './explainer-cache.ts';
import { parseRecord, type Question, type ReadingOptions, readQuestion } from './read-record.ts';

/** A line of output, with its line end, and what it means for the exit code. */
export interface Answer {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** What all lines of a run share. */
export interface AnswerOptions extends ReadingOptions {
  readonly maxLineBytes: number;
  readonly explainers: ExplainerSource;
}

/** Answers one line; undefined for a blank one. Never throws. */
export function answerLine(line: InputLine, options: AnswerOptions): Answer | undefined {
  if (line.octets && isBlank(line.octets)) return undefined;
  let idJson = 'null';
  try {
    if (!line.octets) throw tooLong(options.maxLineBytes);
    const record = parseRecord(line.octets);
    idJson = record.idJson;
    const question = readQuestion(record, options);
    const { verdictOn, isTruncated, noteJson } = options.explainers(question);
    const verdict = explainUrl(verdictOn, question);
    if (verdict.because === 'unreadable') throw new BadRecord('dialect-fails', verdict.note ?? 'No answer');
    const cut = isTruncated ? ',"isTruncated":true' : '';
    return {
      text: `{"id":${idJson},${verdictMembers(verdict)}${cut}${noteJson}}\n`,
      exitCode: ExitCode.allowed,
    };
  } catch (error) {
    return badRecord(error, line.number, idJson);
  }
}

/** The only thing left in a question that its content can make wrong is its URL. */
function explainUrl(verdictOn: Explainer, { url }: Question): Verdict {
  try {
    return verdictOn(url);
  } catch (error) {
    if (error instanceof TypeError) throw new BadRecord('invalid-url', error.message);
    throw error;
  }
}

/** A verdict that forbids is an answer like any other here: the run's exit code is about its input. */
function verdictMembers({ allowed, because, rule }: Verdict): string {
  const members = `"allow":${allowed},"because":"${because}"`;
  return rule ? `${members},"line":${rule.line},"rule":${printableJson(rule.text)}` : members;
}

function badRecord(error: unknown, lineNumber: number, idJson: string): Answer {
  const isBad = error instanceof BadRecord;
  const code = isBad ? error.code : 'internal-error';
  const reason = isBad ? error.message : `A defect of this program: ${String(error)}`;
  const text = `{"id":${idJson},"error":${printableJson({ code, message: `Input line ${lineNumber}: ${reason}` })}}\n`;
  return { text, exitCode: isBad ? ExitCode.badInput : ExitCode.internal };
}

function tooLong(maxLineBytes: number): BadRecord {
  return new BadRecord('line-too-long', `The line is longer than ${maxLineBytes} octets`);
}

function isBlank(octets: Uint8Array): boolean {
  return octets.every((octet) => octet === 0x20 || octet === 0x09 || octet === 0x0d);
}
