/** What a robots.txt is generated from. */
import type { Signal } from '../usage/content-signal.ts';

/** One record that the generator has no field for; names that have one are refused. */
export interface RecordConfig {
  readonly name: string;
  readonly value: string;
}

/** A rule, either of the two; the order of rules has no meaning to RFC 9309, but older parsers take the first that matches. */
export type RuleConfig = ({ readonly allow: string } | { readonly disallow: string }) & {
  /** Comment above the rule; every line of it becomes a comment line. */
  readonly comment?: string;
};

/** One group: crawlers and what applies to them. */
export interface GroupConfig {
  /** Comment above the group; every line of it becomes a comment line. */
  readonly comment?: string;
  /** Product tokens, or `*`. At least one. */
  readonly userAgents: string | readonly string[];
  /**
   * In the order they are written. An empty pattern is permitted: `Disallow:` allows everything, and is what is written
   * where there are no rules.
   */
  readonly rules?: readonly RuleConfig[];
  /** Written as a plain decimal. */
  readonly crawlDelaySeconds?: number;
  /** AIPREF preferences, each with the path it holds for; without a path, for everything. */
  readonly contentUsage?: readonly { readonly path?: string; readonly preferences: string }[];
  readonly contentSignal?: Readonly<Partial<Record<Signal, boolean>>>;
  readonly records?: readonly RecordConfig[];
}

/** A whole file. */
export interface RobotsConfig {
  /** Comment at the top of the file. */
  readonly comment?: string;
  readonly groups?: readonly GroupConfig[];
  /** Absolute URLs. */
  readonly sitemaps?: readonly string[];
  /** Records that belong to no group, after the sitemaps; those of groups, such as Request-rate, are refused. */
  readonly records?: readonly RecordConfig[];
}
