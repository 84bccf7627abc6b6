/** The input of the generator. */
import type { Signal } from '../usage/content-signal.ts';

/** One record for which the configuration has no field. Names of records with a field are rejected. */
export interface RecordConfig {
  readonly name: string;
  readonly value: string;
}

/**
 * An allow or a disallow rule. The order of rules has no meaning in RFC 9309, but older parsers use the first rule that
 * matches.
 */
export type RuleConfig = ({ readonly allow: string } | { readonly disallow: string }) & {
  /** A comment above the rule. Each of its lines becomes a comment line. */
  readonly comment?: string;
};

/** One group: crawlers, and the records that apply to them. */
export interface GroupConfig {
  /** A comment above the group. Each of its lines becomes a comment line. */
  readonly comment?: string;
  /** Product tokens, or `*`. At least one is required. */
  readonly userAgents: string | readonly string[];
  /**
   * The rules, written in this order. An empty pattern is permitted: an empty `Disallow:` allows everything. It is also
   * written if there are no rules.
   */
  readonly rules?: readonly RuleConfig[];
  /** The delay in seconds, written as a plain decimal. */
  readonly crawlDelaySeconds?: number;
  /** AIPREF preferences, each with the path to which it applies. Without a path, a preference applies to everything. */
  readonly contentUsage?: readonly { readonly path?: string; readonly preferences: string }[];
  readonly contentSignal?: Readonly<Partial<Record<Signal, boolean>>>;
  readonly records?: readonly RecordConfig[];
}

/** The whole file. */
export interface RobotsConfig {
  /** A comment at the top of the file. */
  readonly comment?: string;
  readonly groups?: readonly GroupConfig[];
  /** The absolute URLs of the sitemaps. They are written without user information. */
  readonly sitemaps?: readonly string[];
  /**
   * Records that belong to no group, written after the sitemaps. Names of records that belong to groups, such as
   * Request-rate, are rejected.
   */
  readonly records?: readonly RecordConfig[];
}
