/** Presets of recorded programs, for simulations: what a client decides where the program fetched, stopped or waited. */
import type { OutcomeRows, RowMeaning, RowName } from '../policy/outcome-table.ts';
import type { Preset } from '../policy/presets.ts';
import { findProgram, idOf, type ProgramOutcome } from './records.ts';

/** The recorded row that decides a row of the outcome table. */
const ROWS: readonly (readonly [row: RowName, recorded: string])[] = [
  ['4xx', '404'],
  ['401', '401'],
  ['403', '403'],
  ['429', '429'],
  ['5xx', '503'],
  ['500', '500'],
  ['204', '204'],
  ['2xx-empty', '2xx-empty'],
  ['2xx-wrong-type', 'octet-stream-rules'],
  ['network', 'reset'],
  ['timeout', 'timeout-headers'],
  ['broken-body', 'broken-body'],
  ['redirect-loop', 'redirect-loop'],
];

/**
 * The preset of a recorded program: `name`, `name@version`, or the beginning of a version. It holds rows of the outcome
 * table only. How the program reads is its dialect, and what it makes of a byte order mark or of another host's file is in
 * its record.
 *
 * @throws {RangeError} If the program or its version was not recorded; the message names the nearest.
 * @example
 * ```ts
 * programPreset('crawlee-python@1.11').rows['5xx']; // 'unreachable'
 * ```
 */
export function programPreset(named: string): Preset {
  const record = findProgram(named);
  const rows = ROWS.map(([row, recorded]) => [row, meaningOf(row, record.rows[recorded]!)]);
  return {
    name: idOf(record),
    source: `what ${record.title} ${record.version} did on ${record.recordedOn}`,
    rows: { ...UNRECORDED, ...(Object.fromEntries(rows) as OutcomeRows) },
    unreachable: [{ name: 'recorded', from: 0, withCopy: 'disallow', withoutCopy: 'disallow' }],
  };
}

/** Rows without a record have their meaning in RFC 9309. */
const UNRECORDED: OutcomeRows = {
  '2xx': 'rules',
  '3xx': 'unreachable',
  'too-many-redirects': 'no-rules',
  'address-refused': 'refused',
  'scheme-refused': 'refused',
};

/** A program that was still waiting when its run was ended had fetched nothing. */
function meaningOf(row: RowName, outcome: ProgramOutcome): RowMeaning {
  if (outcome === 'none') return 'no-rules';
  return outcome === 'rules' && row.startsWith('2') ? 'rules' : 'unreachable';
}
