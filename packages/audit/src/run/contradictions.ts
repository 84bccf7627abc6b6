/** Collects the logged responses to `/robots.txt` that contradict the given versions. */
import type { Hit } from '../hit.ts';
import type { Contradiction } from '../timeline/contradiction.ts';
import { isoOf } from '../timeline/iso-of.ts';

/** Counts contradictions, and stores a description of the first one. */
export class Contradictions {
  #count = 0;
  #first = '';

  /** Adds a response. Does nothing if it does not contradict the version in force. */
  add(hit: Hit, contradiction: Contradiction | undefined): void {
    if (!contradiction) return;
    if (this.#count === 0) this.#first = textOf(hit, contradiction);
    this.#count++;
  }

  notes(): string[] {
    if (this.#count === 0) return [];
    const begin = this.#count === 1 ? '1 response' : `${this.#count} responses`;
    return [
      `${begin} to /robots.txt in the logs cannot be the version in force. The first is ${this.#first}. Check the time from which each version was served. To infer these times from the responses in the logs, put "log:" before the versions.`,
    ];
  }
}

function textOf({ log, line, time, status, bytes }: Hit, contradiction: Contradiction): string {
  const where = `${log === undefined ? '' : `${log}, `}line ${line} at ${isoOf(time)}`;
  if (contradiction.kind === 'other-version') {
    return `${where}: ${bytes} octets, the size of version ${contradiction.other.name}`;
  }
  return contradiction.kind === 'missing'
    ? `${where}: ${status}, but there was a robots.txt`
    : `${where}: 200 with ${bytes} octets, but there was no robots.txt`;
}
