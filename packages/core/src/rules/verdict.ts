/** The decision about a target, with the deciding rule. */
export interface Judgement {
  allowed: boolean;
  /**
   * - `rule`: the most specific rule that matches decided (RFC 9309 §2.2.2).
   * - `no-rule-matched`: the crawler has a group, but none of its rules matches.
   * - `no-group`: no group names the crawler, and there is no `*` group (§2.2.1).
   * - `robots-txt-itself`: `/robots.txt` is implicitly allowed (§2.2.2).
   * - `whole-file`: a property of the whole file decides; only in dialects, and `note` describes it.
   * - `unreadable`: the implementation that the dialect describes fails on this file or target and returns no result;
   *   only in dialects. `allowed` is then false, and `note` describes the failure.
   */
  because: 'rule' | 'no-rule-matched' | 'no-group' | 'robots-txt-itself' | 'whole-file' | 'unreadable';
  /** The deciding rule; present only if `because` is `'rule'`. */
  rule?: VerdictRule;
  /** The merged group that applies to the crawler; absent if `because` is `'no-group'`. */
  group?: VerdictGroup;
  /** For `whole-file` and `unreadable`: the behavior of the implementation that the dialect describes. */
  note?: string;
  /**
   * Present if the dialect is known only from its operator's documentation and the original implementation was never
   * run.
   */
  basis?: 'documented';
}

/** The decision about a target, with its reason and all rules that matched. */
export interface Verdict extends Judgement {
  /** Every rule that matched, best first. */
  candidates: readonly VerdictRule[];
}

/** A rule in the form that verdicts show. */
export interface VerdictRule {
  kind: 'allow' | 'disallow';
  /** The record as written, without its comment; ill-formed octets are percent-encoded. */
  text: string;
  /** The normalized path pattern (plain form): escapes in upper case, unreserved octets decoded, others encoded. */
  pattern: string;
  /** Specificity: octets of the pattern as compared (folded form), including `*` and a final `$`. */
  octets: number;
  /** The line number, counted from 1. */
  line: number;
  /** The column, in octets and counted from 1, where the record begins in its line. */
  column: number;
}

/** All groups that apply to one crawler, merged (RFC 9309 §2.2.1). */
export interface VerdictGroup {
  /** Product tokens of the user-agent lines that name the crawler, as the file spells them. */
  productTokens: readonly string[];
  /** The lines of these user-agent records, counted from 1. */
  lines: readonly number[];
}
