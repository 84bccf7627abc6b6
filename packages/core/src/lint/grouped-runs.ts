/** Combines findings that repeat within a file into one finding that names the further lines. */
import type { Edit } from '../bytes/edit.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { furtherLines } from './further-lines.ts';
import { lintRules } from './rules/index.ts';

const FREQUENT: ReadonlySet<string> = new Set(
  lintRules.flatMap(({ code, isFrequent }) => (isFrequent ? [code] : [])),
);

/** A finding as reported. If it stands for a run, it contains the findings that it replaces. */
export interface GroupedFinding {
  readonly finding: Diagnostic;
  readonly run?: readonly Diagnostic[];
}

/**
 * Replaces each run of findings by one finding. A run consists of the `info` findings from one frequent rule. Its fix
 * makes the fixes that may be joined; the others are left to requests that name the rule.
 */
export function groupedRuns(
  diagnostics: readonly Diagnostic[],
  mayJoin: (fix: Fix) => boolean,
): readonly GroupedFinding[] {
  const runs = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    if (!FREQUENT.has(one.code) || one.severity !== 'info') continue;
    const run = runs.get(one.code);
    if (run) run.push(one);
    else runs.set(one.code, [one]);
  }
  const replaced = new Map<Diagnostic, GroupedFinding | undefined>();
  for (const run of runs.values()) {
    const [first, ...further] = run;
    if (!first || further.length === 0) continue;
    replaced.set(first, { finding: asOne(first, further, mayJoin), run });
    for (const one of further) replaced.set(one, undefined);
  }
  return diagnostics.flatMap((one) => (replaced.has(one) ? (replaced.get(one) ?? []) : { finding: one }));
}

function asOne(
  first: Diagnostic,
  further: readonly Diagnostic[],
  mayJoin: (fix: Fix) => boolean,
): Diagnostic {
  const { fixes: _, ...rest } = first;
  const message = `${first.message}${furtherLines(further.map(({ line }) => line))}`;
  const joinable = [first, ...further].flatMap(({ fixes: [fix] = [] }) => (fix && mayJoin(fix) ? [fix] : []));
  const [fix] = joinable;
  if (!fix) return Object.freeze({ ...rest, message });
  const more = joinable.length - 1;
  const one: Fix = {
    ...fix,
    title: more === 0 ? fix.title : `${fix.title} (and in ${more} more)`,
    edits: joined(joinable.flatMap(({ edits }) => edits)),
  };
  return Object.freeze({ ...rest, message, fixes: [one] });
}

/** Merges adjacent deletions, because the edits of one fix must not touch each other. */
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
