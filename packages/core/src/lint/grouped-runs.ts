/** Findings that repeat in one group of the file, as one finding that names the further lines. */
import type { Edit } from '../bytes/edit.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { Candidate } from './compatible-fixes.ts';
import type { FixProver } from './fix-prover.ts';
import { furtherLines } from './further-lines.ts';
import { provenTogether } from './proven-together.ts';

/** Rules that find much in long files, and nothing that is urgent. */
const FREQUENT: ReadonlySet<string> = new Set(['redundant-rule', 'duplicate-rule', 'needless-trailing-star']);

/** As many findings of one rule in one group are each reported by itself. */
const MOST_SINGLE = 3;

/**
 * Runs are findings of one frequent rule at `info` in one group of the file. Their fixes become one where they are proven
 * together; a fix that changes a verdict in the company of the others stays with a finding of its own.
 *
 * @param proverOf Called only where there is a run with fixes.
 */
export function groupedRuns(
  diagnostics: readonly Diagnostic[],
  document: RobotsDocument,
  proverOf: () => FixProver,
): readonly Diagnostic[] {
  const replaced = new Map<Diagnostic, Diagnostic | undefined>();
  let prover: FixProver | undefined;
  for (const run of runsOf(diagnostics, document)) {
    for (const part of partsOf(run, () => (prover ??= proverOf()))) {
      const [first, ...further] = part;
      if (!first || further.length < MOST_SINGLE) continue;
      replaced.set(first, asOne(first, further));
      for (const one of further) replaced.set(one, undefined);
    }
  }
  return diagnostics.flatMap((one) => (replaced.has(one) ? (replaced.get(one) ?? []) : one));
}

/** Lists longer than what is reported singly. */
function runsOf(diagnostics: readonly Diagnostic[], { groups }: RobotsDocument): readonly Diagnostic[][] {
  const begins = groups.map(({ userAgents }) => userAgents[0]?.span.start ?? 0);
  const runs = new Map<string, Diagnostic[]>();
  let group = 0;
  for (const one of diagnostics) {
    if (!FREQUENT.has(one.code) || one.severity !== 'info') continue;
    while (group < begins.length && (begins[group] as number) <= one.span.start) group++;
    const key = `${group} ${one.code}`;
    const run = runs.get(key);
    if (run) run.push(one);
    else runs.set(key, [one]);
  }
  return [...runs.values()].filter(({ length }) => length > MOST_SINGLE);
}

/** Findings without a fix, those whose fixes hold together, and those of which that could not be decided. */
function partsOf(run: readonly Diagnostic[], proverOf: () => FixProver): readonly Diagnostic[][] {
  let end = -1;
  const candidates: Candidate[] = [];
  for (const diagnostic of run) {
    const fix = diagnostic.fixes?.[0];
    // The last line takes the line end before it along when it has none of its own.
    if (!fix || startOf(fix) < end) continue;
    candidates.push({ diagnostic, fix });
    end = Math.max(...fix.edits.map(({ span }) => span.end));
  }
  const without = run.filter(({ fixes }) => fixes === undefined);
  if (candidates.length <= MOST_SINGLE) return [without];
  const { kept, left } = provenTogether(proverOf(), candidates);
  const undecided = candidates.filter((one) => left.get(one)?.kind === 'undecided');
  const together = new Set(kept);
  return [
    without,
    candidates.filter((one) => together.has(one)).map(({ diagnostic }) => diagnostic),
    undecided.map(({ diagnostic }) => diagnostic),
  ];
}

function asOne(first: Diagnostic, further: readonly Diagnostic[]): Diagnostic {
  const message = `${first.message}${furtherLines(further.map(({ line }) => line))}`;
  const fix = first.fixes?.[0];
  if (!fix) return Object.freeze({ ...first, message });
  const one: Fix = {
    ...fix,
    title: `${fix.title} (and so in ${further.length} more)`,
    edits: joined([first, ...further].flatMap(({ fixes = [] }) => fixes[0]?.edits ?? [])),
  };
  return Object.freeze({ ...first, message, fixes: [one] });
}

function startOf({ edits }: Fix): number {
  return Math.min(...edits.map(({ span }) => span.start));
}

/** Deletions side by side as one: edits of one fix must not touch. */
function joined(edits: readonly Edit[]): readonly Edit[] {
  const all: Edit[] = [];
  for (const edit of edits) {
    const last = all.at(-1);
    const isOneDeletion =
      last?.span.end === edit.span.start && last.replacement.length === 0 && edit.replacement.length === 0;
    if (isOneDeletion)
      all[all.length - 1] = { span: { start: last.span.start, end: edit.span.end }, replacement: '' };
    else all.push(edit);
  }
  return all;
}
