/** Formats the reason for a check's result as one line. */
import { decisionReason } from '@robots-exclusion/operations/reason';
import { plainText } from '@robots-exclusion/operations/words';
import { cut } from '../output/columns.ts';
import { duration } from '../output/duration.ts';
import { isFromStore } from '../record/record-facts.ts';
import { type CheckFailure, type CheckItem, type CheckResult, isResult } from './check-result.ts';

/** The reason as one line, cut to `columns`. The age at the end of the line is never cut. */
export function reasonOf(item: CheckItem, columns = Number.POSITIVE_INFINITY): string {
  if (!isResult(item)) return cut(failureText(item), columns);
  const age = ageOf(item);
  return cut(decisionText(item) + knowledgeOf(item), Math.max(1, columns - age.length)) + age;
}

export function failureText({ line, error }: CheckFailure): string {
  return line === undefined ? error.message : `line ${line} of the list: ${error.message}`;
}

function knowledgeOf({ crawler }: CheckResult): string {
  return crawler.source === undefined ? '' : ` (${crawler.note})`;
}

/** The operation's reason as one line, and when to check again. */
function decisionText(result: CheckResult): string {
  const { why, quoted } = decisionReason(result);
  const { action, retryAt } = result;
  const isLater = action === 'defer' && retryAt !== undefined;
  const retry = isLater ? `, try again in ${duration(Date.parse(retryAt) - Date.now())}` : '';
  return `${plainText(why)}${retry}${quoted === undefined ? '' : `: ${quoted}`}`;
}

function ageOf(result: CheckResult): string {
  const { outcome } = result;
  const ageSeconds = ageSecondsOf(result);
  if (ageSeconds === undefined) return '';
  const stale = outcome === 'stale-rules' ? ', unreachable now' : '';
  return ` (from the store, ${duration(ageSeconds * 1000)} old${stale})`;
}

/** The age of the rules in seconds, if they came from a store. */
export function ageSecondsOf({ evidence }: CheckResult): number | undefined {
  if (evidence?.fetchedAt === undefined) return undefined;
  const fetchedAt = Date.parse(evidence.fetchedAt);
  return isFromStore(fetchedAt) ? Math.round((Date.now() - fetchedAt) / 1000) : undefined;
}
