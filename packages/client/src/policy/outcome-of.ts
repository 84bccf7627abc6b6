/** What one attempt means by itself. Pure. */
import type { Outcome } from './outcome.ts';
import { type AttemptFacts, decidingRow } from './outcome-table.ts';
import type { Preset } from './presets.ts';

/** An outcome, and the row of the preset's table that decided. */
export interface OutcomeAlone {
  readonly outcome: Extract<Outcome, 'rules' | 'no-rules' | 'unreachable' | 'refused'>;
  /** Such as `rfc9309/4xx`, or `google/5xx/first-12-hours`. */
  readonly policyRow: string;
}

/** What an attempt means where nothing else is known of the origin: neither an earlier copy nor earlier failures. */
export function outcomeOf(attempt: AttemptFacts, { name, rows, unreachable }: Preset): OutcomeAlone {
  const { row, means } = decidingRow(attempt, rows);
  const policyRow = `${name}/${row}`;
  if (means !== 'unreachable') return { outcome: means, policyRow };
  const step = unreachable[0]!;
  const outcome = step.withoutCopy === 'allow' ? 'no-rules' : 'unreachable';
  return { outcome, policyRow: `${policyRow}/${step.name}` };
}
