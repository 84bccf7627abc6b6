/**
 * Verdicts as JSON text. Rules and groups are in many verdicts of a file: each is written once, and its text kept for
 * as long as the file's rules are.
 */
import type { Verdict } from 'robots-exclusion';
import { shortened } from './shortened.ts';

const texts = new WeakMap<object, string>();

/** Text of what never changes. */
function partText(part: object): string {
  const known = texts.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  texts.set(part, text);
  return text;
}

/** JSON text of the verdict, with no more than so many candidates. */
export function verdictText(verdict: Verdict, maxCandidates: number): string {
  const { allowed, because, rule, group, candidates, candidatesOmitted, note, basis } = shortened(
    verdict,
    maxCandidates,
  );
  let text = `{"allowed":${allowed},"because":"${because}"`;
  if (rule !== undefined) text += `,"rule":${partText(rule)}`;
  if (group !== undefined) text += `,"group":${partText(group)}`;
  text += `,"candidates":[${candidates.map(partText).join(',')}]`;
  if (candidatesOmitted !== undefined) text += `,"candidatesOmitted":${candidatesOmitted}`;
  if (note !== undefined) text += `,"note":${JSON.stringify(note)}`;
  if (basis !== undefined) text += `,"basis":"${basis}"`;
  return `${text}}`;
}
