/** Judges every URL for every crawler. Crawlers with the same groups share one rule set and one answer. */
import type { RuleSet } from 'robots-exclusion';
import { prepared } from '../drafts.ts';
import { fileFor } from '../origin.ts';
import { Cell, type MatrixPart, type MatrixQuestion } from '../protocol.ts';
import { SLICE_MS } from './job.ts';

export function* matrix(question: MatrixQuestion): Generator<MatrixPart, { rows: number }> {
  const { urls } = question;
  const rowFor = rows(question);
  for (let row = 0; row < urls.length; ) {
    const startedAt = performance.now();
    const firstRow = row;
    const cells: number[] = [];
    do {
      rowFor(urls[row] as string, cells);
      row++;
    } while (row < urls.length && performance.now() - startedAt < SLICE_MS);
    yield { firstRow, cells: Uint8Array.from(cells) };
  }
  return { rows: urls.length };
}

/** Returns a function that appends the cells of one URL, from the file that applies to it. */
function rows(question: MatrixQuestion): (url: string, cells: number[]) => void {
  const { crawlers, reading } = question;
  const known = new Map<string, { distinct: readonly RuleSet[]; places: readonly number[] }>();
  const columnsOf = (file: string) => {
    const { rulesFor } = prepared(file);
    const columns = crawlers.map((crawler) => rulesFor(crawler, reading));
    const distinct = [...new Set(columns)];
    return { distinct, places: columns.map((rules) => distinct.indexOf(rules)) };
  };
  return (url, cells) => {
    const file = fileFor(url, question);
    if (file === undefined) {
      for (const _ of crawlers) cells.push(Cell.elsewhere);
      return;
    }
    const columns = known.get(file) ?? columnsOf(file);
    known.set(file, columns);
    const answers = answersOf(columns.distinct, url);
    for (const place of columns.places) cells.push(answers[place] as number);
  };
}

function answersOf(rules: readonly RuleSet[], url: string): number[] {
  try {
    return rules.map((rule) => (rule.allows(url) ? Cell.allowed : Cell.disallowed));
  } catch {
    return rules.map(() => Cell.noUrl);
  }
}
