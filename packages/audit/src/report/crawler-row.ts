/** What one crawler did, counted. */
import type { Hit } from '../hit.ts';
import type { Crawler } from '../identity/crawler-of.ts';
import type { Identity, IdentityGrade } from '../identity/identify.ts';
import type { HitClass, HitJudgement } from '../judge.ts';
import { isRobotsTxt } from '../timeline/timeline.ts';
import { Pace, type PaceReport } from './pace.ts';
import { DistinctCount } from './sketches.ts';

/** Counts of each class that occurred. */
export type ClassCounts = Partial<Record<HitClass, number>>;

/** One crawler in a report. Instants are ISO 8601. */
export interface CrawlerReport {
  /** Product token. */
  token: string;
  operator?: string;
  /** What the operator says: whether robots.txt binds the crawler, and where it says so. */
  claim?: { obeys: string; source: string; isOperators: boolean };
  /** Requests of each grade. Those that are `refuted` count nowhere else in the row. */
  identity: Partial<Record<IdentityGrade, number>>;
  /** Requests that were not refuted. */
  requests: number;
  /** Addresses that they came from; about 3 % off above 1,024. */
  addresses: number;
  robotsFetches: number;
  lastRobotsFetch?: string;
  classes: ClassCounts;
  allowed: number;
  violations: number;
  /** Violations and requests that never asked, of the requests that robots.txt binds. */
  violationRate: number;
  first?: string;
  last?: string;
  pace: PaceReport;
}

/** The row of one crawler while it grows. */
export class CrawlerRow {
  readonly #crawler: Crawler;
  readonly #identity: Partial<Record<IdentityGrade, number>> = {};
  readonly #classes: ClassCounts = {};
  readonly #addresses = new DistinctCount();
  readonly #pace = new Pace();
  #requests = 0;
  #robotsFetches = 0;
  #lastFetch = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(crawler: Crawler) {
    this.#crawler = crawler;
  }

  add(hit: Hit, { identity }: Identity, judgement: HitJudgement): void {
    this.#identity[identity] = (this.#identity[identity] ?? 0) + 1;
    if (identity === 'refuted') return;
    this.#requests++;
    this.#addresses.add(hit.address);
    this.#classes[judgement.class] = (this.#classes[judgement.class] ?? 0) + 1;
    this.#first = Math.min(this.#first, hit.time);
    this.#last = Math.max(this.#last, hit.time);
    if (isRobotsTxt(hit.url)) {
      this.#robotsFetches++;
      this.#lastFetch = Math.max(this.#lastFetch, hit.time);
    } else this.#pace.add(hit, judgement.version?.for(this.#crawler).crawlDelaySeconds);
  }

  report(): CrawlerReport {
    const { token, profile } = this.#crawler;
    const count = (name: HitClass): number => this.#classes[name] ?? 0;
    const against = count('violation') + count('never-asked');
    const bound = against + count('allowed') + count('within-grace');
    return {
      token,
      ...(profile && {
        operator: profile.operator,
        claim: {
          obeys: profile.obeys,
          source: profile.source,
          isOperators: profile.sourceKind === 'operator',
        },
      }),
      identity: this.#identity,
      requests: this.#requests,
      addresses: this.#addresses.count,
      robotsFetches: this.#robotsFetches,
      ...(Number.isFinite(this.#lastFetch) && { lastRobotsFetch: isoOf(this.#lastFetch) }),
      classes: this.#classes,
      allowed: count('allowed'),
      violations: count('violation'),
      violationRate: bound === 0 ? 0 : against / bound,
      ...(Number.isFinite(this.#first) && { first: isoOf(this.#first), last: isoOf(this.#last) }),
      pace: this.#pace.report(),
    };
  }
}

/** ISO 8601; what is beyond the years that it can write stays within them. */
export function isoOf(time: number): string {
  return new Date(Math.min(Math.max(time, -8.64e15), 8.64e15)).toISOString();
}
