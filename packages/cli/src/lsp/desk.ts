/**
 * Accepts requests for slow work, and keeps only the newest one per subject: a new request for the same subject cancels
 * the old one. A thread that works on an outdated request is terminated.
 */
import { builtModule, createPool, type Pool, taskHost } from '@robots-exclusion/client/pool';
import type { Answers, Question } from './work.ts';

const MODULE = builtModule('./work.js', import.meta.url);

/** Number of kinds of requests. Different kinds do not wait for each other. */
const KINDS = 3;

/** The threads of a language server: one per kind of request. */
export function deskPool(): Pool {
  const host = taskHost({ preload: [MODULE], maxMegabytes: 1024 });
  return createPool({ host, size: KINDS, maxPerClient: 1 });
}

export class Desk<Kind extends Question['kind']> {
  readonly #pool: Pick<Pool, 'run'>;
  readonly #kind: Kind;
  readonly #asked = new Map<string, AbortController>();

  constructor(pool: Pick<Pool, 'run'>, kind: Kind) {
    this.#pool = pool;
    this.#kind = kind;
  }

  /** The result; `undefined` if the subject was requested again, or dropped, before the result was ready. */
  async ask(subject: string, question: Question & { kind: Kind }): Promise<Answers[Kind] | undefined> {
    this.drop(subject);
    const stop = new AbortController();
    this.#asked.set(subject, stop);
    const task = { module: MODULE, name: 'workOut' };
    const order = { client: this.#kind, signal: stop.signal };
    const answer = await this.#pool.run(task, question, order).catch(() => undefined);
    if (this.#asked.get(subject) === stop) this.#asked.delete(subject);
    return answer as Answers[Kind] | undefined;
  }

  /** Cancels the pending request for the subject. */
  drop(subject: string): void {
    this.dropAll((each) => each === subject);
  }

  /** Cancels the pending requests for the subjects that `isDropped` selects. */
  dropAll(isDropped: (subject: string) => boolean): void {
    for (const [subject, stop] of [...this.#asked]) {
      if (!isDropped(subject)) continue;
      this.#asked.delete(subject);
      stop.abort();
    }
  }
}
