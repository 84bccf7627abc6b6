/** Findings in words. */
import { counted, line, own, site, type Words } from '../words.ts';
import type { LintAnswer } from './answer.ts';

/** Limit on the findings shown; the answer contains all. */
const MOST_TOLD = 10;

/** How many there are, and the first of them. */
export function lintWords({ findings, findingsOmitted = 0 }: LintAnswer): Words {
  const count = findings.length + findingsOmitted;
  const told = findings.slice(0, MOST_TOLD);
  const rest = count > told.length ? [line`${count - told.length} more`] : [];
  return [
    [counted(count, 'finding')],
    ...told.flatMap(({ severity, line: at, code, message }) => [
      line`${own(severity)} on line ${at}: ${own(code)}`,
      [site(message)],
    ]),
    ...rest,
  ];
}
