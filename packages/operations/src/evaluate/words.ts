/** A decision in words: what to do, why, and the line of the site that says so. */
import type { Failure } from '../errors.ts';
import { caller, cutWords, line, own, site, type Word, type Words } from '../words.ts';
import type { DecisionAnswer, UseDecision } from './decision.ts';

/** One line of our text, and the deciding rule or statement on a separate line. */
export function decisionWords(decision: DecisionAnswer | Failure): Words {
  if ('error' in decision) return [failureWords(decision)];
  const { action, url, retryAt } = decision;
  const until = action === 'defer' && retryAt !== undefined ? own(` until ${retryAt}`) : own('');
  const pace = action === 'fetch' ? paceOf(decision) : [];
  const first = [...line`${own(action)}${until} ${caller(url)}: `, ...reasonOf(decision), ...pace];
  const quoted = quotedBy(decision);
  return [first, ...(quoted === undefined ? [] : [[site(quoted)]]), ...cutWords(decision)];
}

/** Without an answer, the URL is not fetched. */
function failureWords({ url, error }: Failure): Words[number] {
  const { message, retryAt } = error;
  const step = retryAt === undefined ? own('skip') : own(`defer until ${retryAt}`);
  return line`${step} ${caller(url)}: ${own(message)}`;
}

function paceOf({ crawlDelaySeconds }: DecisionAnswer): Words[number] {
  return crawlDelaySeconds ? line`; Crawl-delay: ${crawlDelaySeconds} s between requests to the site` : [];
}

/** The use decides although the rules allow the URL. */
function isForUse({ action, outcome, verdict, use }: DecisionAnswer): boolean {
  return (
    action === 'skip' &&
    outcome !== 'unsupported' &&
    outcome !== 'refused' &&
    verdict?.allowed !== false &&
    use?.preference === 'disallow'
  );
}

function quotedBy(decision: DecisionAnswer): string | undefined {
  const { use, verdict, refusal } = decision;
  if (refusal) return isOfAsked(decision, refusal) ? undefined : refusal.origin;
  return isForUse(decision) ? use?.decidedBy?.source.text : verdict?.rule?.text;
}

/** If the caller named the origin itself; otherwise the site redirects to it. */
function isOfAsked({ url }: DecisionAnswer, { origin }: NonNullable<DecisionAnswer['refusal']>): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

function reasonOf(decision: DecisionAnswer): Words[number] {
  const { outcome, verdict, use, refusal, policyRow = outcome } = decision;
  if (refusal?.by === 'transports')
    return [own('this program cannot fetch from where robots.txt redirects to, now or later')];
  if (refusal) {
    const opening = own(
      'nothing is fetched from that address, now or later; to allow it, start this program with --also-fetch',
    );
    return isOfAsked(decision, refusal)
      ? line`${opening} ${caller(refusal.origin)}`
      : [opening, own(' and the origin')];
  }
  if (use && isForUse(decision)) return line`the site disallows the use "${own(use.name)}"${placeOf(use)}`;
  if (verdict?.rule) return line`the ${own(verdict.rule.kind)} rule on line ${verdict.rule.line} decides`;
  if (verdict) return [own(REASONS[verdict.because])];
  if (outcome === 'no-rules')
    return line`the site has no robots.txt that holds (${own(policyRow)}), so nothing is disallowed`;
  if (outcome === 'unreachable')
    return line`robots.txt could not be fetched (${own(policyRow)}), which is not a permission`;
  return line`robots.txt gives no answer (${own(outcome)})`;
}

function placeOf({ decidedBy }: UseDecision): Word {
  if (decidedBy === undefined) return own('');
  const { source } = decidedBy;
  return own(source.kind === 'robots' ? ` (line ${source.line})` : ` (${source.kind})`);
}

const REASONS: Readonly<Record<NonNullable<DecisionAnswer['verdict']>['because'], string>> = {
  rule: 'a rule decides',
  'no-rule-matched': 'no rule of its group matches',
  'no-group': 'no group binds this crawler',
  'robots-txt-itself': 'robots.txt itself may always be fetched',
  'whole-file': 'something about the whole file decides',
  unreadable: 'the program that the dialect describes fails on this file or URL',
};
