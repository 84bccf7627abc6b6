/**
 * Turns logs and a timeline into a report. The first pass records the requests for robots.txt; the second judges every
 * request.
 */
import { type Hit, hostOf } from '../hit.ts';
import type { Identity } from '../identity/identify.ts';
import { rangeNotes, unknownRangeNotes } from '../identity/range-notes.ts';
import { type HitClass, type HitJudgement, judge, OTHER_HOST } from '../judge.ts';
import type { AddressOptions } from '../readers/client-address.ts';
import type { NamedFields } from '../readers/fields-by-name.ts';
import type { LogStream } from '../readers/octets.ts';
import { type LogReading, readLog } from '../readers/read-log.ts';
import { isCounted } from '../report/crawler-row.ts';
import { RepeatedLines } from '../report/repeated-lines.ts';
import { type AuditReport, ReportBuilder } from '../report/report.ts';
import type { Contradiction } from '../timeline/contradiction.ts';
import { isoOf } from '../timeline/iso-of.ts';
import { LastFetches } from '../timeline/last-fetches.ts';
import { isRobotsTxt, type Timeline } from '../timeline/timeline.ts';
import { FirstSeconds } from './first-seconds.ts';
import { IdentityBook, type RunEvidence, type Sender } from './identity-book.ts';
import { mergedByTime } from './merge-by-time.ts';

/** A log that can be opened twice. */
export interface LogSource {
  readonly name: string;
  open(): LogStream;
}

/** A judged request, as printed by `robots audit --format ndjson`. `spec/schema/audit-hit.json` describes it. */
export interface Finding {
  /** Name of the log, if several were read. */
  log?: string;
  /** Line number in the log, counted from 1. */
  line: number;
  host: string | null;
  /** Product token; `null` if the header names no crawler. */
  token: string | null;
  identity: Identity['identity'];
  url: string;
  class: HitClass;
  because: HitJudgement['because'];
  /** Name of the version in force. */
  version?: string;
  /** The rule of `version` that disallows the URL. */
  rule?: { line: number; text: string };
  /** With `not-bound`: the page that states the exemption. */
  source?: string;
  /** With `asked-under-other-name`: the User-Agent of the request for robots.txt. */
  askedAs?: string;
}

/** Options of an audit. */
export interface AuditOptions extends AddressOptions {
  timeline: Timeline;
  /** Sources that prove identities. */
  evidence?: RunEvidence;
  /**
   * Looks up the host names of addresses, so that `evidence.namesOf` can return them. It is called before
   * `evidence.namesOf`.
   */
  lookUp?: ((addresses: readonly string[]) => Promise<void>) | undefined;
  /** Format of the logs. Default: determined from the first lines of each log. */
  format?: string | undefined;
  /** Locations of fields in JSON and CSV: `{ userAgent: 'proxy.userAgent.0' }`. */
  named?: NamedFields | undefined;
  /** Audits only requests to this host. A log without hosts is assumed to belong to this host. */
  host?: string | undefined;
  /** Audits only requests at or after this time, in epoch milliseconds. Earlier fetches of robots.txt still count. */
  since?: number | undefined;
  /** Receives judged requests in batches, ordered by time. Requests of one log keep the order of its lines. */
  onFindings?: ((findings: readonly Finding[]) => void | Promise<void>) | undefined;
  /** Called with the total number of lines read so far. Each log is read in two passes, and its lines count in both. */
  onProgress?: ((lines: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Number of samples per rule and crawler, at least 2. `Infinity` keeps all requests that count against a crawler.
   * @default 5
   */
  samples?: number | undefined;
  /** Price of 1,000,000,000 octets, in any currency. The report then contains the cost of each crawler. */
  pricePerGigabyte?: number | undefined;
  /**
   * The time of the audit, in epoch milliseconds. The report mentions requests with a later time. Default: later times
   * are not detected.
   */
  now?: number | undefined;
}

/**
 * Judges every request of `logs`. The logs may be in any order and overlap in time: they are merged, and each request
 * is judged by its own time. Memory does not grow with the logs.
 *
 * @throws {RangeError} If the format is unknown.
 * @example
 * ```ts
 * const log = '192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n';
 * const history = timeline([{ from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nDisallow: /private/\n' }]);
 * const report = await audit([{ name: 'access.log', open: () => log }], { timeline: history });
 * report.classes['never-asked']; // 1
 * report.crawlers[0]?.token; // 'GPTBot'
 * ```
 */
export async function audit(logs: readonly LogSource[], options: AuditOptions): Promise<AuditReport> {
  const run = new Run(logs, options);
  await run.noteFetches();
  return run.judgeAll();
}

class Run {
  readonly #logs: readonly LogSource[];
  readonly #options: AuditOptions;
  readonly #book: IdentityBook;
  readonly #host: string | undefined;
  readonly #contradictions = new Contradictions();
  readonly #lastFetches: LastFetches;
  readonly #firstSeconds = new FirstSeconds();
  readonly #repeated = new RepeatedLines();
  /** Time of the first hit of each log, in epoch milliseconds. */
  readonly #starts: number[] = [];
  #lines = 0;

  constructor(logs: readonly LogSource[], options: AuditOptions) {
    this.#logs = logs;
    this.#options = options;
    this.#book = new IdentityBook(options.timeline, options.evidence ?? {}, options.lookUp);
    this.#host = hostOf(options.host);
    this.#lastFetches = new LastFetches(logs.length > 1 ? logs.map(({ name }) => name) : []);
  }

  /** Records the requests for robots.txt. Lines that do not contain "robots.txt" are skipped unparsed. */
  async noteFetches(): Promise<void> {
    const { timeline } = this.#options;
    for (const order of this.#logs.keys()) {
      this.#starts[order] = Number.POSITIVE_INFINITY;
      for await (const hits of this.#batches(this.#open(order, 'robots.txt'))) {
        if (this.#starts[order] === Number.POSITIVE_INFINITY && hits[0]) this.#starts[order] = hits[0].time;
        const asked = hits.filter(
          (hit) => isRobotsTxt(hit.url) && this.#isOfHost(hit) && !hit.isOfUnknownHost,
        );
        await this.#book.prepare(asked);
        for (const hit of asked) {
          this.#contradictions.add(hit, timeline.site(hit.host).contradictionOf(hit));
          const { crawler, identity } = this.#book.of(hit);
          if (crawler && isCounted(identity.identity)) timeline.note(hit, crawler.token);
        }
      }
    }
    timeline.close();
  }

  async judgeAll(): Promise<AuditReport> {
    const { timeline, samples, now, pricePerGigabyte } = this.#options;
    const builder = new ReportBuilder(timeline, samples, pricePerGigabyte);
    const readings: LogReading[] = [];
    const timed = this.#starts.map((start, order) => ({
      start,
      open: () => {
        const reading = this.#open(order);
        readings[order] = reading;
        return this.#batches(reading);
      },
    }));
    for await (const hits of mergedByTime(timed)) {
      await this.#book.prepare(hits);
      await this.#judge(hits, builder);
    }
    return builder.report(
      this.#logs.map(({ name }, order) => ({ name, ...(readings[order] as LogReading).summary })),
      [...this.#contradictions.notes(), ...this.#firstSeconds.notes(), ...this.#rangeNotes(builder.span)],
      now,
      this.#repeated.found(),
      this.#unusedRanges((token) => builder.hasMet(token)),
    );
  }

  #rangeNotes(span: { first?: number; last?: number }): string[] {
    const { evidence = {} } = this.#options;
    if (!evidence.ranges) return [];
    return rangeNotes(evidence.ranges, span);
  }

  #unusedRanges(hasMet: (token: string) => boolean): string[] {
    const { timeline, evidence: { ranges, registry } = {} } = this.#options;
    const isKnown = (token: string): boolean => timeline.isKnown(token) || hasMet(token);
    return ranges ? unknownRangeNotes(ranges, { isKnown, registry }) : [];
  }

  #open(order: number, only?: string): LogReading {
    const { format, named, ownProxies, clientAddress } = this.#options;
    const log = this.#logs[order] as LogSource;
    const place = this.#logs.length > 1 && { log: log.name, logOrder: order };
    return readLog(log.open(), format, { named, ownProxies, clientAddress, only, ...place });
  }

  /** Yields the hits of a log as they are read, and reports progress. */
  async *#batches(reading: LogReading): AsyncGenerator<Hit[]> {
    const { onProgress, signal } = this.#options;
    let reported = 0;
    for await (const hits of reading.batches()) {
      signal?.throwIfAborted();
      yield hits;
      const { lines } = reading.summary;
      this.#lines += lines - reported;
      reported = lines;
      onProgress?.(this.#lines);
    }
  }

  /**
   * Whether a hit belongs to the audited host. A hit without a host is assumed to belong to the audited host. If only
   * the request target names the host, that name is compared with the audited host.
   */
  #isOfHost(hit: Hit): boolean {
    if (this.#host === undefined) return true;
    if (hit.host === undefined && hit.isOfUnknownHost) return true;
    hit.host ??= this.#host;
    if (hit.host !== this.#host) return false;
    hit.isOfUnknownHost = false;
    return true;
  }

  async #judge(hits: readonly Hit[], builder: ReportBuilder): Promise<void> {
    const { timeline, since = Number.NEGATIVE_INFINITY, onFindings } = this.#options;
    const findings: Finding[] = [];
    for (const hit of hits) {
      if (hit.time < since) continue;
      const sender = this.#book.of(hit);
      const { crawler, identity } = sender;
      const judgement = this.#isOfHost(hit)
        ? this.#firstSeconds.evidenceOf(hit, judge(hit, timeline, identity))
        : OTHER_HOST;
      this.#noteFetch(hit, sender, judgement);
      if (crawler) this.#repeated.add(hit);
      builder.add(hit, crawler, identity, judgement, this.#lastFetches);
      if (onFindings) findings.push(findingOf(hit, identity, judgement));
    }
    if (findings.length > 0) await onFindings?.(findings);
  }

  #noteFetch(hit: Hit, { crawler, identity }: Sender, judgement: HitJudgement): void {
    if (!crawler || !isRobotsTxt(hit.url) || judgement.token === undefined || hit.isOfUnknownHost) return;
    if (!isCounted(identity.identity)) return;
    this.#lastFetches.note(hit, crawler.token, this.#options.timeline.site(hit.host));
  }
}

function findingOf(hit: Hit, { identity }: Identity, judgement: HitJudgement): Finding {
  const { token, because } = judgement;
  return {
    ...(hit.log !== undefined && { log: hit.log }),
    line: hit.line,
    host: hit.host ?? null,
    token: token ?? null,
    identity,
    url: hit.url,
    class: judgement.class,
    because,
    ...('version' in judgement && { version: judgement.version.name }),
    ...('rule' in judgement && { rule: { line: judgement.rule.line, text: judgement.rule.text } }),
    ...('source' in judgement && { source: judgement.source }),
    ...('askedAs' in judgement && { askedAs: judgement.askedAs }),
  };
}

/** Counts contradictions, and stores a description of the first one. */
class Contradictions {
  #count = 0;
  #first = '';

  /** Adds a response. Does nothing if it does not contradict the version in force. */
  add(hit: Hit, contradiction: Contradiction | undefined): void {
    if (!contradiction) return;
    if (this.#count === 0) this.#first = textOf(hit, contradiction);
    this.#count++;
  }

  notes(): string[] {
    if (this.#count === 0) return [];
    const begin = this.#count === 1 ? '1 response' : `${this.#count} responses`;
    return [
      `${begin} to /robots.txt in the logs cannot be the version in force. The first is ${this.#first}. Check the time from which each version was served. To infer these times from the responses in the logs, put "log:" before the versions.`,
    ];
  }
}

function textOf({ log, line, time, status, bytes }: Hit, contradiction: Contradiction): string {
  const where = `${log === undefined ? '' : `${log}, `}line ${line} at ${isoOf(time)}`;
  if (contradiction.kind === 'other-version') {
    return `${where}: ${bytes} octets, the size of version ${contradiction.other.name}`;
  }
  return contradiction.kind === 'missing'
    ? `${where}: ${status}, but there was a robots.txt`
    : `${where}: 200 with ${bytes} octets, but there was no robots.txt`;
}
