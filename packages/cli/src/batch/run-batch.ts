/** A stateless filter: one line in, one line out, in order, in constant memory. */
import type { AgentIndex } from 'robots-exclusion/agents';
import { type ExitCode, mostImportant } from '../exit-codes.ts';
import { type InputLine, linesByChunk } from '../input/lines.ts';
import { type AnswerOptions, answerLine } from './answer.ts';
import type { BatchFormat } from './formats.ts';
import { createJudge } from './judge-questions.ts';
import { lineForms } from './line-forms.ts';
import type { ReadingOptions } from './question.ts';

/** How a batch is run. */
export interface BatchOptions extends ReadingOptions {
  format: BatchFormat;
  /** The limit under which robots.txt files are parsed; the parser's default when undefined. */
  maxBytes: number | undefined;
  maxLineBytes: number;
  /** Where names of crawlers are looked up; undefined for the known ones. */
  registry: AgentIndex | undefined;
  /** Resolves when more may be written. */
  write: (text: string) => Promise<void>;
  /** Told now and then how far the run has come. */
  onProgress?: (progress: { bytes: number; records: number }) => void;
  /** Told at the end, if so many of all records were answered by an error; `first` is what was wrong with the first. */
  onBadRecords?: (badRecords: number, records: number, first: string) => void;
}

/** Output is handed on when it has grown this long, or when the input has nothing more to give at once. */
const writeCharacters = 64 * 1024;

/** Answers all records of `input`, and returns the exit code. Rejects only if `input` or `write` does. */
export async function runBatch(input: AsyncIterable<Uint8Array>, options: BatchOptions): Promise<ExitCode> {
  const { write, maxLineBytes, onProgress, onBadRecords } = options;
  const answers: AnswerOptions = {
    ...options,
    form: lineForms[options.format],
    judge: createJudge(options.maxBytes, options.registry),
  };
  const codes = new Set<ExitCode>();
  let isFirst = true;
  let records = 0;
  let bytes = 0;
  let badRecords = 0;
  let firstProblem = '';
  for await (const lines of linesByChunk(counted(input), maxLineBytes)) {
    let output = '';
    for (const line of lines) {
      const answer = answerLine(isFirst ? withoutByteOrderMark(line) : line, answers);
      isFirst = false;
      if (!answer) continue;
      records++;
      codes.add(answer.exitCode);
      if (answer.problem !== undefined && badRecords++ === 0) firstProblem = answer.problem;
      output += answer.text;
      if (output.length < writeCharacters) continue;
      await write(output);
      output = '';
    }
    if (output !== '') await write(output);
    onProgress?.({ bytes, records });
  }
  if (badRecords > 0) onBadRecords?.(badRecords, records, firstProblem);
  return mostImportant(codes);

  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
}

/** Some editors and shells put one before a file; JSON forbids it (RFC 8259 §8.1). */
function withoutByteOrderMark({ number, octets }: InputLine): InputLine {
  const hasMark = octets?.[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf;
  return { number, octets: hasMark ? octets.subarray(3) : octets };
}
