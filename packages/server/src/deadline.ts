/**
 * The time limit for one query, with an abort signal. The timer and the signal are created only when the signal is
 * first requested.
 */

/** The time within which an answer is needed. The signal is also aborted if the client disconnects. */
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

  /** The signal that is aborted at the deadline or when the answer is no longer needed. */
  signal(): AbortSignal {
    this.#controller ??= this.#start();
    return this.#controller.signal;
  }

  isOver(): boolean {
    return this.#isOver;
  }

  /** Removes the timer and the listener. Must be called when the answer is ready. */
  clear(): void {
    if (this.#controller === undefined) return;
    clearTimeout(this.#timer);
    this.#parent().removeEventListener('abort', this.#onAbort);
  }

  #start(): AbortController {
    const controller = new AbortController();
    const parent = this.#parent();
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      controller.abort(new DOMException('The request exceeded its time limit', 'TimeoutError'));
    }, this.#timeoutMs);
    if (parent.aborted) controller.abort(parent.reason);
    parent.addEventListener('abort', this.#onAbort, { once: true });
    return controller;
  }

  readonly #onAbort = (): void => this.#controller?.abort(this.#parent().reason);
}
