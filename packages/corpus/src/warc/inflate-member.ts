/**
 * Inflates raw DEFLATE data of unknown length (RFC 1951). For each call to `inflateRawSync`, Node.js creates a zlib
 * state and a stream. Creating them takes as long as inflating the record of a robots.txt. This module reuses one state
 * for all calls.
 *
 * The state is an undocumented part of Node.js, although npm itself relies on it. If the state does not behave as
 * expected, `inflateRawSync` is used.
 */
import { constants, createInflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

/** The inflated octets with the number of input octets used, or the reason why inflating failed. */
export type Inflated =
  | { readonly kind: 'whole'; readonly octets: Buffer; readonly used: number }
  | { readonly kind: 'incomplete' | 'large' }
  | { readonly kind: 'damaged'; readonly reason: string };

/** The size of the buffer into which members are inflated, one after another. */
const OUTPUT = 256 * 1024;

/** If less room than this is left, a new buffer is allocated. Most records are shorter. */
const LEAST_ROOM = 64 * 1024;

export class Output {
  octets: Buffer = Buffer.allocUnsafeSlow(OUTPUT);
  /** The position in the buffer for the next member. */
  at = 0;

  /**
   * Starts again at the beginning of the buffer and thereby overwrites earlier members. A new buffer would burden the
   * garbage collector.
   */
  reuse(): void {
    this.at = 0;
  }

  /** Allocates a new buffer if little room is left. @returns The number of octets that fit. */
  makeRoom(): number {
    if (OUTPUT - this.at < LEAST_ROOM) {
      this.octets = Buffer.allocUnsafeSlow(OUTPUT);
      this.at = 0;
    }
    return OUTPUT - this.at;
  }

  /** Returns the octets that were written. */
  take(length: number): Buffer {
    const start = this.at;
    this.at += length;
    return this.octets.subarray(start, this.at);
  }
}

/** Inflates the member that begins at `from`; returns `large` if it inflates to more than `maxLength` octets. */
export type InflateMember = (coded: Buffer, from: number, maxLength: number, output: Output) => Inflated;

let chosen: InflateMember | undefined;

/** The faster implementation if it works; otherwise, the documented one. */
export const inflateMember: InflateMember = (coded, from, maxLength, output) => {
  chosen ??= oneState() ?? inflateBySync;
  return chosen(coded, from, maxLength, output);
};

/** Inflates through the documented API of Node.js, which creates a new inflate state for each call. */
export const inflateBySync = (coded: Buffer, from: number, maxLength: number): Inflated => {
  try {
    const options = { info: true, chunkSize: 8 * 1024, maxOutputLength: maxLength };
    const { buffer, engine } = inflateRawSync(coded.subarray(from), options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { kind: 'whole', octets: buffer, used: engine.bytesWritten };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ERR_BUFFER_TOO_LARGE' ? { kind: 'large' } : failureOf(code, message);
  }
};

function failureOf(code: string | undefined, message: string): Inflated {
  return code === 'Z_BUF_ERROR'
    ? { kind: 'incomplete' }
    : { kind: 'damaged', reason: `A gzip member is damaged: ${message}` };
}

interface State {
  readonly _handle: {
    onerror: (message: string, errno: number, code: string) => void;
    reset(): void;
    writeSync(
      flush: number,
      input: Buffer,
      inputAt: number,
      inputLength: number,
      output: Buffer,
      outputAt: number,
      outputLength: number,
    ): void;
  };
  /** The room left in the output, and the number of input octets left. */
  readonly _writeState: Uint32Array;
}

/** Inflates with one state for all calls; undefined if this version of Node.js has no such state. */
export function oneState(): InflateMember | undefined {
  try {
    const inflate = inflateBy(createInflateRaw() as unknown as State);
    return isRight(inflate) ? inflate : undefined;
  } catch {
    return undefined;
  }
}

function inflateBy({ _handle: handle, _writeState: left }: State): InflateMember {
  let failure: Inflated | undefined;
  handle.onerror = (message, _, code) => {
    failure = failureOf(code, message);
  };
  return (coded, from, maxLength, output) => {
    const parts: Buffer[] = [];
    let length = 0;
    failure = undefined;
    handle.reset();
    for (let at = from; ; ) {
      const room = output.makeRoom();
      handle.writeSync(constants.Z_FINISH, coded, at, coded.length - at, output.octets, output.at, room);
      if (failure) return failure;
      const written = room - (left[0] as number);
      at = coded.length - (left[1] as number);
      length += written;
      if (length > maxLength) return { kind: 'large' };
      parts.push(output.take(written));
      if (written === room) continue;
      const octets = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length);
      return { kind: 'whole', octets, used: at - from };
    }
  };
}

/**
 * Whether the state works. It is tested with input that is complete, longer than the output, truncated, damaged, and
 * complete again.
 */
function isRight(inflate: InflateMember): boolean {
  const output = new Output();
  return [Buffer.from('User-agent: *'), Buffer.alloc(OUTPUT, 'Disallow: /\n'), Buffer.alloc(0)].every(
    (plain) => {
      const coded = deflateRawSync(plain);
      const isCut = inflate(coded.subarray(0, coded.length - 1), 0, OUTPUT, output).kind === 'incomplete';
      const isDamaged = inflate(Buffer.alloc(4, 0xff), 0, OUTPUT, output).kind === 'damaged';
      const found = inflate(Buffer.concat([Buffer.alloc(3), coded, Buffer.alloc(9)]), 3, OUTPUT, output);
      return (
        isCut &&
        isDamaged &&
        found.kind === 'whole' &&
        found.octets.equals(plain) &&
        found.used === coded.length
      );
    },
  );
}
