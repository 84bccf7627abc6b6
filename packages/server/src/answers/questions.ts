/** Questions about one robots.txt: plain data, so that it can be sent to a worker. */

import type { Outcome } from '@robots-exclusion/client';
import type { ResolvedCrawler } from 'robots-exclusion/agents';

/** A robots.txt as it is to be read. */
export interface RobotsBody {
  /** Text is encoded as UTF-8. */
  body: string | Uint8Array;
  /** Octets to read. */
  maxBytes: number;
  /** SHA-256 of the octets, where it is known; what was read under it before is read again no more. */
  digest?: string;
}

/** What to say of usage: AIPREF's preferences, or every statement of every convention with its source. */
export type UsageDetail = 'preferences' | 'report';

/** Every URL for every crawler. */
export interface Questions {
  /** Absent where there are no rules to be read. */
  robots?: RobotsBody | undefined;
  dialect: string;
  crawlers: readonly ResolvedCrawler[];
  urls: readonly string[];
  usage?: UsageDetail | undefined;
  /** Header fields of the response that brought the page; what they state about use counts. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The body of the origin's `/.well-known/tdmrep.json`. */
  tdmrep?: string | undefined;
  /** Rules named beside the one that decides. */
  maxCandidates: number;
  /** Octets of all answers together, as far as they can be estimated. */
  maxAnswerBytes: number;
  /** Only for URLs that were fetched for: what became of it. */
  fetched?: FetchedFacts;
}

/** What fetching gave, the same for every URL of an origin. Times are epoch milliseconds. */
export interface FetchedFacts {
  outcome: Outcome;
  /** Members of every answer, as JSON. */
  text: string;
  expiresAt?: number;
  retryAt?: number;
  /** When the question was asked. */
  now: number;
}

/** Ends an evaluation whose answers grow over the limit. */
export class AnswerTooLargeError extends Error {
  readonly code = 'answer-too-large';
}
