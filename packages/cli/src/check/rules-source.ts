/** Where the rules for a check come from: the origins themselves, or one robots.txt for all URLs. */
import type { Failure } from '@robots-exclusion/operations';
import {
  type DecisionAnswer,
  type DecisionBasis,
  type DecisionQuestion,
  decider,
  loadFor,
} from '@robots-exclusion/operations/evaluate';
import type { PageStatements } from '@robots-exclusion/operations/shared';
import { compile, parse, type RuleSet } from 'robots-exclusion';
import type { Truncation } from './truncation.ts';

/** What is asked of each URL. */
export interface CheckQuestion extends DecisionQuestion {
  readonly page: PageStatements | undefined;
  /** Adds how the rules were obtained. */
  readonly isExplained: boolean;
}

/** Answers for one URL after the other. */
export interface RulesSource {
  /** What the rules were read from; undefined when every URL has its own. */
  readonly title?: string;
  /** What of that was not read. */
  readonly truncation?: Truncation;
  /** Why `url` cannot be asked about; undefined when it can. */
  refusal(url: string): string | undefined;
  /** For each crawler in order. */
  check(url: string): Promise<readonly (DecisionAnswer | Failure)[]>;
  close(): Promise<void>;
}

const noRules: RuleSet = compile(parse(''), []);

/** All URLs by one file; `title` says what it was read from. */
export async function fileSource(
  title: string,
  basis: DecisionBasis,
  truncation?: Truncation,
): Promise<RulesSource> {
  await loadFor(basis);
  const decide = decider(basis);
  return {
    title,
    ...(truncation && { truncation }),
    refusal: refusalOfTarget,
    check: async (url) => decide(url),
    async close() {},
  };
}

/** Why `url` is not a target of rules: neither an absolute URL nor a path. */
export function refusalOfTarget(url: string): string | undefined {
  try {
    noRules.allows(url);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
