/** The captures of a unit that other captures may complete: named responses, and revisits without their original. */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { NAMES, type NameHashes } from './capture-names.ts';
import { OctetReader, OctetWriter } from './octets.ts';

/** A response to which a revisit may refer. */
export interface NamedCapture {
  readonly names: NameHashes;
  /** The archive's index among the inputs of the run. */
  readonly input: number;
  readonly offset: number;
}

/** A revisit whose original was not found when its archive was read. */
export interface OpenRevisit {
  /** The index of its key among the keys of the unit. */
  readonly index: number;
  readonly names: NameHashes;
  readonly input: number;
  readonly offset: number;
  readonly head: Buffer;
  readonly block: Buffer;
  /** Whether the row is complete without the original. */
  readonly isComplete: boolean;
}

/** Appends entries to a file. */
export class EntryFile {
  readonly #path: string;
  readonly #octets = new OctetWriter();
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(write: (octets: OctetWriter) => void): void {
    write(this.#octets);
    if (this.#octets.length > 1024 * 1024) this.#flush();
  }

  /** @returns Whether there is a file. */
  end(): boolean {
    this.#flush();
    if (this.#file !== undefined) closeSync(this.#file);
    return this.#file !== undefined;
  }

  #flush(): void {
    const octets = this.#octets.taken();
    if (octets.length === 0) return;
    this.#file ??= openSync(this.#path, 'w');
    for (let at = 0; at < octets.length; ) at += writeSync(this.#file, octets, at);
  }
}

export function writeNamed(octets: OctetWriter, { names, input, offset }: NamedCapture): void {
  for (const name of names) octets.f64(name);
  octets.u32(input);
  octets.f64(offset);
}

export function writeRevisit(octets: OctetWriter, revisit: OpenRevisit): void {
  octets.u32(revisit.index);
  for (const name of revisit.names) octets.f64(name);
  octets.u32(revisit.input);
  octets.f64(revisit.offset);
  octets.u8(Number(revisit.isComplete));
  octets.sized(revisit.head);
  octets.sized(revisit.block);
}

/** The responses in a file; none if it does not exist. */
export function* namedIn(path: string): Generator<NamedCapture> {
  const octets = readerOf(path);
  while (!octets.isAtEnd) yield { names: namesIn(octets), input: octets.u32(), offset: octets.f64() };
}

/** The revisits in a file; none if it does not exist. */
export function* revisitsIn(path: string): Generator<OpenRevisit> {
  const octets = readerOf(path);
  while (!octets.isAtEnd) {
    yield {
      index: octets.u32(),
      names: namesIn(octets),
      input: octets.u32(),
      offset: octets.f64(),
      isComplete: octets.u8() === 1,
      head: octets.sized(),
      block: octets.sized(),
    };
  }
}

function readerOf(path: string): OctetReader {
  return new OctetReader(existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
}

function namesIn(octets: OctetReader): NameHashes {
  return Array.from({ length: NAMES }, () => octets.f64());
}
