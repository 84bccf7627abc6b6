/** A fix as it is offered to people. */
import type { Fix } from 'robots-exclusion';

/** What it does, and for whom it changes what. */
export function fixTitle({ title, changesVerdicts, effect }: Omit<Fix, 'edits'>): string {
  if (!changesVerdicts) return title;
  return `${title} (${effect === undefined ? 'changes verdicts' : effect})`;
}
