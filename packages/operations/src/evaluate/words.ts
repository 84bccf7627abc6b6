/** A decision as text: what to do, why, and the deciding line of the site's file. */
import type { Failure } from '../errors.ts';
import { caller, cutWords, line, own, site, type Words } from '../words.ts';
import { decisionReason, refusalAdvice } from './reason.ts';
import type { DecisionAnswer } from './schema.ts';

/** A line with the decision and its reason, a line that quotes the deciding rule or statement, and lines with notes. */
export function decisionWords(decision: DecisionAnswer | Failure): Words {
  if ('error' in decision) return [failureWords(decision)];
  const { action, url, retryAt, outcome, crawler, refusal } = decision;
  const until = action === 'defer' && retryAt !== undefined ? own(` until ${retryAt}`) : own('');
  const { why, quoted } = decisionReason(decision);
  return [
    [...line`${own(action)}${until} ${caller(url)}: `, ...why],
    ...(quoted === undefined ? [] : [[site(quoted)]]),
    ...(refusal ? refusalAdvice(refusal, url) : []),
    ...(outcome === 'stale-rules'
      ? [line`robots.txt cannot be fetched now; the last good copy decides`]
      : []),
    ...(crawler.source === undefined ? [] : [[own(crawler.note ?? '')]]),
    ...(action === 'fetch' ? paceOf(decision) : []),
    ...cutWords(decision),
  ];
}

/** A URL without an answer is not fetched. */
function failureWords({ url, error }: Failure): Words[number] {
  const { message, retryAt } = error;
  const step = retryAt === undefined ? own('skip') : own(`defer until ${retryAt}`);
  return line`${step} ${caller(url)}: ${own(message)}`;
}

function paceOf({ crawlDelaySeconds }: DecisionAnswer): Words {
  return crawlDelaySeconds ? [line`Crawl-delay: ${crawlDelaySeconds} s between requests to the site`] : [];
}
