/** Describes a fix for people. */
import type { Fix } from 'robots-exclusion';

export function fixTitle({ title, changesVerdicts, effect }: Omit<Fix, 'edits'>): string {
  if (!changesVerdicts) return title;
  return `${title} (${effect === undefined ? 'changes verdicts' : effect})`;
}
