/** The source of the rules for a check: the origins themselves, or one robots.txt for all URLs. */
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
import { targetHint } from './target-hint.ts';
import type { Truncation } from './truncation.ts';

export interface CheckQuestion extends DecisionQuestion {
  readonly page: PageStatements | undefined;
  readonly isExplained: boolean;
}

/** `Answer` is the answer for one URL and crawler, or for one URL. */
export interface RulesSource<Answer = DecisionAnswer | Failure> {
  /** The name of the source that the rules were read from; undefined if every URL has its own source. */
  readonly title?: string;
  /** The part of the robots.txt that was not read, if all URLs share one. */
  readonly truncation?: Truncation;
  /** The reason why `url` cannot be checked; undefined if it can. */
  refusal(url: string): string | undefined;
  /** One result per crawler, in order. */
  check(url: string): Promise<readonly Answer[]>;
  close(): Promise<void>;
}

const noRules: RuleSet = compile(parse(''), []);

/** Checks all URLs against one file; `title` names the file's source. */
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
    // A dialect's own parser decides which URLs it accepts, and the dialect explains each refusal.
    refusal: (url) => (basis.dialect === 'rfc9309' ? refusalOfTarget(url) : undefined),
    check: async (url) => decide(url),
    async close() {},
  };
}

/** The reason why `url` is neither an absolute URL nor a path; undefined if it is one of them. */
export function refusalOfTarget(url: string): string | undefined {
  try {
    noRules.allows(url);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message + targetHint(url);
    throw error;
  }
}
