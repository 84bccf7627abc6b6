/** Turns one line of batch input into one line of batch output. */
import { ExitCode } from '../../exit-codes.ts';
import type { InputLine } from '../../input/lines.ts';
import { BadRecord } from '../read/bad-record.ts';
import { DialectsWanted, type Question, type ReadingOptions } from '../read/question.ts';
import type { AnswerForm, QuestionForm } from './line-forms.ts';

/** A line of output with its line end, and its effect on the exit code. */
export interface Answer {
  readonly text: string;
  /** The exit code. It reports only errors in the input: the verdict "disallowed" is an ordinary result. */
  readonly exitCode: ExitCode;
  readonly problem?: string;
}

export interface AnswerOptions extends ReadingOptions {
  readonly maxLineBytes: number;
  readonly input: QuestionForm;
  readonly output: AnswerForm;
  /** @returns The output line. */
  readonly answer: (id: string, question: Question) => string;
  /** Returns the notes about crawlers that were collected since the last call. */
  readonly takeNotes: () => readonly string[];
}

/**
 * Processes one line; returns undefined for a blank line.
 *
 * @throws {DialectsWanted} If the line names a dialect and the dialects are not loaded. Throws nothing else.
 */
export function answerLine(line: InputLine, options: AnswerOptions): Answer | undefined {
  const { input, output } = options;
  if (line.octets && isBlank(line.octets, input.blank)) return undefined;
  let id: string | undefined;
  try {
    if (!line.octets) throw tooLong(options.maxLineBytes);
    const opened = input.open(line.octets);
    id = opened.id;
    return { text: options.answer(id, opened.question(options)), exitCode: ExitCode.allowed };
  } catch (error) {
    if (error instanceof DialectsWanted) throw error;
    return badRecord(error, line.number, id, output);
  }
}

/** Whether the line contains only octets that a blank line may contain. */
function isBlank(octets: Uint8Array, blank: readonly number[]): boolean {
  for (const octet of octets) if (!blank.includes(octet)) return false;
  return true;
}

function badRecord(error: unknown, lineNumber: number, id: string | undefined, form: AnswerForm): Answer {
  const isBad = error instanceof BadRecord;
  const code = isBad ? error.code : 'internal-error';
  const reason = isBad ? error.message : `Internal error: ${String(error)}`;
  const problem = `Input line ${lineNumber}: ${reason}`;
  return {
    text: form.error(id, code, problem),
    exitCode: isBad ? exitCodeOf(error) : ExitCode.internal,
    problem,
  };
}

/**
 * The exit code for a bad record. For an unknown crawler, it is the code that `--strict-agents` uses in every command.
 */
function exitCodeOf({ code }: BadRecord): ExitCode {
  return code === 'unknown-agent' ? ExitCode.usage : ExitCode.badInput;
}

function tooLong(maxLineBytes: number): BadRecord {
  return new BadRecord('line-too-long', `The line is longer than ${maxLineBytes} octets`);
}
