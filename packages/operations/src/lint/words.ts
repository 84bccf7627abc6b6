/** The output of `lint` as text. */
import { counted, line, own, site, type Words } from '../words.ts';
import type { LintAnswer } from './schema.ts';

/** Limit on the findings shown. The answer contains all listed findings. */
const MOST_TOLD = 10;

/** The number of findings, followed by the first findings. */
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
