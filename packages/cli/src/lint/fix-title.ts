/** A fix as it is offered to people. */
import type { Fix } from 'robots-exclusion';
import { printable } from '../output/printable.ts';

/** What it does, and for whom it changes what. */
export function fixTitle({ title, changesVerdicts, effect }: Fix): string {
  if (!changesVerdicts) return printable(title);
  return `${printable(title)} (${effect === undefined ? 'changes verdicts' : printable(effect)})`;
}
