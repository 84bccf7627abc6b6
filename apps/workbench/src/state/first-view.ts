/** When everything that a person sees first is there: verdicts and findings. What is needed later waits for it. */
import { session } from './session.ts';

/** Where the first view takes longer, nothing waits for it any more. */
const PATIENCE_MS = 2000;

export function untilFirstView(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { timings, lintState } = session.get();
      if (timings.length > 0 && lintState !== 'running') finish();
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
