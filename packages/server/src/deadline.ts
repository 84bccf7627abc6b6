/** The time that one question has, and the signal that ends it: nothing is set up unless somebody asks for it. */

import { setMaxListeners } from 'node:events';

/** How long an answer is wanted. It ends early when nobody waits any more. */
export class Deadline {
  readonly #timeoutMs: number;
  readonly #parent: () => AbortSignal;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(timeoutMs: number, parent: () => AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#parent = parent;
  }

  /** Aborted when the time is over, or nobody waits for the answer any more. */
  signal(): AbortSignal {
    this.#controller ??= this.#start();
    return this.#controller.signal;
  }

  /** The time is over. */
  isOver(): boolean {
    return this.#isOver;
  }

  /** The answer is there: no timer and no listener stays behind. */
  clear(): void {
    if (this.#controller === undefined) return;
    clearTimeout(this.#timer);
    this.#parent().removeEventListener('abort', this.#onAbort);
  }

  #start(): AbortController {
    const controller = new AbortController();
    // As many wait for it as one request has sites and pieces of work.
    setMaxListeners(0, controller.signal);
    const parent = this.#parent();
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      controller.abort(new DOMException('The time of the request is over', 'TimeoutError'));
    }, this.#timeoutMs);
    if (parent.aborted) controller.abort(parent.reason);
    parent.addEventListener('abort', this.#onAbort, { once: true });
    return controller;
  }

  readonly #onAbort = (): void => this.#controller?.abort(this.#parent().reason);
}
