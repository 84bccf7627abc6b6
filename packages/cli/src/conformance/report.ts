/** Formats a program's conformance as text, TAP and a badge. */

import { counted } from '../output/counted.ts';
import { tapLines } from '../output/tap.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ConformanceReport, VectorResult } from './judge.ts';
import { LEVELS } from './vectors.ts';

/** Limit on the failed vectors shown per level; the rest are counted. */
const MOST_SHOWN = 20;

/** Formats the counts by level, the failures, and the most similar dialect. */
export function conformanceText(report: ConformanceReport, { style }: Terminal): string[] {
  const { levels, readsLike, vectorsVersion } = report;
  const head = report.conforms
    ? style.green('conforms to RFC 9309: passes every MUST vector')
    : style.red('does not conform to RFC 9309');
  const rows = LEVELS.map((level) => {
    const { passed, failed, skipped } = levels[level];
    return `  ${level.padEnd(10)}${String(passed).padStart(6)}${String(failed).padStart(8)}${String(skipped).padStart(9)}`;
  });
  const [most] = report.conforms ? [] : readsLike;
  const like = most
    ? [
        '',
        `Of the known dialects, it is most similar to ${most.dialect}: ${most.same} of ${most.asked} verdicts are the same.`,
      ]
    : [];
  return [
    head,
    '',
    `  ${'level'.padEnd(10)}passed  failed  skipped`,
    ...rows,
    ...failures(report, style),
    ...like,
    '',
    `vectors ${vectorsVersion}`,
  ];
}

function failures({ results }: ConformanceReport, style: Terminal['style']): string[] {
  return LEVELS.filter((level) => level !== 'practice' && level !== 'MAY').flatMap((level) => {
    const failed = results.filter((one) => one.level === level && one.result === 'failed');
    const shown = failed.slice(0, MOST_SHOWN);
    const more = failed.length - shown.length;
    return [
      ...shown.flatMap((one) => failure(one, style)),
      ...(more > 0 ? ['', `  and ${counted(more, `other ${level} vector`)}; --format json lists all`] : []),
    ];
  });
}

function failure(result: VectorResult, style: Terminal['style']): string[] {
  const { id, clause, level, why = '' } = result;
  return ['', `${style.red(`${level} ${id}`)} (${clause})`, `  ${difference(result)}`, `  ${why}`];
}

function difference({ expected, actual, message = '' }: VectorResult): string {
  const word = (allowed: boolean | undefined): string => (allowed ? 'allowed' : 'disallowed');
  return `expected ${word(expected)}, got ${actual === undefined ? `no answer: ${message}` : word(actual)}`;
}

/**
 * TAP version 13 with one test point per vector. Vectors that the RFC does not require are marked TODO, and cannot
 * fail.
 */
export function conformanceTap({ results }: ConformanceReport): string[] {
  return tapLines(
    results.map((result) => {
      const { id, clause, level, why = '' } = result;
      const isOk = result.result !== 'failed';
      const directive =
        result.result === 'skipped'
          ? ({ kind: 'SKIP', reason: result.message ?? '' } as const)
          : level === 'MUST' || isOk
            ? undefined
            : ({ kind: 'TODO', reason: level } as const);
      return {
        isOk,
        name: `${id} (${clause})`,
        ...(directive && { directive }),
        ...(!isOk && { diagnostics: { message: difference(result), why } }),
      };
    }),
  );
}

/** The badge as JSON for shields.io's endpoint. */
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
