/**
 * Evaluates many crawlers and targets for one file. The file is parsed once, and each group is evaluated once for all
 * crawlers that it applies to.
 */
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { type AgentIndex, groupInForce, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import type { AskedOfAll, Question } from '../read/question.ts';
import type { AskedAnswers, TargetAnswers } from './answers.ts';
import { crawlerOfRecord } from './crawler-of-record.ts';
import { answerOf, noteOf, type PartsOfAnswer } from './judge-target.ts';
import type { UnknownCrawlers } from './unknown-crawlers.ts';

/** @throws {BadRecord} If a record cannot be evaluated. */
export type JudgeAsked = (question: Question) => AskedAnswers;

/** @param maxBytes The parser's limit on the size of a file; undefined for its default. */
export function createAskedJudge(
  { crawlers, targets }: AskedOfAll,
  parts: PartsOfAnswer,
  maxBytes: number | undefined,
  registry: AgentIndex | undefined,
  unknown: UnknownCrawlers,
): JudgeAsked {
  const limit = maxBytes === undefined ? {} : { maxBytes };
  const resolvedAs = (literal: boolean): readonly ResolvedCrawler[] | undefined =>
    crawlers?.map((name) => resolveCrawler(name, { literal }, registry));
  const known = new Map([false, true].map((literal) => [literal, resolvedAs(literal)]));
  const ofRecord = (agent: Question['agent'], literal: boolean): ResolvedCrawler => {
    const crawler = crawlerOfRecord(agent, literal, registry);
    unknown.see(crawler);
    return crawler;
  };
  return ({ body, dialect, agent, isLiteral, url }) => {
    const document = parse(body, { dialect, ...limit });
    const asked = known.get(isLiteral) ?? [ofRecord(agent, isLiteral)];
    const urls = targets ?? [url];
    const rulesOf = rulesByGroup(document);
    const byCrawler = asked.map((crawler): [string, TargetAnswers] => {
      const ruleSet = rulesOf(crawler);
      const note = noteOf(document, crawler, parts, registry);
      const answers = urls.map((target) => {
        const answer = answerOf({ document, ruleSet, who: crawler.who, note }, target, parts);
        return [target, answer] as const;
      });
      return [crawler.tokens.join(','), answers];
    });
    return { isTruncated: document.isTruncated, byCrawler };
  };
}

function rulesByGroup(document: RobotsDocument): (crawler: ResolvedCrawler) => RuleSet {
  const compiled = new Map<string, RuleSet>();
  return ({ who }) => {
    const group = document.dialect.reader ? undefined : groupOf(document, who);
    const known = group === undefined ? undefined : compiled.get(group);
    if (known) return known;
    const ruleSet = compile(document, who);
    if (group !== undefined) compiled.set(group, ruleSet);
    return ruleSet;
  };
}

/** The group that applies to a crawler; undefined for a crawler with several tokens, whose groups are merged. */
function groupOf(document: RobotsDocument, who: ResolvedCrawler['who']): string | undefined {
  const tokens = typeof who === 'string' ? [who] : who;
  if (Array.isArray(tokens) && tokens.length !== 1) return undefined;
  const profile = Array.isArray(tokens)
    ? { token: tokens[0] as string, fallbackTokens: [], appliesStar: true }
    : (who as Exclude<typeof who, string | readonly string[]>);
  return `in force: ${groupInForce(document, profile)?.toLowerCase()}`;
}
