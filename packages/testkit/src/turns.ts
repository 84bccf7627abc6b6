/** Waits by counted steps instead of by time. */

// As it was before a test took the timers over.
const { setImmediate: soon } = globalThis;

/**
 * Lets the event loop turn: afterwards, everything that needs at most this many turns and nothing from outside the
 * process is done, however slow the machine is.
 */
export async function turns(count = 50): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => soon(resolve));
}

/** Something to wait for that a test lets happen. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
