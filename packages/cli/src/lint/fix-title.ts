/** Describes a fix for people. */
import type { Fix } from 'robots-exclusion';

/** The fix's title, and its effect on verdicts. */
export function fixTitle({ title, changesVerdicts, effect }: Omit<Fix, 'edits'>): string {
  if (!changesVerdicts) return title;
  return `${title} (${effect === undefined ? 'changes verdicts' : effect})`;
}
