/** Splits an NDJSON body into lines as it arrives, with limits on the size and time of each line. */
import { within } from '@robots-exclusion/client/within';
import { ProblemError } from '../problems.ts';

export interface LineLimits {
  maxBytes: number;
  /** The time limit from the demand for a line until its end has arrived. */
  timeoutMs: number;
  /**
   * Called before each line, blank ones too. Waits until it is the client's turn, and throws if the client may have no
   * more.
   */
  turn: () => Promise<void> | undefined;
  /** Aborted when no more lines should be read. The reader then throws the signal's reason. */
  end: AbortSignal;
  /**
   * `hold` is called with the number of octets received. `release` is called with the number of held octets that belong
   * to a skipped blank line.
   */
  hold: (octets: number) => void;
  release: (octets: number) => void;
}

export interface Line {
  /** The number of the line, counted from 1, including blank lines. */
  number: number;
  octets: Uint8Array;
  /** The number of octets held for the line, including its line end. */
  bytes: number;
}

/**
 * The lines of a body, without blank lines. Octets are read only on demand.
 *
 * @throws {ProblemError} If a line is too long or too slow, `turn` throws, or the service is shutting down.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  { maxBytes, timeoutMs, end, turn, hold, release }: LineLimits,
): AsyncGenerator<Line> {
  const reader = body.getReader();
  let buffered: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  let deadline = performance.now() + timeoutMs;
  try {
    for (;;) {
      const ms = Math.max(0, deadline - performance.now());
      const { done, value } = await within(reader.read(), { ms, timeout: tooSlow, signal: end });
      let rest = value ?? new Uint8Array(0);
      hold(rest.length);
      for (let at = rest.indexOf(LF); at >= 0; at = rest.indexOf(LF)) {
        const waiting = turn();
        if (waiting !== undefined) await waiting;
        buffered.push(rest.subarray(0, at));
        rest = rest.subarray(at + 1);
        const line = lineOf(buffered, number, maxBytes, 1);
        if (line) yield line;
        else release(lengthOf(buffered) + 1);
        number += 1;
        buffered = [];
        size = 0;
        deadline = performance.now() + timeoutMs;
      }
      if (rest.length > 0) buffered.push(rest);
      size += rest.length;
      if (size > maxBytes) throw tooLong(number, maxBytes);
      if (!done) continue;
      const last = lineOf(buffered, number, maxBytes, 0);
      if (last) yield last;
      return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const LF = 0x0a;

/** The line; undefined if it is only white space. */
function lineOf(
  chunks: readonly Uint8Array[],
  number: number,
  maxBytes: number,
  endBytes: 0 | 1,
): Line | undefined {
  const octets = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  if (octets.length > maxBytes) throw tooLong(number, maxBytes);
  return octets.every(isSpace) ? undefined : { number, octets, bytes: octets.length + endBytes };
}

/** Whether an octet is JSON white space (RFC 8259 §2). */
function isSpace(octet: number): boolean {
  return octet === 0x20 || octet === 0x09 || octet === 0x0d;
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function tooSlow(): ProblemError {
  return new ProblemError('request-timeout', { detail: 'The next line did not arrive in time' });
}

function tooLong(number: number, maxBytes: number): ProblemError {
  return new ProblemError('content-too-large', { detail: `Line ${number} has more than ${maxBytes} octets` });
}
