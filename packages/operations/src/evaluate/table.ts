/** Decisions as rows of a table: the columns of CSV at every door. */
import type { Failure } from '../errors.ts';
import type { DecisionAnswer } from './schema.ts';

/** The word that summarizes a decision. */
export type DecisionWord = 'allowed' | 'disallowed' | 'deferred' | 'refused' | 'unsupported' | 'error';

/** The word of one item of an answer; `error` for a failure. */
export function decisionWord(item: DecisionAnswer | Failure): DecisionWord {
  if ('error' in item) return 'error';
  if (item.allowed) return 'allowed';
  if (item.outcome === 'unsupported' || item.outcome === 'refused') return item.outcome;
  return item.action === 'defer' ? 'deferred' : 'disallowed';
}

/** The names of the columns, in order. */
export const decisionColumns: readonly string[] = [
  ...['url', 'agent', 'result', 'because', 'line', 'rule'],
  ...['outcome', 'policy_row', 'robots', 'age_seconds', 'error', 'crawler_note'],
];

/**
 * The cells of one row, in the order of {@link decisionColumns}. A failure has only a URL, a word and a message.
 *
 * @param ageSeconds The age of the rules in seconds, if they came from a store.
 */
export function decisionCells(
  item: DecisionAnswer | Failure,
  ageSeconds?: number,
): readonly (string | number | undefined)[] {
  const word = decisionWord(item);
  if ('error' in item)
    return [item.url, undefined, word, ...Array(7).fill(undefined), item.error.message, undefined];
  const { crawler, verdict, outcome, policyRow, evidence } = item;
  return [
    item.url,
    crawler.tokens.join(','),
    word,
    verdict?.because,
    verdict?.rule?.line,
    verdict?.rule?.text,
    outcome,
    policyRow,
    evidence?.source ?? item.robotsUrl,
    ageSeconds,
    undefined,
    crawler.note,
  ];
}
