/** Verdicts for many URLs or many crawlers, computed in slices. */
import { explainer, type RuleSet } from 'robots-exclusion';
import { prepared } from '../drafts.ts';
import { fileFor, isElsewhere } from '../origin.ts';
import {
  Cell,
  type MatrixPart,
  type MatrixQuestion,
  type OthersQuestion,
  type OtherVerdict,
  type TracePart,
  type TraceQuestion,
} from '../protocol.ts';
import { SLICE_MS } from './job.ts';

/** A hostile file would otherwise take hours. */
const DEADLINE_MS = 4000;

/** Finds the line that decides each URL for one crawler. It tries every rule for every URL, so there is a deadline. */
export function* trace({
  draft,
  crawler,
  urls,
  reading,
  origin,
}: TraceQuestion): Generator<TracePart, { traced: number }> {
  const endsAt = performance.now() + DEADLINE_MS;
  const verdictOn = explainer(prepared(draft).rulesFor(crawler, reading));
  let at = 0;
  while (at < urls.length && performance.now() < endsAt) {
    const first = at;
    const lines: number[] = [];
    const sliceEndsAt = performance.now() + SLICE_MS;
    do {
      const url = urls[at] as string;
      lines.push(isElsewhere(url, origin) ? -1 : lineFor(verdictOn, url));
      at++;
    } while (at < urls.length && performance.now() < sliceEndsAt);
    yield { first, lines: Int32Array.from(lines) };
  }
  return { traced: at };
}

function lineFor(verdictOn: ReturnType<typeof explainer>, url: string): number {
  try {
    return verdictOn(url).rule?.line ?? 0;
  } catch {
    return -1;
  }
}

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

/** Empty if `url` is not a URL. */
export function others({ draft, crawlers, url, reading }: OthersQuestion): readonly OtherVerdict[] {
  const { rulesFor } = prepared(draft);
  try {
    return crawlers.map((crawler) => ({
      token: crawler.token,
      isAllowed: rulesFor(crawler, reading).allows(url),
    }));
  } catch {
    return [];
  }
}
