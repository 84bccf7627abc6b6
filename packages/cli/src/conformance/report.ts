/** A program's conformance as text, TAP and a badge. */
import { counted } from '../output/counted.ts';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ConformanceReport, VectorResult } from './judge.ts';
import { LEVELS } from './vectors.ts';

/** Failed vectors that text shows of each level; the rest is counted. */
const MOST_SHOWN = 20;

/** Counts by level, what failed, and which dialect the program resembles. */
export function conformanceText(report: ConformanceReport, { style }: Terminal): string {
  const { levels, readsLike, vectorsVersion } = report;
  const head = report.conforms
    ? style.green('conforms to RFC 9309: passes every MUST vector')
    : style.red('does not conform to RFC 9309');
  const rows = LEVELS.map((level) => {
    const { passed, failed, skipped } = levels[level];
    return `  ${level.padEnd(10)}${String(passed).padStart(6)}${String(failed).padStart(8)}${String(skipped).padStart(9)}\n`;
  });
  const [most] = report.conforms ? [] : readsLike;
  const like = most
    ? `\nOf the known dialects, it reads most like ${most.dialect}: ${most.same} of ${most.asked} answers are the same.\n`
    : '';
  return `${head}\n\n  ${'level'.padEnd(10)}passed  failed  skipped\n${rows.join('')}${failures(report, style)}${like}\nvectors ${vectorsVersion}\n`;
}

function failures({ results }: ConformanceReport, style: Terminal['style']): string {
  return LEVELS.filter((level) => level !== 'practice' && level !== 'MAY')
    .map((level) => {
      const failed = results.filter((one) => one.level === level && one.result === 'failed');
      const shown = failed.slice(0, MOST_SHOWN).map((one) => failure(one, style));
      const more = failed.length - shown.length;
      return `${shown.join('')}${more > 0 ? `\n  and ${counted(more, `other ${level} vector`)}; --format json lists all\n` : ''}`;
    })
    .join('');
}

function failure(result: VectorResult, style: Terminal['style']): string {
  const { id, clause, level, why = '' } = result;
  return `\n${style.red(`${level} ${id}`)} (${clause})\n  ${printable(difference(result))}\n  ${why}\n`;
}

function difference({ expected, actual, message = '' }: VectorResult): string {
  const word = (allowed: boolean | undefined): string => (allowed ? 'allowed' : 'disallowed');
  return `expected ${word(expected)}, got ${actual === undefined ? `no answer: ${message}` : word(actual)}`;
}

/** TAP version 14: one point a vector; what the RFC does not require is marked TODO, which fails nothing. */
export function conformanceTap({ results }: ConformanceReport): string {
  const points = results.map((result, index) => {
    const { id, clause, level, why = '' } = result;
    const directive =
      result.result === 'skipped'
        ? ` # SKIP ${tapText(result.message ?? '')}`
        : level === 'MUST' || result.result === 'passed'
          ? ''
          : ` # TODO ${level}`;
    const isOk = result.result !== 'failed';
    const point = `${isOk ? '' : 'not '}ok ${index + 1} - ${tapText(`${id} (${clause})`)}${directive}\n`;
    if (isOk) return point;
    return `${point}  ---\n  message: ${JSON.stringify(printable(difference(result)))}\n  why: ${JSON.stringify(why)}\n  ...\n`;
  });
  return `TAP version 14\n1..${results.length}\n${points.join('')}`;
}

function tapText(text: string): string {
  return printable(text.replace(/\s+/g, ' ')).replace(/[\\#]/g, '\\$&');
}

/** The endpoint form of shields.io. */
export function conformanceBadge({ levels, conforms }: ConformanceReport): object {
  const { passed, failed, skipped } = levels.MUST;
  const all = passed + failed + skipped;
  const isNear = passed / all >= 0.9;
  return {
    schemaVersion: 1,
    label: 'RFC 9309',
    message: conforms ? 'conforms' : `${passed} of ${all} MUST`,
    color: conforms ? 'brightgreen' : isNear ? 'yellow' : 'orange',
  };
}
