/**
 * Takes questions that take long and lets the newest one of each subject win: what is asked anew while the old question
 * is waiting, or being worked out, is not answered. A thread that works on a stale question is ended.
 */
import { Worker } from 'node:worker_threads';
import type { Answers, Question } from './work.ts';

/** Where questions are worked out. */
export interface Thread {
  /** One answer for each question; rejects if the thread ends before. */
  ask(question: Question): Promise<Answers[Question['kind']]>;
  end(): void;
}

interface Waiting {
  readonly subject: string;
  readonly question: Question;
  readonly settle: (answer: Answers[Question['kind']] | undefined) => void;
}

/** One thread, started when the first question comes. */
export class Desk {
  readonly #start: () => Thread;
  #thread: Thread | undefined;
  #running: Waiting | undefined;
  #waiting: Waiting[] = [];

  constructor(start: () => Thread = startThread) {
    this.#start = start;
  }

  /** The answer; `undefined` if the subject was asked about anew, or dropped, before it was there. */
  ask<Kind extends Question['kind']>(
    subject: string,
    question: Question & { kind: Kind },
  ): Promise<Answers[Kind] | undefined> {
    this.drop(subject);
    return new Promise((resolve) => {
      this.#waiting.push({ subject, question, settle: resolve as Waiting['settle'] });
      this.#next();
    });
  }

  /** Nobody waits any more for the answer to the subject's last question. */
  drop(subject: string): void {
    this.dropAll((each) => each === subject);
  }

  /** Nobody waits any more for answers about these subjects. */
  dropAll(isDropped: (subject: string) => boolean): void {
    const dropped = this.#waiting.filter(({ subject }) => isDropped(subject));
    this.#waiting = this.#waiting.filter(({ subject }) => !isDropped(subject));
    const running = this.#running;
    if (running && isDropped(running.subject)) {
      dropped.push(running);
      this.#running = undefined;
      this.#thread?.end();
      this.#thread = undefined;
    }
    for (const { settle } of dropped) settle(undefined);
    this.#next();
  }

  /** Starts the thread before there is a question: that takes longer than most answers. */
  warmUp(): void {
    this.#thread ??= this.#start();
  }

  #next(): void {
    const one = this.#running ? undefined : this.#waiting.shift();
    if (!one) return;
    this.#running = one;
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const done = (answer: Answers[Question['kind']] | undefined): void => {
      if (this.#running !== one) return;
      one.settle(answer);
      this.#running = undefined;
      this.#next();
    };
    thread.ask(one.question).then(done, () => {
      if (this.#thread === thread) this.#thread = undefined;
      done(undefined);
    });
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./work-thread.cjs', import.meta.url), { execArgv: [] });
  worker.unref();
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const stop = (settle: () => void): void => {
          worker.off('message', answered).off('error', failed).off('exit', failed);
          settle();
        };
        const answered = (answer: Answers[Question['kind']]): void => stop(() => resolve(answer));
        const failed = (reason: unknown): void => stop(() => reject(reason));
        worker.on('message', answered).on('error', failed).on('exit', failed);
        worker.postMessage(question);
      }),
    end: () => void worker.terminate(),
  };
}
