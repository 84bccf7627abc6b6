import { answerText } from '../ask.ts';
import type { CheckFinding } from '../check.ts';
import type { Visit } from '../visit.ts';

/** The result of checks of the file's content if there is no file. */
export const noFile: CheckFinding = Object.freeze({ status: 'skip', seen: 'There is no file to check' });

/**
 * The result of a check that may not request a page, because robots.txt disallows the page or its rules are unknown.
 */
export function mayNotAsk({ robots }: Visit, what: string): CheckFinding {
  const { outcome } = robots.record;
  const isObtained = outcome === 'rules' || outcome === 'no-rules';
  const seen = !isObtained
    ? `Not checked: robots.txt could not be fetched (${answerText(robots)})`
    : `Not checked: robots.txt does not allow this program to request ${what}`;
  return { status: 'skip', seen };
}
