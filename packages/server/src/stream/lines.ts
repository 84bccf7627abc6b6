/** A body in lines: NDJSON as it arrives, each line bounded in size and in the time that it may take. */
import { ProblemError } from '../problems.ts';

/** Bounds of a line. */
export interface LineLimits {
  maxBytes: number;
  /** From the moment that the line is wanted to its end. */
  timeoutMs: number;
  /** Aborted when no further line shall be read; its reason is thrown. */
  end: AbortSignal;
}

/** One line. */
export interface Line {
  /** From 1, blank ones counted too. */
  number: number;
  text: string;
  bytes: number;
}

/**
 * The lines of a body, without those that are blank. What follows is read only when it is wanted.
 *
 * @throws {ProblemError} If a line is too long or too slow, or the end has come.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  { maxBytes, timeoutMs, end }: LineLimits,
): AsyncGenerator<Line> {
  const reader = body.getReader();
  let buffered: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  let deadline = performance.now() + timeoutMs;
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), deadline, end);
      let rest = value ?? new Uint8Array(0);
      for (let at = rest.indexOf(LF); at >= 0; at = rest.indexOf(LF)) {
        buffered.push(rest.subarray(0, at));
        rest = rest.subarray(at + 1);
        yield* lineOf(buffered, number, maxBytes);
        number += 1;
        buffered = [];
        size = 0;
        deadline = performance.now() + timeoutMs;
      }
      if (rest.length > 0) buffered.push(rest);
      size += rest.length;
      if (size > maxBytes) throw tooLong(number, maxBytes);
      if (!done) continue;
      yield* lineOf(buffered, number, maxBytes);
      return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const LF = 0x0a;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function* lineOf(chunks: readonly Uint8Array[], number: number, maxBytes: number): Generator<Line> {
  const octets = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  if (octets.length > maxBytes) throw tooLong(number, maxBytes);
  const text = decoder.decode(octets).trim();
  if (text !== '') yield { number, text, bytes: octets.length };
}

function tooLong(number: number, maxBytes: number): ProblemError {
  return new ProblemError('content-too-large', { detail: `Line ${number} has more than ${maxBytes} octets` });
}

async function within<Value>(promise: Promise<Value>, deadline: number, end: AbortSignal): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ProblemError('request-timeout', { detail: 'The next line did not come in time' });
    timer = setTimeout(() => reject(error), Math.max(0, deadline - performance.now()));
    stop = () => reject(end.reason);
    if (end.aborted) stop();
    else end.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    if (stop) end.removeEventListener('abort', stop);
  }
}
