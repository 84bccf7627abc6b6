/** What an audit found. */
import type { Hit } from '../hit.ts';
import { addressOf, networkOf } from '../identity/address.ts';
import type { Crawler } from '../identity/crawler-of.ts';
import type { Identity } from '../identity/identify.ts';
import { type HitClass, type HitJudgement, hitClasses } from '../judge.ts';
import type { LogSummary } from '../readers/read-log.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Version } from '../timeline/version.ts';
import { type CrawlerReport, CrawlerRow, isoOf } from './crawler-row.ts';
import { type RuleReport, RuleRows } from './rule-rows.ts';
import { TopKeys } from './sketches.ts';

/** A version of robots.txt that requests were judged by. */
export interface VersionReport {
  name: string;
  /** ISO 8601; `null` for "always". */
  from: string | null;
  /** When it was surely served, where that is later than `from`: before, the version before it may have been. */
  surelyFrom?: string;
  host?: string;
  /** Nobody knows what it said. */
  isUnknown?: true;
  /** SHA-256 of the octets, in hexadecimal; absent while there was no file, and in a page without a secure context. */
  digest?: string;
  octets: number;
  /** False for a page or another kind of document: crawlers find no rule in it. */
  isRobotsTxt: boolean;
}

/** Requests with the name of a crawler, from a network that is not its operator's. */
export interface SpooferReport {
  network: string;
  token: string;
  /** At most. */
  requests: number;
  /** By how much that may be too high, where there were more networks than are counted. */
  error: number;
}

/** A log that was read. */
export interface LogReport extends LogSummary {
  name: string;
}

/** The report of an audit. `spec/schema/audit.json` describes it. */
export interface AuditReport {
  /** Requests of each class. */
  classes: Record<HitClass, number>;
  /** Those with the most violations first. */
  crawlers: readonly CrawlerReport[];
  /** Lines of robots.txt and crawlers that did not keep to them. */
  rules: readonly RuleReport[];
  /** The most frequent first; estimates above 1,000 pairs. */
  spoofers: readonly SpooferReport[];
  versions: readonly VersionReport[];
  logs: readonly LogReport[];
  /** Requests that were judged, and the time that they span. */
  requests: number;
  /** Requests of crawlers for hosts that no version is of: `allowed`, because nothing was there to judge them by. */
  withoutVersion: number;
  /** Requests with the name of a crawler whose sender nobody can check; they count for nobody. */
  unverifiable: number;
  first?: string;
  last?: string;
  graceHours: number;
  /** What the numbers do not show. */
  notes: readonly string[];
}

/** Crawlers with rows of their own: more are met in hostile logs only. */
const MOST_CRAWLERS = 5000;
const MOST_SPOOFERS = 1000;

/** A report while it grows. */
export class ReportBuilder {
  readonly #classes = Object.fromEntries(hitClasses.map((name) => [name, 0])) as Record<HitClass, number>;
  readonly #crawlers = new Map<string, CrawlerRow>();
  readonly #rules = new RuleRows();
  readonly #spoofers = new TopKeys(MOST_SPOOFERS);
  readonly #timeline: Timeline;
  #requests = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #withoutUrl = 0;
  #unverifiable = 0;
  #claimed = 0;
  #proven = 0;
  #refuted = 0;
  #withoutVersion = 0;
  #beforeFirst = 0;
  #withoutRow = 0;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** A request whose request line names no path, so that there is nothing to judge. */
  addWithoutUrl(): void {
    this.#withoutUrl++;
  }

  /** A judged request. */
  add(hit: Hit, crawler: Crawler | undefined, identity: Identity, judgement: HitJudgement): void {
    this.#requests++;
    this.#classes[judgement.class]++;
    if (hit.time < this.#first) this.#first = hit.time;
    if (hit.time > this.#last) this.#last = hit.time;
    if (!crawler) return;
    this.#row(crawler)?.add(hit, identity, judgement, this.#timeline.site(hit.host));
    this.#rules.add(hit, identity.identity, judgement);
    this.#addIdentity(hit, crawler, identity);
    if (judgement.because === 'no-version' || judgement.because === 'unknown-version') this.#withoutVersion++;
    if (judgement.because === 'before-first-version') this.#beforeFirst++;
  }

  /** @param more - Notes beside those that the numbers give. */
  async report(logs: readonly LogReport[], more: readonly string[] = []): Promise<AuditReport> {
    const timeline = this.#timeline;
    const crawlers = [...this.#crawlers.values()].map((row) => row.report());
    return {
      classes: this.#classes,
      crawlers: crawlers.sort(byViolations),
      rules: this.#rules.report(),
      spoofers: this.#spooferRows(),
      versions: await Promise.all(timeline.versions.map(versionReport)),
      logs,
      requests: this.#requests,
      withoutVersion: this.#withoutVersion,
      unverifiable: this.#unverifiable,
      ...(this.#requests > 0 && { first: isoOf(this.#first), last: isoOf(this.#last) }),
      graceHours: timeline.graceMs / 3_600_000,
      notes: [...more, ...this.#notes(timeline)],
    };
  }

  #row(crawler: Crawler): CrawlerRow | undefined {
    const key = crawler.token.toLowerCase();
    const row = this.#crawlers.get(key);
    if (row) return row;
    // A crowd of invented crawlers must not hide one that is known.
    if (this.#crawlers.size >= MOST_CRAWLERS && !this.#timeline.isKnown(crawler.token)) {
      this.#withoutRow++;
      return undefined;
    }
    const made = new CrawlerRow(crawler);
    this.#crawlers.set(key, made);
    return made;
  }

  #addIdentity(hit: Hit, { token }: Crawler, { identity }: Identity): void {
    if (identity === 'unknown') this.#unverifiable++;
    else if (identity === 'claimed') this.#claimed++;
    else if (identity !== 'refuted') this.#proven++;
    else {
      this.#refuted++;
      this.#addSpoofer(hit, token);
    }
  }

  #addSpoofer({ address }: Hit, token: string): void {
    const parsed = addressOf(address);
    if (!parsed) return;
    this.#spoofers.add(`${networkOf(parsed)} ${token}`);
  }

  #spooferRows(): SpooferReport[] {
    return this.#spoofers.items().map(({ key, count, error }) => {
      const [network = '', token = ''] = key.split(' ');
      return { network, token, requests: count, error };
    });
  }

  #notes({ versions, sharesSites, fetchesLeftOut }: Timeline): string[] {
    const notes: [isSo: boolean, text: string][] = [
      [
        this.#claimed > 0,
        `${this.#claimed} requests are only claimed by their User-Agent header: nothing was there to verify them with.`,
      ],
      [
        this.#unverifiable > 0,
        `${this.#unverifiable} requests have an address that nobody can check: anonymised, missing, or that of a proxy. Their identity is unknown, and they count for no crawler.`,
      ],
      [
        this.#refuted > 0 && this.#proven === 0,
        `No crawler could be verified, and ${this.#refuted} requests were refuted: if a proxy or a CDN is in front of the server, the logs may hold its addresses instead of those of clients.`,
      ],
      [this.#withoutUrl > 0, `${this.#withoutUrl} requests name no path and were not judged.`],
      [
        this.#withoutVersion > 0,
        `${this.#withoutVersion} requests were not judged: no version is of their host, or nobody knows what the version in force said.`,
      ],
      [
        this.#beforeFirst > 0,
        `${this.#beforeFirst} requests were made before the first version, or within the grace after it.`,
      ],
      [
        this.#withoutRow > 0,
        `${this.#withoutRow} requests are of crawlers beyond the first ${MOST_CRAWLERS}, which have no row.`,
      ],
      [
        sharesSites,
        'The logs name more than 10,000 hosts: further hosts without versions of their own share their requests for robots.txt.',
      ],
      [
        fetchesLeftOut > 0,
        `${fetchesLeftOut} requests for robots.txt were not kept, because too many crawlers sent them: those crawlers may be counted as "never asked".`,
      ],
      [this.#rules.left > 0, `${this.#rules.left} findings have no row in the table of rules.`],
      [this.#spoofers.isEstimate, 'Spoofers are counted by a sketch: the counts are upper bounds.'],
      ...versions
        .filter(({ isRobotsTxt }) => !isRobotsTxt)
        .map(({ name }): [boolean, string] => [
          true,
          `The version ${name} does not look like a robots.txt: crawlers find no rule in it.`,
        ]),
      [
        true,
        'A log shows what was fetched, not what it was used for: usage preferences cannot be audited by it.',
      ],
    ];
    return notes.filter(([isSo]) => isSo).map(([, text]) => text);
  }
}

function byViolations(a: CrawlerReport, b: CrawlerReport): number {
  const against = ({ classes }: CrawlerReport): number =>
    (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
  return against(b) - against(a) || b.requests - a.requests || (a.token < b.token ? -1 : 1);
}

async function versionReport(version: Version): Promise<VersionReport> {
  const { name, from, surelyFrom, host, octets, isRobotsTxt, isUnknown } = version;
  return {
    name,
    from: Number.isFinite(from) ? isoOf(from) : null,
    ...(surelyFrom > from && { surelyFrom: isoOf(surelyFrom) }),
    ...(host !== undefined && { host }),
    ...(isUnknown && { isUnknown }),
    ...(octets && (await digestOf(octets))),
    octets: octets?.length ?? 0,
    isRobotsTxt,
  };
}

/** A page that came over plain HTTP has no digests. */
async function digestOf(octets: Uint8Array): Promise<{ digest: string } | undefined> {
  const subtle = crypto.subtle as typeof crypto.subtle | undefined;
  const digest = await subtle?.digest('SHA-256', new Uint8Array(octets));
  if (!digest) return undefined;
  const hexadecimal = Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, '0'));
  return { digest: hexadecimal.join('') };
}
