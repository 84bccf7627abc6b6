/** Questions about one robots.txt: plain data, so that it can be sent to a worker. */

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
  robots?: RobotsBody;
  dialect: string;
  /** The product tokens of each. */
  crawlers: readonly (readonly string[])[];
  urls: readonly string[];
  usage?: UsageDetail;
  /** Rules named beside the one that decides. */
  maxCandidates: number;
  /** Octets of all answers together, as far as they can be told beforehand. */
  maxAnswerBytes: number;
  /** Only for URLs that were fetched for: what became of it. */
  fetched?: FetchedFacts;
}

/** What fetching gave, the same for every URL of an origin. Times are epoch milliseconds. */
export interface FetchedFacts {
  outcome: string;
  policyRow: string;
  robotsUrl?: string;
  fetchedAt?: number;
  expiresAt?: number;
  retryAt?: number;
  /** When the question was asked. */
  now: number;
}

/** Ends an evaluation whose answers grow over the limit. */
export class AnswerTooLargeError extends Error {
  readonly code = 'answer-too-large';
}

/** What reading a robots.txt may cost at worst, in comparisons of octets. */
export function costOf({ robots, urls, crawlers, usage }: Questions): number {
  const robotsBytes = FIXED_COST + (robots?.body.length ?? 0);
  const urlBytes = urls.reduce((sum, url) => sum + url.length + FIXED_COST, 0);
  return robotsBytes * urlBytes * crawlers.length * (usage === undefined ? 1 : USAGE_FACTOR);
}

/** So much does a URL, or a file, cost however short it is. */
const FIXED_COST = 32;
/** Records of usage are looked up and compiled for each target. */
const USAGE_FACTOR = 8;

/**
 * what may be answered at once, without a worker: no more comparisons than take ten milliseconds, whatever the file
 * and the URL are. Matching takes at most octets of pattern times octets of target (`patterns/match.ts` of the core).
 */
export const MAX_COST_HERE = 1_000_000;
