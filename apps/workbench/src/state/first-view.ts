/** Waits until the verdicts of the first view are ready. Less urgent work, including findings, waits for them. */
import { session } from './session.ts';

/** After this many milliseconds, other work no longer waits for the first view. */
const PATIENCE_MS = 2000;

export function untilFirstView(): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const { view, hasVerdicts } = session.get();
      if (hasVerdicts) finish();
      // Before the first question there is nothing to wait for, and nothing to load.
      else if (view !== 'start') timer ??= setTimeout(() => finish(), PATIENCE_MS);
    };
    const unsubscribe = session.subscribe(look);
    const finish = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    look();
  });
}
