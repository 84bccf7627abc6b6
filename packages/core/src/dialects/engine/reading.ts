/** The rules of one crawler by a dialect's facts: the same questions as a rule set's, answered slowly. */
import type {
  DialectGroup,
  DialectJudgement,
  DialectReader,
  DialectSelection,
} from '../../parse/dialect-reader.ts';
import type { LineSource } from '../../parse/records.ts';
import { pathAndQuery, textOf, type UrlLike } from '../../patterns/target.ts';
import type { Who } from '../../rules/crawler.ts';
import { agentAt } from './agents.ts';
import { countedDelay } from './delay.ts';
import type { DialectFacts, TargetReading } from './facts.ts';
import { groupsByFacts } from './groups.ts';
import { scanByFacts } from './lines.ts';
import { looksLikeMarkup, namesUserAgent } from './markup.ts';
import { matchedLength } from './match.ts';
import { targetForms } from './pattern.ts';
import { type FactRule, rulesByFacts } from './rules.ts';
import { type FactSelection, selectByFacts } from './selection.ts';
import { textAs } from './text-model.ts';
import { valueText } from './value.ts';

/** A compiled reading. */
interface FactReading {
  readonly facts: DialectFacts;
  readonly selection: FactSelection;
  readonly rules: readonly FactRule[];
  /** What decides before any rule is asked. */
  readonly upfront?: DialectJudgement;
}

/** What carries out these facts. */
export function readerOf(facts: DialectFacts, isDocumented = false): DialectReader {
  return Object.freeze({
    decodesUtf16: facts.lines.utf16 !== 'read-as-octets',
    scan: (octets: Uint8Array) => scanByFacts(octets, facts),
    groups: (source: LineSource) => existingGroups(source, facts),
    names: (source: LineSource, token: string) =>
      selectByFacts(source, token, facts).userAgentRows.some((row) => !agentAt(source, row, facts).isStar),
    select: (source: LineSource, who: Who) => readableSelection(source, who, facts),
    crawlDelay: (source: LineSource, who: Who) =>
      countedDelay(source, readableSelection(source, who, facts).otherRows, facts),
    compile(source: LineSource, who: Who) {
      const reading = readByFacts(source, who, facts);
      return Object.freeze({
        source,
        ...(isDocumented && { basis: 'documented' as const }),
        selection: reading.selection,
        judge: (target: string | UrlLike) => judge(reading, target),
      });
    },
  });
}

const NOTHING: DialectSelection = { userAgentRows: [], productTokens: [], ruleRows: [], otherRows: [] };

/** Nothing applies where the original gives up on the file. */
function readableSelection(source: LineSource, who: Who, facts: DialectFacts): DialectSelection {
  const selection = selectByFacts(source, who, facts);
  return selection.error === undefined ? selection : NOTHING;
}

function existingGroups(source: LineSource, facts: DialectFacts): readonly DialectGroup[] {
  const { groups, looseRuleRows, looseOtherRows } = groupsByFacts(source, facts);
  const loose = { userAgents: [], ruleRows: looseRuleRows, otherRows: looseOtherRows };
  const existing = groups
    .filter(({ exists }) => exists)
    .map(({ agents, ruleRows, otherRows }) => ({
      userAgents: agents.map(({ row, token }) => ({ row, token })),
      ruleRows,
      otherRows,
    }));
  return looseRuleRows.length + looseOtherRows.length > 0 ? [loose, ...existing] : existing;
}

/** Compiles what applies to `who`. */
function readByFacts(source: LineSource, who: Who, facts: DialectFacts): FactReading {
  const selection = selectByFacts(source, who, facts);
  const upfront = upfrontOf(source, selection, facts);
  const rules = upfront ? [] : rulesByFacts(source, selection.ruleRows, facts);
  return Object.freeze({ facts, selection, rules, ...(upfront && { upfront }) });
}

/** The answer for one target. */
function judge(reading: FactReading, target: string | UrlLike): DialectJudgement {
  const { facts, selection, upfront } = reading;
  const text = textOf(target);
  const hasGroup = selection.userAgentRows.length > 0 || selection.ruleRows.length > 0;
  if (upfront) return upfront;
  if (facts.targets.onlyWithGroup && !hasGroup) return { allowed: true, because: 'no-group', candidates: [] };
  const seen: TargetReading =
    facts.targets.read === 'rfc9309' ? { path: pathAndQuery(target) } : facts.targets.read(text);
  if ('error' in seen) return { allowed: false, because: 'unreadable', candidates: [], note: seen.error };
  const because = hasGroup ? 'no-rule-matched' : 'no-group';
  if ('allowed' in seen) return { allowed: seen.allowed, because, candidates: [] };
  const forms = targetForms(textAs(facts.normalising.text, seen.path), facts.normalising);
  const candidates = matching(reading, forms);
  if (facts.extras.robotsTxtIsAllowed && forms[forms.length - 1] === '/robots.txt') {
    return { allowed: true, because: 'robots-txt-itself', candidates };
  }
  if (candidates[0]) return { allowed: candidates[0].isAllow, because: 'rule', candidates };
  return { allowed: true, because, candidates };
}

function matching({ facts, rules }: FactReading, forms: readonly string[]): readonly FactRule[] {
  const found: { rule: FactRule; length: number }[] = [];
  for (const rule of rules) {
    const length = matchedLength(rule.pattern, forms, facts.matching);
    if (length >= 0) found.push({ rule, length });
  }
  if (facts.precedence.order === 'longest-text') {
    found.sort((a, b) => b.length - a.length || Number(b.rule.isAllow) - Number(a.rule.isAllow));
  }
  return found.map(({ rule }) => rule);
}

function upfrontOf(
  source: LineSource,
  selection: FactSelection,
  facts: DialectFacts,
): DialectJudgement | undefined {
  const { extras } = facts;
  const isMarkup = facts.lines.markup === 'stripped' && looksLikeMarkup(source.octets);
  if (extras.markupWithoutGroupsAllowsAll && isMarkup && !namesUserAgent(source.octets)) {
    return { allowed: true, because: 'whole-file', candidates: [], note: 'HTML without a user-agent record' };
  }
  if (selection.error !== undefined) return unreadable(selection.error);
  if (extras.maxCrawlDelaySeconds === undefined || !extras.crawlDelay) return undefined;
  const delays = selection.delayRows
    .map((row) => extras.crawlDelay?.(valueText(source, row, facts, isMarkup)))
    .filter((delay) => delay !== undefined);
  const least = delays.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  if (delays.length === 0 || least <= extras.maxCrawlDelaySeconds) return undefined;
  const note = `crawl-delay above ${extras.maxCrawlDelaySeconds} seconds`;
  return { allowed: false, because: 'whole-file', candidates: [], note };
}

function unreadable(note: string): DialectJudgement {
  return { allowed: false, because: 'unreadable', candidates: [], note };
}
