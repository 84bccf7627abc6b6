/** What a dialect selects of a file for one crawler. */
import type { DialectSelection } from '../../parse/dialect-reader.ts';
import type { FactAgent } from './agents.ts';

export interface FactSelection extends DialectSelection {
  /** Crawl-delay records that count for the crawler. @default none */
  readonly delayRows?: readonly number[];
  /** Why the original implementation rejects the file. */
  readonly error?: string;
  /** Why the original implementation rejects the crawler's name before it reads the file. */
  readonly refused?: string;
}

/** The selection of these user-agent records and of what follows them. */
export function selectionOf(
  agents: readonly FactAgent[],
  ruleRows: readonly number[],
  otherRows: readonly number[],
): FactSelection {
  const userAgentRows = agents.map(({ row }) => row);
  return { userAgentRows, productTokens: agents.map(({ token }) => token), ruleRows, otherRows };
}

export const NOTHING: FactSelection = selectionOf([], [], []);
