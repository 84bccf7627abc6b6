/** Answers one query about one body while scanning it, without a document. */
import { byteOrderMarkLength } from '../bytes/body.ts';
import { SLASH } from '../bytes/octet.ts';
import { endsUserAgentRun } from '../parse/group-table.ts';
import * as LineKind from '../parse/line-kind.ts';
import { blocksOf } from '../parse/octet-blocks.ts';
import { endOfLine, endOfValue, headAt, pastBlank, pastWhiteSpace, trimmedEnd } from '../parse/scan.ts';
import type { Target } from '../patterns/target.ts';
import { NO_MATCH } from './rule.ts';
import { type Form, RuleRanker } from './rule-ranker.ts';
import { addresseeOf, CRAWLER, EVERYBODY } from './select.ts';

export interface BodyQuestion {
  readonly octets: Uint8Array;
  readonly tokens: readonly Uint8Array[];
  readonly contentUsageIsRule: boolean;
  /** @default about one per octet of the body */
  readonly maxSteps?: number;
}

/**
 * The rule that decides `target`, whose forms are the first `length` octets of its arrays; `undefined` if finding the
 * rule takes more than `maxSteps` steps. Do not call this for `/robots.txt` itself.
 */
export function bestInBody(
  question: BodyQuestion,
  { folded, plain }: Target,
  length: number = folded.length,
): BestRule | undefined {
  const best = bestOfForm(question, folded, length, 'folded');
  if (plain === folded || best === undefined) return best;
  const other = bestOfForm(question, plain, plain.length, 'plain');
  if (other === undefined) return undefined;
  const rank = other.rule.rank - best.rule.rank;
  return rank > 0 || (rank === 0 && other.rule.start < best.rule.start) ? other : best;
}

export interface BestRule {
  /** Whether a group names one of the tokens, so that rules of `*` do not apply to the crawler (RFC 9309 §2.2.1). */
  readonly hasOwn: boolean;
  /** Whether a group of `*` exists. The scan does not look for such a group after a group that names a token. */
  readonly hasStar: boolean;
  /** The deciding rule; {@link NO_RULE} if no rule matches. */
  readonly rule: RankedRule;
}

/** A rule of a body: its rank, the start of its record and the end of its value. */
export interface RankedRule {
  readonly rank: number;
  readonly start: number;
  readonly end: number;
}

/** A placeholder for the rule if no rule matches. */
const NO_RULE: RankedRule = { rank: NO_MATCH, start: 0, end: 0 };

/** Whether a group names one of the tokens, so rules of `*` do not apply to the crawler (RFC 9309 §2.2.1). */
export function hasGroupOf(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  contentUsageIsRule: boolean,
): boolean {
  // The target that is cheapest to match.
  const root = Uint8Array.of(SLASH);
  const question = { octets, tokens, contentUsageIsRule, maxSteps: Number.MAX_SAFE_INTEGER };
  return bestInBody(question, { folded: root, plain: root })?.hasOwn ?? false;
}

/** The first letters of the relevant record names, as a bit set. The index of a letter is its five lowest bits. */
export const USER_AGENT: number = /* @__PURE__ */ letterBits('u');
export const GROUP: number = /* @__PURE__ */ letterBits('uad');
const GROUP_WITH_CONTENT_USAGE = /* @__PURE__ */ letterBits('uadc');

function letterBits(letters: string): number {
  let bits = 0;
  for (const letter of letters) bits |= 1 << (letter.charCodeAt(0) & 31);
  return bits;
}

/** The rule that decides one form of a target, and the kind of its group. */
function bestOfForm(
  { octets, tokens, contentUsageIsRule, maxSteps }: BodyQuestion,
  path: Uint8Array,
  pathLength: number,
  form: Form,
): BestRule | undefined {
  const ranker = new RuleRanker(octets, path, pathLength, form, maxSteps);
  const blocks = blocksOf(octets);
  const { length } = octets;
  const letters = contentUsageIsRule ? GROUP_WITH_CONTENT_USAGE : GROUP;
  let own = NO_RULE;
  let star = NO_RULE;
  let hasOwn = false;
  let hasStar = false;
  let isOwn = false;
  let isStarred = false;
  let isRunOpen = false;
  let isConcerned = false;
  for (let at = byteOrderMarkLength(octets); ; at = endOfLine(octets, blocks, at) + 1) {
    at = pastBlank(octets, at);
    if (at >= length) return { hasOwn, hasStar, rule: hasOwn ? own : star };
    // After the user-agent records of a group that does not apply to the crawler, only the next group matters.
    const wanted = isRunOpen || isConcerned ? letters : USER_AGENT;
    if (((wanted >>> ((octets[at] as number) & 31)) & 1) === 0) continue;
    const start = at;
    const head = headAt(octets, blocks, at);
    const kind = (head & LineKind.MASK) as LineKind.Any;
    at = pastWhiteSpace(octets, at + (head >>> LineKind.BITS));
    const isRule = kind === LineKind.disallow || kind === LineKind.allow;
    if (endsUserAgentRun(kind, contentUsageIsRule)) isRunOpen = false;
    if (isRule ? !isConcerned || ranker.differsAt(at) : kind !== LineKind.userAgent) continue;
    const end = endOfValue(octets, blocks, at);
    if (isRule) {
      const valueEnd = trimmedEnd(octets, at, end);
      const rank = ranker.rank(at, valueEnd, kind === LineKind.allow);
      if (isOwn && rank > own.rank) own = { rank, start, end: valueEnd };
      if (isStarred && rank > star.rank) star = { rank, start, end: valueEnd };
      if (ranker.isOverBudget) return undefined;
      continue;
    }
    if (!isRunOpen) isOwn = isStarred = false;
    isRunOpen = true;
    const addressee = addresseeOf(octets, at, end, tokens);
    if (addressee === CRAWLER) hasOwn = isOwn = true;
    else if (addressee === EVERYBODY) hasStar = isStarred = true;
    isConcerned = isOwn || (isStarred && !hasOwn);
  }
}
