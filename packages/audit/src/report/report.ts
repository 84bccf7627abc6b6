import type { Hit } from '../hit.ts';
import { type Crawler, type CrawlerGroup, flat } from '../identity/crawler-of.ts';
import type { Identity } from '../identity/identify.ts';
import { type HitClass, type HitJudgement, hitClasses, type NotJudgedHit } from '../judge.ts';
import { isoOf } from '../timeline/iso-of.ts';
import type { LastFetches } from '../timeline/last-fetches.ts';
import { isRobotsTxt, type Timeline } from '../timeline/timeline.ts';
import { type CrawlerReport, CrawlerRow } from './crawler-row.ts';
import { type Fitness, fitnessOf, type LogReport } from './fitness.ts';
import { headlineOf } from './headline.ts';
import { notesOf, notJudgedText } from './notes.ts';
import type { RepeatedLog } from './repeated-lines.ts';
import { type RuleReport, RuleRows } from './rule-rows.ts';
import { type SenderReport, Senders } from './senders.ts';
import { type VersionReport, versionReport } from './version-report.ts';

/** The report of an audit. `spec/schema/audit.json` describes it. */
export interface AuditReport {
  /** The result in words. It claims no more than `fitness` supports. */
  headline: string;
  /** What the logs contain, and what cannot be judged because data is missing. */
  fitness: Fitness;
  /** Number of requests in each class. */
  classes: Record<HitClass, number>;
  /** Crawlers, those with the most violations first. */
  crawlers: readonly CrawlerReport[];
  /** Lines of robots.txt, and the crawlers that violated them. */
  rules: readonly RuleReport[];
  /** Networks of spoofers, most frequent first; estimates if there are more than 1,000 pairs. */
  spoofers: readonly SenderReport[];
  /**
   * Networks of `violation` and `never-asked` requests whose sender is only `claimed`, most frequent first; estimates if
   * there are more than 1,000 pairs. Addresses of proxies and anonymized addresses are left out.
   */
  claimants: readonly SenderReport[];
  versions: readonly VersionReport[];
  logs: readonly LogReport[];
  /** Number of all requests. */
  requests: number;
  /** The reasons why requests were not judged, with their counts. */
  notJudged: Partial<Record<NotJudgedHit['because'], number>>;
  /** Requests by group of their sender; `other` counts those whose header names no crawler. */
  groups: Record<CrawlerGroup | 'other', number>;
  /**
   * Number of requests that name a crawler but whose sender cannot be checked. They are not attributed to the crawler.
   */
  unverifiable: number;
  first?: string;
  last?: string;
  graceHours: number;
  /** Circumstances and limits that the numbers do not show. */
  notes: readonly string[];
}

/** Limit on crawlers with their own rows. Only hostile logs have more. */
const MOST_CRAWLERS = 5000;
const MOST_HOSTS = 1000;

export class ReportBuilder {
  readonly #classes = Object.fromEntries(hitClasses.map((name) => [name, 0])) as Record<HitClass, number>;
  readonly #crawlers = new Map<string, CrawlerRow>();
  readonly #rules: RuleRows;
  readonly #spoofers = new Senders();
  readonly #claimants = new Senders();
  readonly #timeline: Timeline;
  readonly #price: number | undefined;
  #requests = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  readonly #notJudged: Partial<Record<NotJudgedHit['because'], number>> = {};
  readonly #groups: Record<CrawlerGroup | 'other', number> = { known: 0, program: 0, personal: 0, other: 0 };
  readonly #hosts = new Map<string, number>();
  #unverifiable = 0;
  #claimed = 0;
  #claimedAgainst = 0;
  #proven = 0;
  #refuted = 0;
  #withoutRow = 0;
  #robotsRequests = 0;
  /** `never-asked` requests from the first hours: their crawler may have fetched robots.txt before the logs begin. */
  #earlyNeverAsked = 0;

  /**
   * @param samples - Number of samples to keep for each rule and crawler.
   * @param price - Price of 1,000,000,000 octets.
   */
  constructor(timeline: Timeline, samples?: number, price?: number) {
    this.#timeline = timeline;
    this.#price = price;
    this.#rules = new RuleRows(samples);
  }

  add(
    hit: Hit,
    crawler: Crawler | undefined,
    identity: Identity,
    judgement: HitJudgement,
    lastFetches: LastFetches,
  ): void {
    this.#requests++;
    this.#classes[judgement.class]++;
    if (hit.time < this.#first) this.#first = hit.time;
    if (hit.time > this.#last) this.#last = hit.time;
    this.#groups[crawler?.group ?? 'other']++;
    if (isRobotsTxt(hit.url)) this.#robotsRequests++;
    if (judgement.class === 'never-asked' && hit.time < this.#first + this.#timeline.graceMs)
      this.#earlyNeverAsked++;
    if (judgement.class === 'not-judged') {
      this.#notJudged[judgement.because] = (this.#notJudged[judgement.because] ?? 0) + 1;
    }
    if (!crawler || judgement.token === undefined) return;
    this.#addHost(hit.host);
    this.#row(crawler)?.add(hit, identity, judgement, this.#timeline.site(hit.host));
    this.#rules.add(hit, identity, judgement, () =>
      lastFetches.before(hit, crawler.token, this.#timeline.site(hit.host)),
    );
    this.#addIdentity(hit, crawler, identity);
    const isAgainst = judgement.class === 'violation' || judgement.class === 'never-asked';
    if (!isAgainst || identity.identity !== 'claimed') return;
    this.#claimedAgainst++;
    if (hit.addressDoubt === undefined) this.#claimants.add(hit.address, crawler.token);
  }

  /** The times of the first and the last request, in epoch milliseconds. */
  get span(): { first?: number; last?: number } {
    return this.#requests === 0 ? {} : { first: this.#first, last: this.#last };
  }

  /**
   * Builds the report. The builder cannot be used after that, because the data of each crawler is freed.
   *
   * @param more - Notes to add to those derived from the numbers.
   * @param now - The time of the audit, in epoch milliseconds.
   * @param repeated - Logs of which some lines also occur in other logs.
   * @param unusedRanges - Notes on ranges for crawlers that nobody knows and that made no request.
   */
  async report(
    logs: readonly LogReport[],
    more: readonly string[] = [],
    now?: number,
    repeated: readonly RepeatedLog[] = [],
    unusedRanges: readonly string[] = [],
  ): Promise<AuditReport> {
    const timeline = this.#timeline;
    const crawlers = this.#crawlerReports();
    const [classes, requests] = [this.#classes, this.#requests];
    const fitness = this.#fitness(logs, now, repeated, unusedRanges);
    const versions = await Promise.all(
      timeline.versions.map((version) =>
        versionReport(version, (line) => this.#rules.isMet(version.name, line)),
      ),
    );
    return {
      headline: headlineOf({
        ...{ classes, crawlers, requests, fitness },
        claimedAgainst: this.#claimedAgainst,
        unjudged: this.#unjudged,
        robotsRequests: this.#robotsRequests,
      }),
      fitness,
      classes,
      crawlers,
      rules: this.#rules.report().map((rule) => ({ ...rule, ...digestIn(versions, rule.version) })),
      spoofers: this.#spoofers.report(),
      claimants: this.#claimants.report(),
      versions,
      logs,
      requests,
      notJudged: this.#notJudged,
      groups: this.#groups,
      unverifiable: this.#unverifiable,
      ...(requests > 0 && { first: isoOf(this.#first), last: isoOf(this.#last) }),
      graceHours: timeline.graceMs / 3_600_000,
      notes: [...more, ...this.#notes()],
    };
  }

  /**
   * Reports each crawler and frees its row. The rows and reports of thousands of crawlers together would take more
   * memory than reading the logs.
   */
  #crawlerReports(): CrawlerReport[] {
    const reports: CrawlerReport[] = [];
    for (const [token, row] of this.#crawlers) {
      reports.push(row.report(this.#price));
      this.#crawlers.delete(token);
    }
    return reports.sort(byViolations);
  }

  /** Requests of crawlers that could not be judged, other than those for hosts that were not asked about. */
  get #unjudged(): number {
    const { 'other-host': others = 0, 'not-http': malformed = 0 } = this.#notJudged;
    return this.#classes['not-judged'] - others - malformed + this.#unverifiable;
  }

  /** Whether a request named the crawler. */
  hasMet(token: string): boolean {
    return this.#crawlers.has(token.toLowerCase());
  }

  #fitness(
    logs: readonly LogReport[],
    now: number | undefined,
    repeated: readonly RepeatedLog[],
    unusedRanges: readonly string[],
  ): Fitness {
    const classes = this.#classes;
    return fitnessOf(logs, {
      classes,
      judged: this.#requests - classes.unidentified - classes['not-judged'],
      unjudged: this.#unjudged,
      unverifiable: this.#unverifiable,
      unusedRanges,
      notJudged: notJudgedText(this.#notJudged),
      ...this.#hostsAsked(),
      first: this.#first,
      last: this.#last,
      now,
      repeated,
      neverAsked: classes['never-asked'],
      earlyNeverAsked: this.#earlyNeverAsked,
      robotsRequests: this.#robotsRequests,
      graceHours: this.#timeline.graceMs / 3_600_000,
      isTimed: this.#timeline.versions.some(({ from }) => Number.isFinite(from)),
    });
  }

  #addHost(host: string | undefined): void {
    if (host === undefined) return;
    const count = this.#hosts.get(host);
    if (count !== undefined) this.#hosts.set(host, count + 1);
    else if (this.#hosts.size < MOST_HOSTS) this.#hosts.set(flat(host), 1);
  }

  /**
   * The hosts that crawlers requested, and those among them that have no versions of robots.txt of their own. If
   * versions without a host exist, they apply to these shared hosts.
   */
  #hostsAsked(): { hosts: string[]; sharedHosts: string[] } {
    const hosts = [...this.#hosts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([host]) => host);
    const own = new Set(this.#timeline.versions.map(({ host }) => host));
    return { hosts, sharedHosts: own.has(undefined) ? hosts.filter((host) => !own.has(host)) : [] };
  }

  #row(crawler: Crawler): CrawlerRow | undefined {
    const key = crawler.token.toLowerCase();
    const row = this.#crawlers.get(key);
    if (row) return row;
    // The limit applies only to unknown crawlers, so that many invented crawlers cannot displace a known one.
    const isKnown = this.#timeline.isKnown(crawler.token);
    if (this.#crawlers.size >= MOST_CRAWLERS && !isKnown) {
      this.#withoutRow++;
      return undefined;
    }
    const made = new CrawlerRow(crawler, isKnown);
    this.#crawlers.set(key, made);
    return made;
  }

  #addIdentity(hit: Hit, { token }: Crawler, { identity }: Identity): void {
    if (identity === 'unknown') this.#unverifiable++;
    else if (identity === 'claimed') this.#claimed++;
    else if (identity !== 'refuted') this.#proven++;
    else {
      this.#refuted++;
      this.#spoofers.add(hit.address, token);
    }
  }

  #notes(): string[] {
    return notesOf(
      {
        claimed: this.#claimed,
        unverifiable: this.#unverifiable,
        refuted: this.#refuted,
        proven: this.#proven,
        notJudged: this.#notJudged,
        withoutRow: this.#withoutRow,
        rulesLeft: this.#rules.left,
        hasFewSamples: this.#rules.isFull,
        isSpooferEstimate: this.#spoofers.isEstimate,
        mostCrawlers: MOST_CRAWLERS,
      },
      this.#timeline,
    );
  }
}

function digestIn(versions: readonly VersionReport[], name: string): { digest?: string } {
  const digest = versions.find((version) => version.name === name)?.digest;
  return digest === undefined ? {} : { digest };
}

function byViolations(a: CrawlerReport, b: CrawlerReport): number {
  return b.disallowed - a.disallowed || b.requests - a.requests || (a.token < b.token ? -1 : 1);
}
