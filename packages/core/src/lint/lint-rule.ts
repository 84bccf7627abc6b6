/** What a lint rule is: data, a check, and the examples that document and test it. */
import type { Span } from '../bytes/span.ts';
import type { Fix } from '../parse/diagnostics.ts';
import type { LintContext } from './lint-context.ts';

/** How much a finding matters; `off` silences the rule. */
export type Severity = 'error' | 'warning' | 'info' | 'off';

/** One place that a rule speaks of. */
export interface Finding {
  /** What the problem is, and what it means for crawlers. */
  readonly message: string;
  readonly span: Span;
  readonly fixes?: readonly Fix[];
}

/** One rule of the linter. */
export interface LintRule {
  /** Stable, in kebab case. */
  readonly code: string;
  /** Where no profile says otherwise. */
  readonly severity: Severity;
  /** One line: what the rule finds. */
  readonly title: string;
  /** Why it matters: what crawlers do with such a line. */
  readonly reason: string;
  /** Finds much in long files, and nothing urgent: findings in one group become one. @default false */
  readonly isFrequent?: boolean;
  /** Also checks a file that is not a robots.txt. @default false */
  readonly readsAnyFile?: boolean;
  /** Codes of record diagnostics that this rule reports in its own words. @default none */
  readonly ownCodes?: readonly string[];
  /** A file in which the rule finds something, and one in which it finds nothing. */
  readonly bad: LintExample;
  readonly good: LintExample;
  check(context: LintContext): Iterable<Finding>;
}

/** A body, and the options that the rule needs to report it. */
export interface LintExample {
  readonly body: string;
  /** How `body` is encoded: one octet per character, or UTF-8. @default 'utf-8' */
  readonly encoding?: 'latin1';
  readonly robotsUrl?: string;
  /** The profile under which the rule is seen. @default 'rfc9309' */
  readonly profile?: string;
  /** The rule sees it only with the dialects handed in. @default false */
  readonly withDialects?: boolean;
}
