/** Acts before a signal ends the program. */

/** The signals that end a program and that it can catch. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Limit on the wait for the actions, in milliseconds. */
const LIMIT_MS = 1000;

const actions = new Set<() => Promise<void>>();

/**
 * Performs an action before a signal ends the program, until the returned function is called. A program that listens to
 * the signal itself decides what it ends, so nothing happens there.
 */
export function beforeSignals(action: () => Promise<void>): () => void {
  if (actions.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  actions.add(action);
  return () => {
    if (actions.delete(action) && actions.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (process.listenerCount(signal) > 1) return;
  const late = new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
  await Promise.race([late, Promise.allSettled([...actions].map((action) => action()))]);
  for (const each of SIGNALS) process.off(each, end);
  process.kill(process.pid, signal);
}
