/**
 * The formats of one log. A log may have several: each line is read by the format whose fields it has, so that no line
 * changes how another one is read.
 */
import { type Envelope, envelopeOf } from './envelope.ts';
import { readerOf } from './known-formats.ts';
import type { LineOutcome, LineReader, ReaderOptions } from './line-reader.ts';
import {
  envelopesAround,
  IN_ORDER,
  inEnvelopes,
  isPlausible,
  MOST_ENVELOPES,
  recogniseFormat,
} from './recognise.ts';

/** A line, its number and its offset. */
export type NumberedLine = readonly [text: string, number: number, offset: number];

/** The outcome for a line, and the format that read it. */
export interface Reading {
  readonly outcome: LineOutcome;
  readonly format: string | undefined;
}

const UNKNOWN: Reading = { outcome: 'unknown', format: undefined };
const NOTHING: Reading = { outcome: 'nothing', format: undefined };

/** Reads the lines of one log by the formats that they have. */
export class Formats {
  readonly #options: ReaderOptions;
  /** The reader that the user chose. No other is then tried. */
  readonly #chosen: LineReader | undefined;
  readonly #readers = new Map<string, LineReader>();
  /** The readers of the lines so far, other than `loose`, which only guesses. The latest is first. */
  #known: LineReader[] = [];
  #main: LineReader | undefined;

  constructor(chosen: LineReader | undefined, options: ReaderOptions) {
    this.#chosen = chosen;
    this.#options = options;
  }

  /** The format of most of the first lines. */
  get main(): LineReader | undefined {
    return this.#main;
  }

  begin(lines: readonly string[]): void {
    if (this.#chosen) this.#main = inEnvelopes(this.#chosen, envelopesAround(this.#chosen, lines));
    else {
      const found = recogniseFormat(lines, this.#options);
      this.#main = found && inEnvelopes(this.#reader(found.format), found.envelopes);
    }
    this.#main?.learn?.(lines);
    if (this.#main) this.#use(this.#main);
  }

  /** Reads a line by the formats met so far. `undefined` if none of them is certain to be its format. */
  read(text: string, number: number, offset: number): Reading | undefined {
    for (let at = 0; at < this.#known.length; at++) {
      const reader = this.#known[at] as LineReader;
      const outcome = reader.read(text, number, offset);
      if (isPlausible(outcome) || outcome === 'nothing' || outcome === 'inner') {
        if (at > 0) this.#use(reader);
        return { outcome, format: reader.name };
      }
    }
    return undefined;
  }

  /** Reads lines that `read` did not: all formats are asked, after they have examined all of these lines. */
  readOdd(lines: readonly NumberedLine[]): Reading[] {
    if (this.#chosen) return lines.map((line) => this.#readChosen(this.#chosen as LineReader, line));
    const wrapped = lines.map(([text]) => envelopesOf(text));
    const inner = lines.flatMap(([text], index) => {
      const around = wrapped[index] as readonly Envelope[];
      return [text, ...around.map((_, depth) => opened(text, around.slice(0, depth + 1)))];
    });
    for (const name of IN_ORDER) this.#reader(name).learn?.(inner);
    return lines.map((line, index) => this.#best(line, wrapped[index] as readonly Envelope[]));
  }

  #readChosen(chosen: LineReader, [text, number, offset]: NumberedLine): Reading {
    const reader = this.#main ?? chosen;
    const outcome = reader.read(text, number, offset);
    return { outcome, format: reader.name };
  }

  /** The reading that finds the most fields; of several, the one that comes first in `IN_ORDER`. */
  #best([text, number, offset]: NumberedLine, envelopes: readonly Envelope[]): Reading {
    if (text.trim() === '') return NOTHING;
    let best = UNKNOWN;
    let most = -1;
    for (let depth = envelopes.length; depth >= 0; depth--) {
      const around = envelopes.slice(0, depth);
      const line = opened(text, around);
      for (const name of IN_ORDER) {
        if (name === 'loose' && most >= 0) break;
        const outcome = this.#reader(name).read(line, number, offset);
        const worth = worthOf(outcome, line);
        if (worth <= most) continue;
        most = worth;
        const reader = inEnvelopes(this.#reader(name), around);
        if (name !== 'loose' && typeof outcome === 'object') this.#use(reader);
        best = { outcome, format: reader.name };
      }
    }
    return best;
  }

  #reader(name: string): LineReader {
    const known = this.#readers.get(name);
    if (known) return known;
    const reader = readerOf(name, this.#options);
    this.#readers.set(name, reader);
    return reader;
  }

  #use(reader: LineReader): void {
    if (reader.name === 'loose' && !this.#chosen) return;
    this.#known = [reader, ...this.#known.filter(({ name }) => name !== reader.name)];
  }
}

/** How much a reading says: -1 for nothing. */
function worthOf(outcome: LineOutcome, line: string): number {
  if (outcome === 'unsure' || outcome === 'inner') return 0;
  if (outcome === 'nothing') return line.startsWith('#') ? 0 : -1;
  if (!isPlausible(outcome)) return -1;
  const { userAgent, address, host } = outcome;
  return 1 + Number(userAgent !== '') + Number(address !== '') + Number(host !== undefined);
}

/** The envelopes around one line, outermost first. */
function envelopesOf(text: string): readonly Envelope[] {
  const found: Envelope[] = [];
  let line = text;
  for (let depth = 0; depth < MOST_ENVELOPES; depth++) {
    const envelope = envelopeOf([line]);
    if (!envelope) break;
    found.push(envelope);
    line = envelope.open(line) ?? line;
  }
  return found;
}

function opened(text: string, envelopes: readonly Envelope[]): string {
  return envelopes.reduce((line, { open }) => open(line) ?? line, text);
}
