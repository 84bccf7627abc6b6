/**
 * Formats the doctor's results for people: each check with its observation, and for each problem its effect and a fix.
 */

import { cut, pad } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import type { CheckReport, CheckStatus } from './check.ts';
import type { DoctorReport } from './run-doctor.ts';

const WORDS: Readonly<Record<CheckStatus, string>> = { ok: 'ok', warn: 'warn', fail: 'FAIL', skip: 'skip' };
const indent = '      ';

/** One block per check, and a last line with counts. */
export function doctorText({ origin, checks, requests }: DoctorReport, terminal: Terminal): string[] {
  const { style } = terminal;
  const blocks = collapsed(checks).flatMap((one) => block(one, terminal));
  const count = (status: CheckStatus): number => checks.filter((check) => check.status === status).length;
  const skipped = count('skip') === 0 ? '' : `, ${count('skip')} skipped`;
  const sum = `${counted(count('fail'), 'failure')}, ${counted(count('warn'), 'warning')}, ${count('ok')} ok${skipped}; ${counted(requests, 'request')}`;
  return [style.bold(origin), ...blocks, sum];
}

/** Combines checks that are skipped for the same reason, because all checks are skipped for a site that is down. */
function collapsed(checks: readonly CheckReport[]): readonly CheckReport[] {
  const skipped = checks.filter(({ status }) => status === 'skip');
  return checks.flatMap((check) => {
    const alike = check.status === 'skip' ? skipped.filter(({ seen }) => seen === check.seen) : [];
    if (alike.length < 2) return check;
    return check === alike[0] ? { ...check, title: alike.map((one) => one.check).join(', ') } : [];
  });
}

function block(check: CheckReport, terminal: Terminal): string[] {
  const { columns, style } = terminal;
  const colour = { ok: style.green, warn: style.yellow, fail: style.red, skip: style.dim }[check.status];
  const isBad = check.status === 'warn' || check.status === 'fail';
  const room = columns - indent.length;
  const [title = '', ...restOfTitle] = wrapped(check.title, room).map((line) => style.bold(line));
  const lines = [
    ...restOfTitle,
    ...wrapped(check.seen, room),
    ...(isBad ? (check.details ?? []).map((detail) => cut(`  ${detail}`, room)) : []),
    ...(isBad ? wrapped(check.why, room).map((line) => style.dim(line)) : []),
    ...(isBad && check.fix !== undefined ? wrapped(`To do: ${check.fix}`, room) : []),
  ];
  return [`${colour(pad(WORDS[check.status], 4))}  ${title}`, ...lines.map((line) => `${indent}${line}`)];
}
