/** The reason for a verdict or decision, in the same words in every interface. */
import type { Refusal } from '@robots-exclusion/client';
import type { Verdict } from 'robots-exclusion';
import { caller, line, linesText, listText, own, site, type Word, type Words } from '../words.ts';
import type { DecisionAnswer, UseDecision } from './schema.ts';

/** Why a URL is fetched, skipped or deferred. */
export interface Reason {
  /** The deciding line, or why no line decides. */
  readonly why: readonly Word[];
  /** Text from the site: the deciding rule or statement as written, or the refused origin. */
  readonly quoted?: string | undefined;
}

/** Why a URL is allowed or disallowed. */
export function verdictReason({ because, rule, group, note }: Verdict): Reason {
  if (rule) return { why: line`line ${rule.line}`, quoted: rule.text };
  if (note !== undefined) return { why: [own(note)] };
  if (because === 'robots-txt-itself') return { why: [own('/robots.txt itself is always allowed')] };
  if (!group) return { why: [own('no group applies to this crawler')] };
  const tokens = listText([...new Set(group.productTokens)]);
  return { why: line`no rule matches in the group of ${site(tokens)} (${own(linesText(group.lines))})` };
}

/** Why a URL is fetched, skipped or deferred. */
export function decisionReason(decision: DecisionAnswer): Reason {
  const { url, verdict, use, notRobotsTxt, refusal } = decision;
  if (refusal) return refusalReason(refusal, url);
  if (use && isForUse(decision)) return useReason(use);
  if (notRobotsTxt !== undefined && !verdict?.rule) return { why: [own(notRobotsTxt)] };
  return verdict ? verdictReason(verdict) : { why: [own(withoutRules(decision))] };
}

/** Explains a decision that depends on the outcome of fetching, not on rules. */
function withoutRules({ outcome, policyRow = outcome }: DecisionAnswer): string {
  if (outcome === 'no-rules') return `no robots.txt to follow (${policyRow})`;
  if (outcome === 'unsupported') return 'this program reads no robots.txt for a URL of this kind';
  if (outcome === 'not-cached') return 'robots.txt is not in the store, and nothing was requested';
  return `robots.txt unreachable (${policyRow})`;
}

/** Whether the URL is skipped because of the site's statement about use, and not because of a rule. */
function isForUse({ action, outcome, verdict, use }: DecisionAnswer): boolean {
  return (
    action === 'skip' &&
    outcome !== 'unsupported' &&
    verdict?.allowed !== false &&
    use?.preference === 'disallow'
  );
}

function useReason({ name, decidedBy }: UseDecision): Reason {
  const source = decidedBy?.source;
  return { why: [...placeOf(source), ...line` disallows the use ${own(name)}`], quoted: source?.text };
}

function placeOf(source: NonNullable<UseDecision['decidedBy']>['source'] | undefined): readonly Word[] {
  if (source === undefined) return line`the site`;
  return source.kind === 'robots'
    ? line`line ${source.line}`
    : line`the ${own(source.kind)} ${site(source.name)}`;
}

/** @param url The requested URL. If its origin is not `origin`, the site redirects to `origin`. */
export function refusalReason({ by, origin }: Refusal, url?: string): Reason {
  if (by === 'transports')
    return { why: [own('robots.txt redirects to a URL that this program cannot fetch')], quoted: origin };
  if (isOfUrl(origin, url)) return { why: line`the address policy refuses ${caller(origin)}` };
  return { why: [own('the address policy refuses the origin that robots.txt redirects to')], quoted: origin };
}

/** Advice about a refusal: a retry does not help, and an option of this program may allow the origin. */
export function refusalAdvice({ by, origin }: Refusal, url?: string): Words {
  if (by === 'transports') return [line`nothing is fetched from there, now or later`];
  const which = isOfUrl(origin, url) ? caller(origin) : own('and that origin');
  return [
    line`nothing is fetched from there, now or later; to allow it, start this program with --also-fetch ${which}`,
  ];
}

function isOfUrl(origin: string, url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).origin === origin;
}
