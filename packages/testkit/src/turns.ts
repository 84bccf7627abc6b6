/** Lets tests wait for a number of turns of the event loop instead of a period of time. */

// The original function, before a test takes over the timers.
const { setImmediate: soon } = globalThis;

/**
 * Lets the event loop turn `count` times. Afterwards, all work that needs at most `count` turns and nothing from
 * outside the process is done, even on a slow machine.
 */
export async function turns(count = 50): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => soon(resolve));
}

/** A wait that lasts until the test opens the gate. */
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
