/** Judges every URL for every crawler. Crawlers with the same groups share one rule set and one answer. */
import type { RuleSet } from 'robots-exclusion';
import { dialectOf, prepared } from '../drafts.ts';
import { Cell, type MatrixPart, type MatrixQuestion, type MatrixSummary } from '../protocol.ts';
import { SLICE_MS } from './job.ts';

export function* matrix({
  draft,
  crawlers,
  urls,
  reading,
}: MatrixQuestion): Generator<MatrixPart, MatrixSummary> {
  const { rulesFor } = prepared(draft);
  const columns = crawlers.map((crawler) => rulesFor(crawler, reading));
  const distinct = [...new Set(columns)];
  const places = columns.map((rules) => distinct.indexOf(rules));
  let milliseconds = 0;
  for (let row = 0; row < urls.length; ) {
    const startedAt = performance.now();
    const firstRow = row;
    const cells: number[] = [];
    do {
      const answers = answersOf(distinct, urls[row] as string);
      for (const place of places) cells.push(answers[place] as number);
      row++;
    } while (row < urls.length && performance.now() - startedAt < SLICE_MS);
    milliseconds += performance.now() - startedAt;
    yield { firstRow, cells: Uint8Array.from(cells) };
  }
  return { milliseconds, dialects: crawlers.map((crawler) => dialectOf(crawler, reading)) };
}

function answersOf(rules: readonly RuleSet[], url: string): number[] {
  try {
    return rules.map((rule) => (rule.allows(url) ? Cell.allowed : Cell.disallowed));
  } catch {
    return rules.map(() => Cell.noUrl);
  }
}
