/** Shows on a terminal which origin is awaited, so that a hanging host does not look like a hanging program. */
import type { ClientEvent } from '@robots-exclusion/client';
import { cutMiddle } from './columns.ts';

export interface WaitingStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A display that follows the client's events. */
export interface Waiting {
  onEvent(event: ClientEvent): void;
  /** Hides the display until the next event. */
  clear(): void;
  end(): void;
}

/** The delay in milliseconds before the display appears. */
const patienceMs = 1000;
/** The sequence that returns to the first column and erases the line (ECMA-48 EL). */
const clearLine = '\r\u001b[K';
const defaultColumns = 80;

/** Shows the origin that has been awaited longest; shows nothing if `stream` is not a terminal. */
export function startWaiting(stream: WaitingStream): Waiting {
  if (!stream.isTTY) return { onEvent() {}, clear() {}, end() {} };
  const timers = new Map<string, NodeJS.Timeout>();
  const waitedFor = new Set<string>();
  let shown: string | undefined;

  function show(): void {
    const [first] = waitedFor;
    if (first === shown) return;
    const room = (stream.columns || defaultColumns) - 1;
    const text = first === undefined ? '' : cutMiddle(`waiting for ${first} …`, room);
    stream.write(clearLine + text);
    shown = first;
  }

  function forget(origin: string): void {
    clearTimeout(timers.get(origin));
    timers.delete(origin);
    waitedFor.delete(origin);
    show();
  }

  function clear(): void {
    if (shown !== undefined) stream.write(clearLine);
    shown = undefined;
  }

  return {
    clear,
    onEvent(event) {
      if (event.type === 'outcome') forget(event.origin);
      if (event.type !== 'fetch') return;
      forget(event.origin);
      const timer = setTimeout(() => {
        waitedFor.add(event.origin);
        show();
      }, patienceMs);
      timers.set(event.origin, timer.unref());
    },
    end() {
      for (const origin of [...timers.keys()]) forget(origin);
    },
  };
}
