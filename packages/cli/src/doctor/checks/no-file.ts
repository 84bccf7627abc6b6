import { answerText } from '../ask.ts';
import type { CheckFinding } from '../check.ts';
import type { Visit } from '../visit.ts';

/** What checks of the file's content say where there is none. */
export const noFile: CheckFinding = Object.freeze({ status: 'skip', seen: 'There is no file to look at' });

/** What checks say that may not ask for a page: robots.txt does not allow it, or nobody knows whether it does. */
export function mayNotAsk({ robots }: Visit, what: string): CheckFinding {
  const { outcome } = robots.record;
  const isObtained = outcome === 'rules' || outcome === 'no-rules';
  const seen = !isObtained
    ? `Not asked for: robots.txt could not be obtained (${answerText(robots)})`
    : `robots.txt does not allow ${what} to be asked for`;
  return { status: 'skip', seen };
}
