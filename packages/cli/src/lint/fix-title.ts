/** A fix as shown to people. */
import type { Fix } from 'robots-exclusion';

/** What it does, and what it changes for whom. */
export function fixTitle({ title, changesVerdicts, effect }: Omit<Fix, 'edits'>): string {
  if (!changesVerdicts) return title;
  return `${title} (${effect === undefined ? 'changes verdicts' : effect})`;
}
