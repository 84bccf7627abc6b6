/** Answers that later records of an archive may refer to (`revisit`, ISO 28500 §6.7). */
import type { Capture } from './capture.ts';
import { type Fields, readFields } from './fields.ts';

/** Octets of bodies kept for one archive; the oldest go first. */
const MAX_OCTETS = 4 * 1024 * 1024;

/** What a capture costs besides its body. */
const OVERHEAD = 1024;

interface Kept {
  readonly capture: Capture;
  /** The header of its record as text: names are read from it if there ever is a revisit. */
  readonly head: string;
}

/** The last answers of an archive, by what a revisit names. Most archives have no revisit: then no name is looked at. */
export class Originals {
  #kept: Kept[] = [];
  /** Those of `#kept` before this one were let go. */
  #first = 0;
  #octets = 0;
  #byName: Map<string, Capture> | undefined;

  /** Keeps an answer. */
  add(capture: Capture, head: string): void {
    const kept = { capture, head };
    this.#kept.push(kept);
    this.#octets += costOf(capture);
    if (this.#byName) for (const name of namesOf(kept)) this.#byName.set(name, capture);
    while (this.#octets > MAX_OCTETS) this.#forget(this.#first++);
    if (this.#first > 1024 && this.#first * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Lets all answers go. */
  clear(): void {
    this.#kept = [];
    this.#first = 0;
    this.#octets = 0;
    this.#byName = undefined;
  }

  /** The answer that a revisit repeats. */
  find(fields: Fields): Capture | undefined {
    this.#byName ??= new Map(
      this.#kept
        .slice(this.#first)
        .flatMap((kept) => namesOf(kept).map((name) => [name, kept.capture] as const)),
    );
    const names = [
      fields.get('warc-refers-to'),
      place(fields.get('warc-refers-to-target-uri'), fields.get('warc-refers-to-date')),
      fields.get('warc-payload-digest'),
    ];
    for (const name of names) {
      const found = name === undefined ? undefined : this.#byName.get(name);
      if (found) return found;
    }
    return undefined;
  }

  #forget(index: number): void {
    const kept = this.#kept[index] as Kept;
    this.#octets -= costOf(kept.capture);
    for (const name of this.#byName ? namesOf(kept) : []) {
      if (this.#byName?.get(name) === kept.capture) this.#byName.delete(name);
    }
    this.#kept[index] = LET_GO;
  }
}

const LET_GO = undefined as unknown as Kept;

function namesOf({ capture: { url, date }, head }: Kept): string[] {
  const fields = readFields(head, 0);
  const names = [fields.get('warc-record-id'), fields.get('warc-payload-digest'), place(url, date)];
  return names.filter((name) => name !== undefined);
}

function place(url: string | undefined, date: string | undefined): string | undefined {
  return url === undefined || date === undefined ? undefined : `${date} ${bare(url)}`;
}

/** WARC 1.0 wrote URLs in angle brackets in its grammar, and some programs do. */
export function bare(url: string): string {
  return url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url;
}

/** A body is part of a buffer, which is kept with it. */
function costOf({ payload }: Capture): number {
  return OVERHEAD + Math.min(payload?.buffer.byteLength ?? 0, 4 * (payload?.length ?? 0) + 8_192);
}
