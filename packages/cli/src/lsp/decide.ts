/** Finds the deciding rule for a requested URL, or for an example path of a rule's pattern. */
import type { Failure } from '@robots-exclusion/operations';
import { type DecisionAnswer, evaluate } from '@robots-exclusion/operations/evaluate';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import {
  compile,
  DEFAULT_MAX_BYTES,
  type DocumentRecord,
  explain,
  type Group,
  type VerdictRule,
} from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { Location, Position } from 'vscode-languageserver/node';
import type { RobotsText } from './robots-text.ts';

export function recordAt({ document }: RobotsText, { line }: Position): DocumentRecord | undefined {
  return document.records.find((record) => record.line === line + 1);
}

export function groupOf({ document }: RobotsText, { line }: DocumentRecord): Group | undefined {
  return document.groups.find(({ userAgents, rules, others }) =>
    [...userAgents, ...rules, ...others].some((record) => record.line === line),
  );
}

/** The rule that decides about the example path of `record`'s pattern, for the first crawler of the record's group. */
export function decidingRule(
  text: RobotsText,
  record: DocumentRecord,
): { rule: VerdictRule | undefined; path: string } | undefined {
  const token = groupOf(text, record)?.productTokens[0];
  if (!token || !/^[/*]/.test(record.value)) return undefined;
  const path = spelledOut(record.value);
  return { rule: explain(compile(text.document, token), path).rule, path };
}

/** An example of a path that the pattern matches: the pattern without its stars and without a final `$`. */
function spelledOut(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}

export function locationOf(text: RobotsText, { line }: Pick<VerdictRule, 'line'>): Location | null {
  const record = recordAt(text, { line: line - 1, character: 0 });
  return record ? { uri: text.source.uri, range: text.range(record.span) } : null;
}

/**
 * The result of the command `robots.decide`: the same decision as in all other interfaces, and the location of the
 * deciding rule.
 */
export interface DecideAnswer extends DecisionAnswer {
  /** The location of the deciding rule; null if no rule decides. */
  readonly location: Location | null;
}

/** Limits for one decision. A purpose stands for several crawlers, so it is rejected. */
const limits = { ...greatestLimits, maxCrawlers: 1, maxRobotsBytes: DEFAULT_MAX_BYTES };

/**
 * The decision for a crawler and a URL; a failure if `url` is neither an absolute URL nor a path.
 *
 * @param agent A crawler, known if it is in `registry`.
 * @param dialect The dialect that the file is read in; undefined for RFC 9309.
 * @throws {OperationError} If `agent` does not name exactly one crawler, or no dialect has the given name.
 */
export async function decide(
  text: RobotsText,
  {
    url,
    agent,
    dialect,
    registry,
  }: { url: string; agent: string; dialect: string | undefined; registry: AgentIndex },
): Promise<DecideAnswer | Failure> {
  const question = { robots: text.source.getText(), urls: [url], agents: [agent], dialect };
  const asked = evaluate.asked(question, { limits, registry });
  await evaluate.load?.(asked);
  const [decision] = [...evaluate.run(asked)] as [DecisionAnswer | Failure];
  if ('error' in decision) return decision;
  const rule = decision.verdict?.rule;
  return { ...decision, location: rule ? locationOf(text, rule) : null };
}
