/** `--as` and `--status`: the answer of a recorded program, by how it reads and by what it did with such a response. */
import type { Outcome } from '@robots-exclusion/client';
import { findProgram, idOf, type ProgramOutcome, programRow } from '@robots-exclusion/client/programs';
import type { DecisionAnswer, DecisionBasis } from '@robots-exclusion/operations/evaluate';

import { CommandError } from '../command-error.ts';
import { tell } from '../output/stdout.ts';
import { type CheckQuestion, fileSource, type RulesSource } from './rules-source.ts';

export interface AsOptions {
  readonly as: string;
  readonly status?: string | undefined;
}

export interface AsProgram {
  readonly dialect: string;
  /** The product token whose group bound it; undefined if only `*` did. */
  readonly token: string | undefined;
  /** The source of rules if the response decides without them; undefined if the program follows the file. */
  source(question: CheckQuestion): Promise<RulesSource> | undefined;
}

/**
 * Finds the program, and what it did with the response that `--status` names.
 *
 * @throws {CommandError} If the program, its version or the response was not recorded; the message names the nearest.
 */
export function asProgram({ as, status }: AsOptions): AsProgram {
  const record = refusing(() => findProgram(as));
  const row = status === undefined ? undefined : refusing(() => programRow(status));
  const outcome = row === undefined ? 'rules' : record.rows[row.row]!;
  const who = `${record.title} ${record.version}`;
  if (outcome === 'rules' && record.reading === undefined)
    tell(`note: how ${who} reads is not one of the dialects; the file is read by RFC 9309`);
  return {
    dialect: record.reading ?? 'rfc9309',
    token: record.tokens.find((token) => token !== '*'),
    source: (question) => {
      if (outcome === 'rules' || row === undefined) return undefined;
      const policyRow = `${row.when}: ${who} ${DEEDS[outcome]}, recorded on ${record.recordedOn}`;
      const fetched = { outcome: FETCHED[outcome], policyRow, now: Date.now() };
      return simulated(outcome, `${idOf(record)} at ${row.row}`, { ...question, fetched });
    },
  };
}

type Unread = Exclude<ProgramOutcome, 'rules'>;

/** The outcome of fetching that has the same effect. */
const FETCHED: Readonly<Record<Unread, Outcome>> = {
  none: 'no-rules',
  all: 'unreachable',
  undecided: 'unreachable',
};

const DEEDS: Readonly<Record<Unread, string>> = {
  none: 'went on',
  all: 'requested no page',
  undecided: 'was still waiting when its run was ended',
};

/** No time is known at which the program would ask again, and one that stops is not going to. */
async function simulated(outcome: Unread, title: string, basis: DecisionBasis): Promise<RulesSource> {
  const source = await fileSource(title, basis);
  const step = (action: DecisionAnswer['action']) =>
    outcome === 'all' && action === 'defer' ? 'skip' : action;
  return {
    ...source,
    check: async (url) =>
      (await source.check(url)).map((item) => {
        if ('error' in item) return item;
        const { retryAt: _, ...answer } = item;
        return { ...answer, action: step(answer.action) };
      }),
  };
}

function refusing<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message);
    throw error;
  }
}
