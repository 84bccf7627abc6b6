/** Waits until the verdicts of the first view are ready. Less urgent work, including findings, waits for them. */
import { session } from './session.ts';

/** After this many milliseconds, other work no longer waits for the first view. */
const PATIENCE_MS = 2000;

export function untilFirstView(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (session.get().hasVerdicts) finish();
    };
    const unsubscribe = session.subscribe(look);
    const timer = setTimeout(() => finish(), PATIENCE_MS);
    const finish = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    look();
  });
}
