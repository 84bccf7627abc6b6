/** The reason for the result of a check, in a few words. */

import { cut } from '../output/columns.ts';
import { duration } from '../output/duration.ts';
import { isFromStore } from '../record/record-facts.ts';
import { type CheckFailure, type CheckItem, type CheckResult, isResult } from './check-result.ts';

/** One line, cut to `columns`. The deciding line comes first; the age is never cut off. */
export function reasonOf(item: CheckItem, columns = Number.POSITIVE_INFINITY): string {
  if (!isResult(item)) return cut(failureText(item), columns);
  const age = ageOf(item);
  return cut(verdictReason(item) + knowledgeOf(item), Math.max(1, columns - age.length)) + age;
}

/** A line of a list that is not a URL. */
export function failureText({ line, error }: CheckFailure): string {
  return line === undefined ? error.message : `line ${line} of the list: ${error.message}`;
}

/** What depends on the registry. */
function knowledgeOf({ crawler }: CheckResult): string {
  return crawler.source === undefined ? '' : ` (${crawler.note})`;
}

function verdictReason(result: CheckResult): string {
  const { verdict, outcome, policyRow } = result;
  const use = useText(result);
  if (use !== undefined) return use;
  if (verdict?.rule) return `line ${verdict.rule.line}: ${verdict.rule.text}`;
  if (verdict?.note !== undefined) return verdict.note;
  if (verdict?.because === 'robots-txt-itself') return '/robots.txt itself is always allowed';
  if (result.notRobotsTxt !== undefined && !verdict?.rule) return result.notRobotsTxt;
  if (verdict?.because === 'no-group') return 'no group applies';
  if (verdict) return `no rule matches (group at ${linesText(verdict.group?.lines ?? [])})`;
  if (outcome === 'no-rules') return `no robots.txt to follow (${policyRow})`;
  if (outcome === 'unsupported') return 'a URL of this kind has no robots.txt';
  if (outcome === 'refused') return refusalText(result.refusal);
  const { retryAt } = result;
  const retry = retryAt === undefined ? '' : `, ask again in ${duration(Date.parse(retryAt) - Date.now())}`;
  return `robots.txt unreachable${retry} (${policyRow})`;
}

/** Where the rules let the URL through and the use decides. */
function useText({ action, verdict, outcome, use }: CheckResult): string | undefined {
  const isRead = verdict?.allowed ?? outcome === 'no-rules';
  if (action !== 'skip' || !isRead || use?.preference !== 'disallow') return undefined;
  const source = use.decidedBy?.source;
  if (source === undefined) return `the use ${use.name} is disallowed`;
  const place = source.kind === 'robots' ? `line ${source.line}` : `${source.kind} ${source.name}`;
  return `${place}: ${source.text} (disallows ${use.name})`;
}

function refusalText(refusal: CheckResult['refusal']): string {
  if (refusal?.by === 'transports')
    return `not fetched: robots.txt redirects to ${refusal.origin}, which cannot be fetched from`;
  return `not fetched: the address policy refuses ${refusal?.origin ?? 'the address'}`;
}

function ageOf(result: CheckResult): string {
  const { outcome } = result;
  const ageSeconds = ageSecondsOf(result);
  if (ageSeconds === undefined) return '';
  const stale = outcome === 'stale-rules' ? ', unreachable now' : '';
  return ` (from the store, ${duration(ageSeconds * 1000)} old${stale})`;
}

/** The age of the rules, if they came from a store. */
export function ageSecondsOf({ evidence }: CheckResult): number | undefined {
  if (evidence?.fetchedAt === undefined) return undefined;
  const fetchedAt = Date.parse(evidence.fetchedAt);
  return isFromStore(fetchedAt) ? Math.round((Date.now() - fetchedAt) / 1000) : undefined;
}

/** `line 3`, `lines 16, 20`. */
export function linesText(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}
