/** Why an item of a check came out as it did, in a few words. */
import { type CheckItem, type CheckResult, isResult } from '../check/check-result.ts';
import { cut } from './columns.ts';
import { duration } from './duration.ts';
import { printable } from './printable.ts';

/** One line, safe to print, cut to `columns`. A deciding line begins it; an age is never cut off. */
export function reasonOf(item: CheckItem, columns = Number.POSITIVE_INFINITY): string {
  if (!isResult(item)) return cut(printable(`line ${item.line} of the list: ${item.error.message}`), columns);
  const age = ageOf(item);
  return cut(verdictReason(item) + knowledgeOf(item), Math.max(1, columns - age.length)) + age;
}

/** What of the answer rests on the registry. */
function knowledgeOf({ crawler }: CheckResult): string {
  return crawler === undefined ? '' : ` (${printable(crawler.note)})`;
}

function verdictReason(result: CheckResult): string {
  const { verdict, outcome, policyRow } = result;
  if (verdict?.rule) return `line ${verdict.rule.line}: ${printable(verdict.rule.text)}`;
  if (verdict?.note !== undefined) return printable(verdict.note);
  if (verdict?.because === 'robots-txt-itself') return '/robots.txt itself is always allowed';
  if (result.notRobotsTxt !== undefined && !verdict?.rule) return result.notRobotsTxt;
  if (verdict?.because === 'no-group') return 'no group applies';
  if (verdict) return `no rule matches (group at ${linesText(verdict.group?.lines ?? [])})`;
  if (outcome === 'no-rules') return `no robots.txt to follow (${policyRow})`;
  if (outcome === 'unsupported') return 'a URL of this kind has no robots.txt';
  const retry = result.retryAt === undefined ? '' : `, ask again in ${duration(result.retryAt - Date.now())}`;
  return `robots.txt unreachable${retry} (${policyRow})`;
}

function ageOf({ outcome, ageSeconds }: CheckResult): string {
  if (ageSeconds === undefined) return '';
  const stale = outcome === 'stale-rules' ? ', unreachable now' : '';
  return ` (from the store, ${duration(ageSeconds * 1000)} old${stale})`;
}

/** `line 3`, `lines 16, 20`. */
export function linesText(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}
