/** Turns one line of batch input into one line of batch output. */
import { ExitCode } from '../../exit-codes.ts';
import type { InputLine } from '../../input/lines.ts';
import { BadRecord } from '../read/bad-record.ts';
import { DialectsWanted, type Question, type ReadingOptions } from '../read/question.ts';
import type { AnswerForm, QuestionForm } from './line-forms.ts';

/** A line of output with its line end, and its effect on the exit code. */
export interface Answer {
  readonly text: string;
  /** A verdict of "disallowed" is an ordinary answer here: the exit code is about the input. */
  readonly exitCode: ExitCode;
  /** What was wrong with the line. */
  readonly problem?: string;
}

/** What all lines of a run share. */
export interface AnswerOptions extends ReadingOptions {
  readonly maxLineBytes: number;
  readonly input: QuestionForm;
  readonly output: AnswerForm;
  /** @returns The line of the answer. */
  readonly answer: (id: string, question: Question) => string;
  /** Notes about crawlers since the last call. */
  readonly takeNotes: () => readonly string[];
}

/**
 * Answers one line; undefined for a blank one.
 *
 * @throws {DialectsWanted} If the line names a dialect and none are loaded. Throws nothing else.
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

/** Whether the line contains only octets that are allowed in a blank line. */
function isBlank(octets: Uint8Array, blank: readonly number[]): boolean {
  for (const octet of octets) if (!blank.includes(octet)) return false;
  return true;
}

function badRecord(error: unknown, lineNumber: number, id: string | undefined, form: AnswerForm): Answer {
  const isBad = error instanceof BadRecord;
  const code = isBad ? error.code : 'internal-error';
  const reason = isBad ? error.message : `A defect of this program: ${String(error)}`;
  const problem = `Input line ${lineNumber}: ${reason}`;
  return {
    text: form.error(id, code, problem),
    exitCode: isBad ? exitCodeOf(error) : ExitCode.internal,
    problem,
  };
}

/** The exit code for a bad record. `--strict-agents` uses the same code in every command. */
function exitCodeOf({ code }: BadRecord): ExitCode {
  return code === 'unknown-agent' ? ExitCode.usage : ExitCode.badInput;
}

function tooLong(maxLineBytes: number): BadRecord {
  return new BadRecord('line-too-long', `The line is longer than ${maxLineBytes} octets`);
}
