/** Recognizes what a server did not log, or cut, by the values of all lines. */
import type { Hit, LostPart } from '../hit.ts';

/** A part that a log seems to lack in all lines. */
export interface Loss {
  readonly part: LostPart;
  /** The length at which values were cut, in characters. */
  readonly length?: number;
  /** How many values support this. */
  readonly values: number;
}

/** Fewer requests may have no query by chance. */
const LEAST_REQUESTS = 100;
/** Servers cut at 200 characters or more. */
const LEAST_LENGTH = 199;
/** Different values that have the greatest length. */
const LEAST_VALUES = 3;

export class Losses {
  #requests = 0;
  #queries = 0;
  #emptyQueries = 0;
  #escapes = 0;
  #blanks = 0;
  readonly #targets = new Longest();
  readonly #agents = new Longest();

  add({ url, userAgent }: Hit): void {
    if (url === '') return;
    this.#requests++;
    const query = url.indexOf('?');
    if (query >= 0 && query < url.length - 1) this.#queries++;
    else if (query >= 0) this.#emptyQueries++;
    if (url.includes('%') && /%[0-7]/.test(url)) this.#escapes++;
    else if (url.includes(' ')) this.#blanks++;
    if (url.length >= LEAST_LENGTH) this.#targets.add(url);
    if (userAgent.length >= LEAST_LENGTH) this.#agents.add(userAgent);
  }

  found(): Loss[] {
    const hasQueries = this.#queries > 0 || this.#requests < LEAST_REQUESTS;
    const isDecoded = this.#blanks > 0 && this.#escapes === 0 && this.#requests >= LEAST_REQUESTS;
    return [
      ...(hasQueries ? [] : [{ part: 'query', values: this.#emptyQueries } as const]),
      ...(isDecoded ? [{ part: 'encoding', values: this.#blanks } as const] : []),
      ...this.#targets.found('target-end'),
      ...this.#agents.found('user-agent'),
    ];
  }
}

/** The greatest length of the values, and some of the values that have it. */
class Longest {
  #length = 0;
  readonly #values = new Set<string>();

  add(value: string): void {
    if (value.length > this.#length) {
      this.#length = value.length;
      this.#values.clear();
    }
    // The value is a slice of the log, so its copy is kept.
    if (value.length === this.#length && this.#values.size < LEAST_VALUES)
      this.#values.add(` ${value}`.slice(1));
  }

  found(part: LostPart): Loss[] {
    const { size } = this.#values;
    return size < LEAST_VALUES ? [] : [{ part, length: this.#length, values: size }];
  }
}
