/** A stateless filter that writes one output line per input line, in order, with constant memory. */
import type { InputLine } from '../input/lines.ts';
import { type Answer, type AnswerOptions, answerLine } from './lines/answer-line.ts';
import { addNotes, countAnswer, emptyTally, type Tally } from './lines/tally.ts';
import { DialectsWanted } from './read/question.ts';
import { recordLines } from './read/record-lines.ts';

export interface BatchOptions {
  readonly answers: AnswerOptions;
  /** Resolves when more may be written. */
  write: (text: string) => Promise<void>;
  /** Called periodically with the progress of the run. */
  onProgress?: (progress: { records: number }) => void;
}

/** Output is flushed when it reaches this length, or when no further input is available yet. */
const writeCharacters = 64 * 1024;

/** Processes all records of `input`. Rejects only if `input` or `write` rejects. */
export async function runBatch(input: AsyncIterable<Uint8Array>, options: BatchOptions): Promise<Tally> {
  const { write, onProgress } = options;
  let { answers } = options;
  const tally = emptyTally();
  for await (const lines of recordLines(input, answers.maxLineBytes)) {
    let output = '';
    for (const line of lines) {
      let answer = answerIfLoaded(line, answers);
      if (answer === 'dialects-wanted') {
        answers = { ...answers, dialects: await import('../dialects.ts') };
        answer = answerLine(line, answers);
      }
      if (!answer) continue;
      countAnswer(tally, answer);
      output += answer.text;
      if (output.length < writeCharacters) continue;
      await write(output);
      output = '';
    }
    if (output !== '') await write(output);
    onProgress?.(tally);
  }
  addNotes(tally, answers.takeNotes());
  return tally;
}

function answerIfLoaded(line: InputLine, answers: AnswerOptions): Answer | undefined | 'dialects-wanted' {
  try {
    return answerLine(line, answers);
  } catch (error) {
    if (error instanceof DialectsWanted) return 'dialects-wanted';
    throw error;
  }
}
