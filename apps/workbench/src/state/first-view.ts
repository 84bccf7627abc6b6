/** When the verdicts, which a person sees first, are there. What is needed later waits for them: findings, too. */
import { session } from './session.ts';

/** Where the first view takes longer, nothing waits for it any more. */
const PATIENCE_MS = 2000;

export function untilFirstView(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (session.get().timings.length > 0) finish();
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
