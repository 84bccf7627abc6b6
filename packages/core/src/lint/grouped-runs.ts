/** Combines findings that repeat within one group of the file into one finding that names the further lines. */
import type { Edit } from '../bytes/edit.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { NOT_PROVEN } from '../proof/fix-effect.ts';
import { furtherLines } from './further-lines.ts';
import { lintRules } from './rules/index.ts';

const FREQUENT: ReadonlySet<string> = new Set(
  lintRules.flatMap(({ code, isFrequent }) => (isFrequent ? [code] : [])),
);

/** The maximum number of findings of one rule in one group that are reported separately. */
const MOST_SINGLE = 3;

/** A finding as reported. If it stands for a run, it contains the findings that it replaces. */
export interface GroupedFinding {
  readonly finding: Diagnostic;
  readonly run?: readonly Diagnostic[];
}

/**
 * Replaces each run of findings by one finding. A run consists of `info` findings from one frequent rule in one group
 * of the file. Findings whose fixes can be combined form one run. Findings without a fix, or with an unproven fix, form
 * another run. A finding whose fix is known to change something stays separate.
 */
export function groupedRuns(
  diagnostics: readonly Diagnostic[],
  document: RobotsDocument,
  mayJoin: (fix: Fix) => boolean,
): readonly GroupedFinding[] {
  const replaced = new Map<Diagnostic, GroupedFinding | undefined>();
  for (const run of runsOf(diagnostics, document, mayJoin)) {
    const [first, ...further] = run as [Diagnostic, ...Diagnostic[]];
    replaced.set(first, { finding: asOne(first, further, mayJoin), run });
    for (const one of further) replaced.set(one, undefined);
  }
  return diagnostics.flatMap((one) => (replaced.has(one) ? (replaced.get(one) ?? []) : { finding: one }));
}

/** The runs that are too long for separate reports. */
function runsOf(
  diagnostics: readonly Diagnostic[],
  { groups }: RobotsDocument,
  mayJoin: (fix: Fix) => boolean,
): readonly Diagnostic[][] {
  const begins = groups.map(({ userAgents }) => userAgents[0]?.span.start ?? 0);
  const runs = new Map<string, Diagnostic[]>();
  let group = 0;
  for (const one of diagnostics) {
    if (!FREQUENT.has(one.code) || one.severity !== 'info') continue;
    const [fix] = one.fixes ?? [];
    const isJoined = fix !== undefined && mayJoin(fix);
    if (fix && !isJoined && fix.effect !== NOT_PROVEN) continue;
    while (group < begins.length && (begins[group] as number) <= one.span.start) group++;
    const key = `${group} ${one.code} ${isJoined}`;
    const run = runs.get(key);
    if (run) run.push(one);
    else runs.set(key, [one]);
  }
  return [...runs.values()].filter(({ length }) => length > MOST_SINGLE);
}

function asOne(
  { fixes: [fix] = [], ...first }: Diagnostic,
  further: readonly Diagnostic[],
  mayJoin: (fix: Fix) => boolean,
): Diagnostic {
  const message = `${first.message}${furtherLines(further.map(({ line }) => line))}`;
  if (!fix || !mayJoin(fix)) return Object.freeze({ ...first, message });
  const others = further.flatMap(({ fixes = [] }) => fixes[0]?.edits ?? []);
  const one: Fix = {
    ...fix,
    title: `${fix.title} (and in ${further.length} more)`,
    edits: joined([...fix.edits, ...others]),
  };
  return Object.freeze({ ...first, message, fixes: [one] });
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
