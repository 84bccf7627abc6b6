/**
 * Takes questions that take long and lets the newest one of each subject win: what is asked anew while the old question
 * is waiting, or being worked out, is not answered. A thread that works on a stale question is ended.
 */
import { builtModule, createPool, type Pool, taskHost } from '@robots-exclusion/client/pool';
import type { Answers, Question } from './work.ts';

const MODULE = builtModule('./work.js', import.meta.url);

/** Kinds of questions, none of which waits for another. */
const KINDS = 3;

/** The threads of a language server: one for each kind of question. */
export function deskPool(): Pool {
  const host = taskHost({ preload: [MODULE], maxMegabytes: 1024 });
  return createPool({ host, size: KINDS, maxPerClient: 1 });
}

/** Where one kind of question is asked. */
export class Desk<Kind extends Question['kind']> {
  readonly #pool: Pick<Pool, 'run'>;
  readonly #kind: Kind;
  readonly #asked = new Map<string, AbortController>();

  constructor(pool: Pick<Pool, 'run'>, kind: Kind) {
    this.#pool = pool;
    this.#kind = kind;
  }

  /** The answer; `undefined` if the subject was asked about anew, or dropped, before it was there. */
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

  /** Nobody waits any more for the answer to the subject's last question. */
  drop(subject: string): void {
    this.dropAll((each) => each === subject);
  }

  /** Nobody waits any more for answers about these subjects. */
  dropAll(isDropped: (subject: string) => boolean): void {
    for (const [subject, stop] of [...this.#asked]) {
      if (!isDropped(subject)) continue;
      this.#asked.delete(subject);
      stop.abort();
    }
  }
}
