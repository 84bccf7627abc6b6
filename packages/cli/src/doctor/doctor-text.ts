/**
 * Formats the doctor's results for people: each check with its observation, and for each problem its effect and a fix.
 */

import type { CheckOutcome } from '@robots-exclusion/client/preflight';
import { cut } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import type { CheckReport } from './check.ts';
import type { DoctorReport } from './run-doctor.ts';

const WORDS: Readonly<Record<CheckOutcome, string>> = {
  holds: 'holds',
  fails: 'FAILS',
  'not-looked-at': 'not looked at',
  'not-applicable': 'not applicable',
};
const indent = '      ';

/** One block per check, and a last line with counts. */
export function doctorText({ origin, checks, requests }: DoctorReport, terminal: Terminal): string[] {
  const { style } = terminal;
  const blocks = collapsed(checks).flatMap((one) => block(one, terminal));
  const count = (one: CheckOutcome | 'error' | 'warning'): number =>
    checks.filter(({ outcome, severity }) => outcome === one || severity === one).length;
  const unseen = (['not-looked-at', 'not-applicable'] as const).map((one) => `${count(one)} ${WORDS[one]}`);
  const failed = [counted(count('error'), 'failure'), counted(count('warning'), 'warning')];
  const sum = [...failed, `${count('holds')} hold`, ...unseen].join(', ');
  return [style.bold(origin), ...blocks, `${sum}; ${counted(requests, 'request')}`];
}

/** Combines checks with one reason not to look, because all checks have the same one for a site that is down. */
function collapsed(checks: readonly CheckReport[]): readonly CheckReport[] {
  return checks.flatMap((check) => {
    if (check.outcome === 'holds' || check.outcome === 'fails') return check;
    const alike = checks.filter(({ outcome, seen }) => outcome === check.outcome && seen === check.seen);
    if (alike.length < 2) return check;
    return check === alike[0] ? { ...check, title: alike.map((one) => one.check).join(', ') } : [];
  });
}

/** The outcome comes first; if nothing was looked at, with the reason on the same line. */
function block(check: CheckReport, terminal: Terminal): string[] {
  const { columns, style } = terminal;
  const { outcome, severity, title, seen, details = [], why, fix } = check;
  const isBad = outcome === 'fails';
  const isSeen = isBad || outcome === 'holds';
  const word = severity === 'warning' ? 'fails (warning)' : WORDS[outcome];
  const colour = !isSeen ? style.dim : severity === 'error' ? style.red : isBad ? style.yellow : style.green;
  const room = columns - indent.length;
  const [first = '', ...rest] = wrapped(isSeen ? `${word}  ${title}` : `${word}: ${seen}: ${title}`, room);
  const lines = [
    ...rest,
    ...(isSeen ? wrapped(seen, room) : []),
    ...(isBad ? details.map((detail) => cut(`  ${detail}`, room)) : []),
    ...(isBad ? wrapped(why, room).map((line) => style.dim(line)) : []),
    ...(isBad && fix !== undefined ? wrapped(`To do: ${fix}`, room) : []),
  ];
  return [colour(first), ...lines.map((line) => `${indent}${line}`)];
}
