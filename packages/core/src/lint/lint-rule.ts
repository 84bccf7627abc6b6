/** The definition of a lint rule: its data, its check, and examples that document and test it. */
import type { Span } from '../bytes/span.ts';
import type { Fix } from '../parse/diagnostics.ts';
import type { LintContext } from './lint-context.ts';

/** The importance of a finding; `off` silences the rule. */
export type Severity = 'error' | 'warning' | 'info' | 'off';

/** One problem that a rule reports, and its position. */
export interface Finding {
  /** The problem, and its effect on crawlers. */
  readonly message: string;
  readonly span: Span;
  readonly fixes?: readonly Fix[];
  /** Whether the finding weighs one step less, or one step more, than the severity of its rule. */
  readonly weight?: 'minor' | 'major';
}

/** One rule of the linter. */
export interface LintRule {
  /** The code of the rule: stable, in kebab case. */
  readonly code: string;
  /** The severity of the rule, unless a profile overrides it. */
  readonly severity: Severity;
  /** What the rule finds, in one line. */
  readonly title: string;
  /** Why the problem matters: how crawlers treat such a line. */
  readonly reason: string;
  /**
   * Whether the rule finds many minor things in long files. Its findings in one group are then combined. @default false
   */
  readonly isFrequent?: boolean;
  /** Whether the rule also checks a file that is not a robots.txt. @default false */
  readonly readsAnyFile?: boolean;
  /** Codes of record diagnostics that this rule reports in its own words. @default none */
  readonly ownCodes?: readonly string[];
  /** A file in which the rule reports something, and a file in which it reports nothing. */
  readonly bad: LintExample;
  readonly good: LintExample;
  check(context: LintContext): Iterable<Finding>;
}

/** A body, and the options under which the rule reports it. */
export interface LintExample {
  readonly body: string;
  /** The encoding of `body`: one octet per character, or UTF-8. @default 'utf-8' */
  readonly encoding?: 'latin1';
  readonly robotsUrl?: string;
  /** The profile under which the rule reports the example. @default 'rfc9309' */
  readonly profile?: string;
  /** Whether the rule needs `divergences`. @default false */
  readonly withDialects?: boolean;
}
