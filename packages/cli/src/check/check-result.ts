/** What `robots check` found out about one URL and one crawler: the record of its JSON output. */
import type { Decision } from '@robots-exclusion/client';
import type { Verdict } from 'robots-exclusion';
import type { CrawlerNote } from 'robots-exclusion/agents';
import { ExitCode } from '../exit-codes.ts';
import type { ShownRecord } from '../network/record-facts.ts';
import type { ShownUsage } from './check-usage.ts';

/** The answer for one crawler. What came over the network is a decision of the client, with the crawler added. */
export interface CheckResult extends Omit<Decision, 'policyRow' | 'verdict' | 'evidence'> {
  /** With every rule that matched. */
  verdict?: Verdict;
  /** The crawler's product tokens; `*` alone for one that no group names. */
  agent: readonly string[];
  /** What of the answer rests on the registry: a fallback or an exemption that the crawler's operator documents. */
  crawler?: CrawlerNote;
  /** Absent when the robots.txt was handed in. */
  policyRow?: string;
  /** The file (`-`: standard input) or URL of a robots.txt that was handed in. */
  robots?: string;
  /** The robots.txt is something else, such as an HTML page: what it looks like, and what crawlers make of it. */
  notRobotsTxt?: string;
  /** How long ago the rules were fetched, when they came from a store. */
  ageSeconds?: number;
  /** Only where an explanation was asked for. */
  evidence?: CheckEvidence;
  /** Only where it was asked for, and the rules could be obtained. */
  usage?: ShownUsage;
}

/** How the rules were obtained. */
export interface CheckEvidence {
  /** Of a robots.txt that was handed in. */
  document?: { bytes: number; records: number; groups: number; isTruncated: boolean; dialect: string };
  /** Of one that was fetched. */
  fetch?: ShownRecord;
}

/** A line of a URL list that is not a URL. */
export interface CheckFailure {
  url: string;
  /** Counted from 1. */
  line: number;
  error: { code: 'invalid-url'; message: string };
}

/** One item of the output. */
export type CheckItem = CheckResult | CheckFailure;

/** Whether an item is an answer. */
export function isResult(item: CheckItem): item is CheckResult {
  return !('error' in item);
}

/** The word that sums an item up. */
export type CheckWord = 'allowed' | 'disallowed' | 'deferred' | 'unsupported' | 'error';

export function wordOf(item: CheckItem): CheckWord {
  if (!isResult(item)) return 'error';
  if (item.allowed) return 'allowed';
  if (item.outcome === 'unsupported') return 'unsupported';
  return item.action === 'defer' ? 'deferred' : 'disallowed';
}

const exitCodes: Readonly<Record<CheckWord, ExitCode>> = {
  allowed: ExitCode.allowed,
  disallowed: ExitCode.disallowed,
  deferred: ExitCode.undetermined,
  unsupported: ExitCode.undetermined,
  error: ExitCode.badInput,
};

/** What an item means for the exit code. */
export function exitCodeOf(item: CheckItem): ExitCode {
  return exitCodes[wordOf(item)];
}
