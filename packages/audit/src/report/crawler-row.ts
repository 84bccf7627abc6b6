import type { AgentObedience } from 'robots-exclusion/agents';
import type { Hit } from '../hit.ts';
import type { Crawler, CrawlerGroup } from '../identity/crawler-of.ts';
import type { Identity, IdentityGrade } from '../identity/identify.ts';
import type { HitClass, HitJudgement } from '../judge.ts';
import { isoOf } from '../timeline/iso-of.ts';
import { isRobotsTxt, type Site } from '../timeline/timeline.ts';
import { Activity, type ActivityReport } from './activity.ts';
import { Pace, type PaceReport } from './pace.ts';
import { KNOWN_ROOM, UNKNOWN_ROOM } from './room.ts';
import { DistinctCount } from './sketches.ts';
import { Traffic, type TrafficReport } from './traffic.ts';

/** Counts of the classes that occurred. */
export type ClassCounts = Partial<Record<HitClass, number>>;

/** Counts of a crawler's requests, or of its requests with one grade of identity. Times are ISO 8601. */
export interface Tally {
  requests: number;
  robotsFetches: number;
  lastRobotsFetch?: string;
  allowed: number;
  violations: number;
  /** `violation` and `never-asked` requests. */
  disallowed: number;
  /** `disallowed` as a share of the requests to which robots.txt applies. */
  violationRate: number;
  first?: string;
  last?: string;
}

/** One crawler in a report. Requests whose identity is `refuted` or `unknown` count only in `identity` and `grades`. */
export interface CrawlerReport extends Tally {
  /** Product token. */
  token: string;
  group: CrawlerGroup;
  /** The rule that determined the kind of crawler. */
  rule: string;
  operator?: string;
  /** The operator's statement about whether the crawler obeys robots.txt, and the source of the statement. */
  claim?: { obeys: AgentObedience; source: string; isOperators: boolean };
  /** Number of requests with each grade. */
  identity: Partial<Record<IdentityGrade, number>>;
  /** For each grade, the counts of its requests. */
  grades: Partial<Record<IdentityGrade, Tally>>;
  /** Number of addresses. A number above 1,024 (16 for an unknown crawler) is an estimate within about 3 %. */
  addresses: number;
  classes: ClassCounts;
  /** When the crawler made its requests. */
  activity: ActivityReport;
  pace: PaceReport;
  /** What the crawler received. */
  traffic: TrafficReport;
}

/** Whether requests with this grade are attributed to the crawler. */
export function isCounted(grade: IdentityGrade): boolean {
  return grade !== 'refuted' && grade !== 'unknown';
}

export class CrawlerRow {
  readonly #crawler: Crawler;
  readonly #total = new Counts();
  readonly #grades = new Map<IdentityGrade, Counts>();
  readonly #addresses: DistinctCount;
  readonly #activity: Activity;
  readonly #pace = new Pace();
  readonly #traffic: Traffic;

  /**
   * @param isKnown - Whether the registry or robots.txt names the crawler. A hostile log cannot invent such crawlers.
   */
  constructor(crawler: Crawler, isKnown: boolean) {
    this.#crawler = crawler;
    const room = isKnown ? KNOWN_ROOM : UNKNOWN_ROOM;
    this.#addresses = new DistinctCount(room.addresses);
    this.#activity = new Activity(room.steps);
    this.#traffic = new Traffic(room);
  }

  add(hit: Hit, { identity }: Identity, judgement: HitJudgement, site: Site): void {
    this.#gradeOf(identity).add(hit, judgement);
    if (!isCounted(identity)) return;
    this.#total.add(hit, judgement);
    this.#addresses.add(hit.address);
    const isAgainst = judgement.class === 'violation' || judgement.class === 'never-asked';
    this.#activity.add(hit.time, isAgainst);
    this.#traffic.add(hit, isAgainst);
    if (!isRobotsTxt(hit.url)) this.#pace.add(hit, site.crawlDelayAt(hit.time, this.#crawler));
  }

  /** @param price - Price of 1,000,000,000 octets. */
  report(price?: number): CrawlerReport {
    const { token, profile, group, rule } = this.#crawler;
    const grades = [...this.#grades];
    return {
      token,
      group,
      rule,
      ...(profile && {
        operator: profile.operator,
        claim: {
          obeys: profile.obeys,
          source: profile.source,
          isOperators: profile.sourceKind === 'operator',
        },
      }),
      identity: Object.fromEntries(grades.map(([grade, { requests }]) => [grade, requests])),
      grades: Object.fromEntries(grades.map(([grade, counts]) => [grade, counts.tally()])),
      addresses: this.#addresses.count,
      classes: this.#total.classes,
      ...this.#total.tally(),
      activity: this.#activity.report(),
      pace: this.#pace.report(),
      traffic: this.#traffic.report(price),
    };
  }

  #gradeOf(grade: IdentityGrade): Counts {
    let counts = this.#grades.get(grade);
    if (!counts) {
      counts = new Counts();
      this.#grades.set(grade, counts);
    }
    return counts;
  }
}

class Counts {
  readonly classes: ClassCounts = {};
  requests = 0;
  #robotsFetches = 0;
  #lastFetch = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add({ time, url }: Hit, judgement: HitJudgement): void {
    this.requests++;
    this.classes[judgement.class] = (this.classes[judgement.class] ?? 0) + 1;
    this.#first = Math.min(this.#first, time);
    this.#last = Math.max(this.#last, time);
    if (!isRobotsTxt(url)) return;
    this.#robotsFetches++;
    this.#lastFetch = Math.max(this.#lastFetch, time);
  }

  tally(): Tally {
    const count = (name: HitClass): number => this.classes[name] ?? 0;
    const against = count('violation') + count('never-asked');
    const bound = against + count('redirected') + count('allowed') + count('within-grace');
    return {
      requests: this.requests,
      robotsFetches: this.#robotsFetches,
      ...(Number.isFinite(this.#lastFetch) && { lastRobotsFetch: isoOf(this.#lastFetch) }),
      allowed: count('allowed'),
      violations: count('violation'),
      disallowed: against,
      violationRate: bound === 0 ? 0 : against / bound,
      ...(Number.isFinite(this.#first) && { first: isoOf(this.#first), last: isoOf(this.#last) }),
    };
  }
}
