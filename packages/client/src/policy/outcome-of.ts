/** Determines the meaning of a single attempt. Pure. */
import type { Outcome } from './outcome.ts';
import { type AttemptFacts, decidingRow } from './outcome-table.ts';
import type { Preset } from './presets.ts';

/** An outcome, and the row of the preset's table that decided it. */
export interface OutcomeAlone {
  readonly outcome: Extract<Outcome, 'rules' | 'no-rules' | 'unreachable' | 'refused'>;
  /** The row, such as `rfc9309/4xx` or `google/5xx/first-12-hours`. */
  readonly policyRow: string;
}

/** The outcome of an attempt if no earlier copy or failure is known. */
export function outcomeOf(attempt: AttemptFacts, { name, rows, unreachable }: Preset): OutcomeAlone {
  const { row, means } = decidingRow(attempt, rows);
  const policyRow = `${name}/${row}`;
  if (means !== 'unreachable') return { outcome: means, policyRow };
  const step = unreachable[0]!;
  const outcome = step.withoutCopy === 'allow' ? 'no-rules' : 'unreachable';
  return { outcome, policyRow: `${policyRow}/${step.name}` };
}
