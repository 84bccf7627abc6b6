/** One question to one body: decided while scanning, without a document. */
import { byteOrderMarkLength } from '../bytes/body.ts';
import { SLASH } from '../bytes/octet.ts';
import { endsUserAgentRun } from '../parse/groups.ts';
import * as LineKind from '../parse/line-kind.ts';
import { blocksOf } from '../parse/octet-blocks.ts';
import { endOfLine, endOfValue, headAt, pastBlank, pastWhiteSpace, trimmedEnd } from '../parse/scan.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import type { Target } from '../patterns/target.ts';
import { NO_MATCH } from './rule.ts';
import { type Form, RuleRanker } from './rule-ranker.ts';
import { addresseeOf, CRAWLER, EVERYBODY } from './select.ts';

/** A body, and for whom it is scanned. */
export interface BodyQuestion {
  readonly octets: Uint8Array;
  readonly tokens: readonly Uint8Array[];
  readonly contentUsageIsRule: boolean;
  /** @default about one for each octet of the body */
  readonly maxSteps?: number;
}

/**
 * The rank of the rule that decides, {@link NO_MATCH} without one; `undefined` where finding it takes more than
 * `maxSteps` steps.
 */
export function rankInBody(question: BodyQuestion, target: Target): number | undefined {
  if (isRobotsTxt(target)) return NO_MATCH;
  const { folded, plain } = target;
  const rank = rankOfForm(question, folded, folded.length, 'folded');
  if (plain === folded || rank === undefined) return rank;
  const plainRank = rankOfForm(question, plain, plain.length, 'plain');
  return plainRank === undefined ? undefined : Math.max(rank, plainRank);
}

/** The same for one form of a target, which is the first `length` octets of `path`. */
export function rankOfForm(
  { octets, tokens, contentUsageIsRule, maxSteps }: BodyQuestion,
  path: Uint8Array,
  length: number,
  form: Form,
): number | undefined {
  const ranker = new RuleRanker(octets, path, length, form, maxSteps);
  return bestRanks(octets, tokens, ranker, contentUsageIsRule)?.rank;
}

/** Whether a group names one of the tokens: then rules of `*` do not bind the crawler (RFC 9309 §2.2.1). */
export function hasGroupOf(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  contentUsageIsRule: boolean,
): boolean {
  // The root is matched by as many rules as any target, and at the least cost.
  const ranker = new RuleRanker(octets, ROOT, 1, 'folded', Number.MAX_SAFE_INTEGER);
  return bestRanks(octets, tokens, ranker, contentUsageIsRule)?.hasOwn ?? false;
}

const ROOT = Uint8Array.of(SLASH);

/** Letters that begin the names of the records that matter: a bit for each, by its five lowest bits. */
const USER_AGENT = letterBits('u');
const GROUP = letterBits('uad');
const GROUP_WITH_CONTENT_USAGE = letterBits('uadc');

function letterBits(letters: string): number {
  let bits = 0;
  for (const letter of letters) bits |= 1 << (letter.charCodeAt(0) & 31);
  return bits;
}

/** The rank of the rule that decides, and whether a group names the crawler. */
function bestRanks(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  ranker: RuleRanker,
  contentUsageIsRule: boolean,
): { readonly hasOwn: boolean; readonly rank: number } | undefined {
  const blocks = blocksOf(octets);
  const { length } = octets;
  const letters = contentUsageIsRule ? GROUP_WITH_CONTENT_USAGE : GROUP;
  let ownBest = NO_MATCH;
  let starBest = NO_MATCH;
  let hasOwn = false;
  let isOwn = false;
  let isStarred = false;
  let isRunOpen = false;
  let isConcerned = false;
  for (let at = byteOrderMarkLength(octets); ; at = endOfLine(octets, blocks, at) + 1) {
    at = pastBlank(octets, at);
    if (at >= length) return { hasOwn, rank: hasOwn ? ownBest : starBest };
    // Where neither a run of user-agent records is open nor the group concerns the crawler, only the next group does.
    const wanted = isRunOpen || isConcerned ? letters : USER_AGENT;
    if (((wanted >>> ((octets[at] as number) & 31)) & 1) === 0) continue;
    const head = headAt(octets, blocks, at);
    const kind = (head & LineKind.MASK) as LineKind.Any;
    at = pastWhiteSpace(octets, at + (head >>> LineKind.BITS));
    const isRule = kind === LineKind.disallow || kind === LineKind.allow;
    if (endsUserAgentRun(kind, contentUsageIsRule)) isRunOpen = false;
    if (isRule ? !isConcerned || ranker.differsAt(at) : kind !== LineKind.userAgent) continue;
    const end = endOfValue(octets, blocks, at);
    if (isRule) {
      const found = ranker.rank(at, trimmedEnd(octets, at, end), kind === LineKind.allow);
      if (isOwn && found > ownBest) ownBest = found;
      if (isStarred && found > starBest) starBest = found;
      if (ranker.isOverBudget) return undefined;
      continue;
    }
    if (!isRunOpen) isOwn = isStarred = false;
    isRunOpen = true;
    const addressee = addresseeOf(octets, at, end, tokens);
    if (addressee === CRAWLER) hasOwn = isOwn = true;
    else if (addressee === EVERYBODY) isStarred = true;
    isConcerned = isOwn || (isStarred && !hasOwn);
  }
}
