/** Assembles the client, with `check` and related methods, from its parts. */
import { withoutUserInformation } from 'robots-exclusion/print';
import { type CheckManyOptions, type CheckResult, checkMany } from './check-many.ts';
import {
  type CheckedOptions,
  type CheckOptions,
  checkedOptions,
  type ReserveOptions,
} from './check-options.ts';
import { type ClientOptions, type ClientSettings, clientSettings } from './client-options.ts';
import { decide, decideNotCached, decideRefused, decideUnsupported, isRobotsTxtItself } from './decide.ts';
import type { Decision } from './decision.ts';
import { type Location, locate } from './locate.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import { type Settlement, settle } from './policy/settle.ts';
import { createReservations, type Reservation, type Reservations } from './politeness/reserve.ts';
import { createRecordStore } from './record/record-store.ts';
import { createRecordSource, type Found, type RecordSource } from './record-source.ts';
import { evidenceOf, type RobotsRecord, robotsRecord } from './robots-record.ts';
import { rulesOf } from './rule-sets.ts';
import { withSettings } from './settings-of.ts';
import { refusalWithoutDns } from './transport/address-policy.ts';

/** Decides whether a crawler may fetch URLs. Fetches and caches robots.txt as RFC 9309 requires. */
export interface RobotsClient {
  /** The User-Agent of every request for a robots.txt. Send the same User-Agent when you fetch pages. */
  readonly userAgent: string;
  /** The product tokens that select groups, unless a call overrides them. */
  readonly productTokens: readonly string[];
  /**
   * Decides whether the crawler may fetch a URL, and what to do now.
   *
   * The call also resolves if the network fails. It rejects with the signal's reason if the signal is aborted.
   *
   * @throws {TypeError} If `url` is not an absolute URL or an option is invalid.
   */
  check(url: string | URL, options?: CheckOptions): Promise<Decision>;
  /**
   * Checks many URLs and fetches the robots.txt of each origin once. Decisions for one origin come in the order of its
   * URLs. An invalid URL yields an item with an `error`.
   */
  checkMany(
    urls: Iterable<string | URL> | AsyncIterable<string | URL>,
    options?: CheckManyOptions,
  ): AsyncIterable<CheckResult>;
  /** The record that applies to a URL, with its evidence. It is fetched if necessary. */
  robots(url: string | URL, options?: CheckOptions): Promise<RobotsRecord>;
  /**
   * The record of a robots.txt at an arbitrary URL, such as a staged file or a file for another host. The file is
   * fetched like a regular `/robots.txt`, but the cache is neither read nor written.
   *
   * @throws {TypeError} If `url` is not an absolute URL.
   */
  robotsAt(url: string | URL, options?: Pick<CheckOptions, 'signal'>): Promise<RobotsRecord>;
  /**
   * Reserves the next time at which this crawler may fetch from the URL's origin. All clients with the same product
   * tokens and the same store share the origin's Crawl-delay, which also counts from the last request for robots.txt. A
   * request for `/robots.txt` itself never waits.
   */
  reserve(url: string | URL, options?: ReserveOptions): Promise<Reservation>;
  /** Aborts pending work. All later calls reject. */
  close(): Promise<void>;
}

/**
 * Creates a client.
 *
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If a number is out of range or a name is unknown.
 * @example
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const { action, policyRow } = await client.check('https://example.com/page');
 */
export function createClient(options: ClientOptions): RobotsClient {
  const settings = clientSettings(options);
  const { clock, emit, limits } = settings;
  const records = createRecordStore({ ...settings, storeTimeoutMs: limits.storeTimeoutMs });
  const reservations = createReservations({ store: records.guarded, clock, emit });
  const parts: Parts = {
    settings,
    source: createRecordSource(records, settings),
    reservations,
    isClosed: false,
  };
  const checkOne: RobotsClient['check'] = (url, given) => check(parts, url, given);
  const client: RobotsClient = {
    userAgent: settings.userAgent,
    productTokens: settings.productTokens,
    check: checkOne,
    checkMany: (urls, given) => checkMany(urls, given, checkOne),
    robots: (url, given) => robots(parts, url, given),
    robotsAt: (url, given) => robotsAt(parts, url, given),
    reserve: (url, given) => reserve(parts, url, given),
    close: () => close(parts),
  };
  return withSettings(client, settings);
}

interface Parts {
  settings: ClientSettings;
  source: RecordSource;
  reservations: Reservations;
  isClosed: boolean;
}

async function check(parts: Parts, url: string | URL, given?: CheckOptions): Promise<Decision> {
  const { settings } = parts;
  const wanted = checkedOptions(given, settings.productTokens);
  const found = await find(parts, url, wanted);
  const text = withoutUserInformation(String(url));
  if (found.kind === 'unsupported') return decideUnsupported(text, found.location);
  if (found.kind === 'refused')
    return decideRefused(text, found.location, found.refusal, settings.policy.preset.name);
  const now = settings.clock.now();
  if (found.kind === 'not-cached') return decideNotCached(text, found.location, now, wanted);
  const settlement = settle(found.record, settings.policy, now);
  const decision = decide(text, found.location, settlement, readerOf(settings, wanted));
  return wanted.explain
    ? { ...decision, evidence: evidenceOf(found.record, settlement, found.wasKept) }
    : decision;
}

async function robots(parts: Parts, url: string | URL, given?: CheckOptions): Promise<RobotsRecord> {
  const { productTokens, policy, clock } = parts.settings;
  const found = await find(parts, url, checkedOptions(given, productTokens));
  return robotsRecord(withoutUserInformation(String(url)), found, policy, clock.now());
}

async function robotsAt(
  parts: Parts,
  url: string | URL,
  given?: Pick<CheckOptions, 'signal'>,
): Promise<RobotsRecord> {
  const { settings, source } = parts;
  const { signal } = checkedOptions(given, settings.productTokens);
  const asked = askable(parts, url, signal);
  if ('kind' in asked)
    return robotsRecord(withoutUserInformation(String(url)), asked, settings.policy, settings.clock.now());
  const robotsUrl = new URL(url);
  robotsUrl.hash = robotsUrl.username = robotsUrl.password = '';
  const ofFile = { ...asked.location, robotsUrl: robotsUrl.href };
  const file = await source.fetchFile(ofFile, signal);
  const found = { kind: 'found', location: ofFile, ...file } as const;
  return robotsRecord(withoutUserInformation(String(url)), found, settings.policy, settings.clock.now());
}

async function reserve(parts: Parts, url: string | URL, given?: ReserveOptions): Promise<Reservation> {
  const { settings, reservations } = parts;
  const wanted = checkedOptions(given, settings.productTokens);
  const found = await find(parts, url, wanted);
  const now = settings.clock.now();
  if (found.kind === 'unsupported' || found.kind === 'refused') return { at: now };
  if (isRobotsTxtItself(String(url))) return { at: now };
  const settlement = found.kind === 'found' ? settle(found.record, settings.policy, now) : undefined;
  const { origin } = found.location;
  const delayMs = delaySeconds(settings, wanted, settlement) * 1000;
  const retryAt = settlement?.outcome === 'unreachable' ? (settlement.retryAt ?? 0) : 0;
  const record = found.kind === 'found' ? found.record : undefined;
  const afterRobots = delayMs === 0 ? 0 : robotsSentAt(settings, origin, record) + delayMs;
  const notBefore = Math.max(retryAt, given?.notBefore ?? 0, afterRobots > now ? afterRobots : 0);
  const { productTokens, signal } = wanted;
  return reservations.take({ origin, productTokens, delayMs, notBefore, signal });
}

/**
 * The time of the last request for robots.txt to the origin, by this process or by the process that wrote the record.
 */
function robotsSentAt(
  { sent, clock }: ClientSettings,
  origin: string,
  record: OriginRecord | undefined,
): number {
  const own = (record?.attempt.hops ?? []).filter(({ url }) => locate(url)?.origin === origin);
  const written = own.map(({ at, durationMs }) => Math.min(at + durationMs, clock.now()));
  return Math.max(0, sent.last(origin) ?? 0, ...written);
}

async function close(parts: Parts): Promise<void> {
  if (parts.isClosed) return;
  parts.isClosed = true;
  await parts.source.close(abortErrorOf('The client was closed'));
  // Idle connections close now. If a caller is still reading a page, the page's connection closes at the end of the
  // page.
  parts.settings.connections?.close().catch(() => {});
  if (parts.settings.ownsStore) await parts.settings.store.close?.();
}

/** The location of the robots.txt for a URL, or the reason why the client cannot request it. */
function askable(
  { settings, isClosed }: Parts,
  url: string | URL,
  signal: AbortSignal | undefined,
): { location: Location } | Extract<Found, { kind: 'unsupported' | 'refused' }> {
  const location = locate(url);
  if (isClosed) throw new TypeError('Cannot use the client after close()');
  signal?.throwIfAborted();
  if (location === undefined || !settings.transports.has(location.scheme))
    return { kind: 'unsupported', location };
  const refusal = refusalWithoutDns(settings.addressPolicy, location.origin);
  return refusal === undefined ? { location } : { kind: 'refused', location, refusal };
}

async function find(
  parts: Parts,
  url: string | URL,
  { mode, signal, beforeFetch }: CheckedOptions,
): Promise<Found> {
  const asked = askable(parts, url, signal);
  if ('kind' in asked) return asked;
  const { location } = asked;
  const found = await parts.source.find(location, { mode, signal, beforeFetch });
  if (found === undefined) return { kind: 'not-cached', location };
  const { record, wasKept } = found;
  return { kind: 'found', location, record, wasKept };
}

function readerOf({ limits, maxCrawlDelaySeconds }: ClientSettings, { who, explain }: CheckedOptions) {
  return { who, maxBytes: limits.maxBytes, maxCrawlDelaySeconds, explain };
}

function delaySeconds(
  settings: ClientSettings,
  wanted: CheckedOptions,
  settlement: Settlement | undefined,
): number {
  const { limits, maxCrawlDelaySeconds, defaultCrawlDelaySeconds } = settings;
  const stated = settlement?.copy && rulesOf(settlement.copy, wanted.who, limits.maxBytes).crawlDelaySeconds;
  return Math.min(stated ?? defaultCrawlDelaySeconds, maxCrawlDelaySeconds);
}

/** Creates an AbortError, like the default reason of a signal. */
function abortErrorOf(message: string): Error {
  const error = new Error(message);
  error.name = 'AbortError';
  return Object.assign(error, { code: 'ABORT_ERR' });
}
