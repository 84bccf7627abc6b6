/** The input of the generator. */
import type { Signal } from '../usage/content-signal.ts';

/** One record that the generator has no field for; names that have a field are rejected. */
export interface RecordConfig {
  readonly name: string;
  readonly value: string;
}

/**
 * An allow or a disallow rule. The order of rules has no meaning in RFC 9309, but older parsers use the first that
 * matches.
 */
export type RuleConfig = ({ readonly allow: string } | { readonly disallow: string }) & {
  /** Comment above the rule; each line becomes a comment line. */
  readonly comment?: string;
};

/** One group: crawlers and what applies to them. */
export interface GroupConfig {
  /** Comment above the group; each line becomes a comment line. */
  readonly comment?: string;
  /** Product tokens, or `*`. At least one. */
  readonly userAgents: string | readonly string[];
  /**
   * Written in this order. An empty pattern is permitted: `Disallow:` allows everything, and is written if there are
   * no rules.
   */
  readonly rules?: readonly RuleConfig[];
  /** Written as a plain decimal. */
  readonly crawlDelaySeconds?: number;
  /** AIPREF preferences, each with the path it applies to; without a path, it applies to everything. */
  readonly contentUsage?: readonly { readonly path?: string; readonly preferences: string }[];
  readonly contentSignal?: Readonly<Partial<Record<Signal, boolean>>>;
  readonly records?: readonly RecordConfig[];
}

/** The whole file. */
export interface RobotsConfig {
  /** Comment at the top of the file. */
  readonly comment?: string;
  readonly groups?: readonly GroupConfig[];
  /** Absolute URLs. */
  readonly sitemaps?: readonly string[];
  /**
   * Records that belong to no group, written after the sitemaps; records of groups, such as Request-rate, are
   * rejected.
   */
  readonly records?: readonly RecordConfig[];
}
