/**
 * `ai-access`: reports what a robots.txt means for each crawler of AI operators and each purpose, with its evidence.
 */
import { compile, explain, parse, type RobotsDocument } from 'robots-exclusion';
import { type AgentProfile, registryWith } from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import type { PurposeToken, Use } from 'robots-exclusion/usage';
import type { Operation } from '../operation.ts';
import { fileNotesOf } from '../shared/file-notes.ts';
import { lazily } from '../shared/lazily.ts';
import { loadUsage, usageModule } from '../shared/reading.ts';
import { EXAMPLE_ROBOTS, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { type GivenPurposeToken, purposeTokensWith, registryFor } from '../shared/uses.ts';
import type { AiAccessAnswer, AiAccessInput, AiAccessRow, AiPurpose } from './schema.ts';
import { aiAccessWords } from './words.ts';

/** The prepared input, from which any thread can compute the output. */
export interface AiAccessAsked {
  readonly robots: RobotsBody;
  readonly target: string;
  readonly agents: readonly AgentProfile[];
  readonly purposeTokens?: readonly GivenPurposeToken[] | undefined;
}

/** The use of pages that corresponds to each purpose. */
const USE_OF: Readonly<Record<AiPurpose, Use>> = {
  training: 'ai-training',
  retrieval: 'ai-input',
  assistant: 'ai-input',
};

const finder = lazily('The reach analysis', () => import('../reach/reach-of.ts'));

/**
 * Reports, for each crawler that fetches for AI training, AI search or AI answers, what it may fetch and what the file
 * states about that use.
 */
export const aiAccess: Operation<AiAccessInput, AiAccessAsked, AiAccessAnswer> = {
  name: 'ai-access',
  title: 'What does this robots.txt say to the crawlers of AI operators?',
  about:
    'For each crawler that fetches for AI training, AI search or AI answers: what it may fetch, which line decides, what the file states about that use, and whether its operator says that it obeys robots.txt. Nothing is fetched.',
  shape: 'one',
  example: { robots: EXAMPLE_ROBOTS },
  asked({ target = '/', purposeTokens, ...given }, { registry: known, limits }) {
    const registry = registryFor(known, purposeTokens) ?? registryWith([]);
    const agents = registry.agents.filter(({ purposes }) => purposes.some(isAi));
    return { robots: robotsBody(given, limits.maxRobotsBytes), target, agents, purposeTokens };
  },
  // The cost has no bound, because the proofs use automata over the file's patterns.
  cost: () => Number.POSITIVE_INFINITY,
  async load() {
    await Promise.all([finder.load(), loadUsage()]);
  },
  *run({ robots, target, agents, purposeTokens = [] }) {
    const document = parse(robots.body, { maxBytes: robots.maxBytes });
    const tokens = purposeTokensWith(purposeTokens);
    const rows = finder.loaded().reachOf(document, agents);
    const results = rows.flatMap(({ agent, reach, group, lines }) => {
      const seen = seenBy(document, agent, target, tokens);
      return agent.purposes.filter(isAi).map((purpose): AiAccessRow => {
        const statement = seen.statementOn(USE_OF[purpose]);
        return {
          ...{ operator: agent.operator, token: agent.token, purpose, reach, allowed: seen.allowed },
          ...(seen.rule && { rule: seen.rule }),
          ...(group !== undefined && { group }),
          lines,
          ...(statement && { statement }),
          ...{ obeys: agent.obeys, fetches: agent.fetches },
          ...{ source: agent.source, sourceKind: agent.sourceKind, asOf: agent.asOf },
        };
      });
    });
    yield {
      target: withoutUserInformation(target),
      results: results.sort(byOperator),
      ...fileNotesOf(document),
    };
  },
  words: aiAccessWords,
};

/** The verdict for one crawler and the target, with a function that looks up the statements about uses. */
function seenBy(
  document: RobotsDocument,
  agent: AgentProfile,
  target: string,
  purposeTokens: readonly PurposeToken[],
) {
  const { allowed, rule } = explain(compile(document, agent), target);
  const { statements } = usageModule().usageReport(document, agent, target, { purposeTokens });
  return {
    allowed,
    ...(rule && { rule: { line: rule.line, text: rule.text } }),
    statementOn(use: Use): AiAccessRow['statement'] {
      const deciding = usageModule().decidingStatement(use, statements);
      const says = deciding?.says[use];
      return deciding && says && { use, says, source: deciding.source };
    },
  };
}

function isAi(purpose: string): purpose is AiPurpose {
  return Object.hasOwn(USE_OF, purpose);
}

const order: readonly AiPurpose[] = ['training', 'retrieval', 'assistant'];

function byOperator(a: AiAccessRow, b: AiAccessRow): number {
  const names = compareText(a.operator.toLowerCase(), b.operator.toLowerCase());
  return names || order.indexOf(a.purpose) - order.indexOf(b.purpose) || compareText(a.token, b.token);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
