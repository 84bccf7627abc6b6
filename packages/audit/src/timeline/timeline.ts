/** Records which robots.txt was in force on each host and when, and who fetched it. */
import { type AgentIndex, type AgentProfile, findAgent } from 'robots-exclusion/agents';
import type { Hit } from '../hit.ts';
import { type Crawler, CrawlerFinder, flat } from '../identity/crawler-of.ts';
import { type Contradiction, contradictionOf } from './contradiction.ts';
import { FetchLog, type Held, type Moment } from './fetch-log.ts';
import { Version, type VersionSource } from './version.ts';

/** How long a crawler may use its cached copy (RFC 9309 §2.4): 24 hours, in milliseconds. */
export const GRACE_MS: number = 24 * 60 * 60 * 1000;

/** Options of a timeline. */
export interface TimelineOptions {
  /** How long crawlers may use an older version after a new one was published. @default 24 hours */
  graceMs?: number | undefined;
  /** The registry of crawlers. Default: the built-in one. */
  registry?: AgentIndex | undefined;
}

/**
 * Limits on the hosts, and on the pairs of a host and a crawler, whose fetches are recorded. A hostile log may name
 * more.
 */
const MOST_HOSTS = 10_000;
const MOST_FETCH_LOGS = 100_000;

/** The versions and fetches of one host's robots.txt. */
export class Site {
  /** The versions in order of time: the host's own or, if it has none, those that apply to all hosts. */
  readonly versions: readonly Version[];
  readonly #fetches = new Map<string, FetchLog>();
  /**
   * Shared caches, identified by the name of their operator. A cache is included if at least one of the crawlers that
   * use it has requested robots.txt.
   */
  readonly #askedCaches = new Set<string>();

  constructor(versions: readonly Version[]) {
    this.versions = versions;
  }

  /** Index of the version in force; -1 before the first. */
  indexAt(time: number): number {
    let low = 0;
    let high = this.versions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.versions[middle] as Version).from <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Index of the oldest version that may still have been in force at a time; -1 if it may have been a version older
   * than all given versions.
   */
  surelyAt = (time: number): number => {
    let index = this.indexAt(time);
    while (index >= 0 && (this.versions[index] as Version).surelyFrom > time) index--;
    return index;
  };

  /** How a response to `/robots.txt` contradicts all versions that may have been in force. */
  contradictionOf(hit: Hit): Contradiction | undefined {
    const oldest = this.surelyAt(hit.time);
    if (oldest < 0) return undefined;
    return contradictionOf(hit, this.versions.slice(oldest, this.indexAt(hit.time) + 1), this.versions);
  }

  /** The crawl delay in seconds that the version in force states for a crawler. */
  crawlDelayAt(time: number, crawler: Crawler): number | undefined {
    return this.versions[this.indexAt(time)]?.for(crawler).crawlDelaySeconds;
  }

  /** A crawler's requests for this host's `/robots.txt`; `undefined` if the log has none. */
  fetchesOf(token: string): FetchLog | undefined {
    return this.#fetches.get(token.toLowerCase());
  }

  /**
   * Whether the log has a request for this host's `/robots.txt` by the crawler, or by another crawler that is
   * documented to share its cache. Fetches by the other crawlers do not shorten the grace period, because no operator
   * documents when a crawler reads the shared cache.
   */
  hasAsked({ token, profile }: Crawler): boolean {
    if (this.fetchesOf(token)) return true;
    const cache = cacheOf(profile);
    return cache !== undefined && this.#askedCaches.has(cache);
  }

  /** What a crawler may have cached at a moment, according to its own fetches. */
  heldBy(token: string, moment: Moment): Held {
    return (
      this.fetchesOf(token)?.at(moment, this.surelyAt) ?? {
        since: Number.NEGATIVE_INFINITY,
        noRulesAt: undefined,
      }
    );
  }

  /** @internal Records a request for `/robots.txt`; `false` if there is no room for another crawler. */
  note(token: string, hit: Hit, room: { left: number }, graceMs: number, cache?: string): boolean {
    if (cache !== undefined) this.#askedCaches.add(cache);
    const key = token.toLowerCase();
    let log = this.#fetches.get(key);
    if (!log) {
      if (room.left <= 0) return false;
      room.left--;
      log = new FetchLog(graceMs);
      this.#fetches.set(key, log);
    }
    log.add(hit, this.surelyAt, this.contradictionOf(hit)?.kind === 'other-version');
    return true;
  }
}

/** The versions of robots.txt by host, and the recorded fetches. Create it with the function `timeline`. */
export class Timeline {
  readonly versions: readonly Version[];
  readonly graceMs: number;
  readonly #finder: CrawlerFinder;
  readonly #registry: AgentIndex | undefined;
  /** Product tokens that versions name, in lower case. */
  readonly #named: ReadonlySet<string>;
  readonly #byHost = new Map<string | undefined, Version[]>();
  readonly #sites = new Map<string, Site>();
  /** The site that all hosts above the limit share. */
  #others: Site | undefined;
  /** Separate limits, because unknown crawlers must not displace known ones. */
  readonly #room = { known: { left: MOST_FETCH_LOGS }, unknown: { left: MOST_FETCH_LOGS } };
  #fetchesLeftOut = 0;
  #isClosed = false;

  constructor(versions: readonly Version[], { graceMs = GRACE_MS, registry }: TimelineOptions) {
    if (!(graceMs >= 0))
      throw new RangeError(`Cannot use a grace period of ${graceMs} ms: expected 0 or more`);
    this.versions = versions;
    this.graceMs = graceMs;
    this.#registry = registry;
    for (const version of versions) {
      const own = this.#byHost.get(version.host);
      if (own) own.push(version);
      else this.#byHost.set(version.host, [version]);
    }
    const named = new Set(versions.flatMap((version) => version.tokens()));
    this.#named = named;
    this.#finder = new CrawlerFinder({ registry, isNamed: (token) => named.has(token.toLowerCase()) });
  }

  /** Whether the log has more hosts than the limit. The hosts above it share their fetches. */
  get sharesSites(): boolean {
    return this.#others !== undefined;
  }

  /** Number of requests for `/robots.txt` that were not recorded because there were too many crawlers. */
  get fetchesLeftOut(): number {
    return this.#fetchesLeftOut;
  }

  /**
   * The crawler that a User-Agent header names. Either the registry or a version lists the crawler, or the header
   * identifies itself as that of a crawler.
   */
  crawlerOf(userAgent: string): Crawler | undefined {
    return this.#finder.of(userAgent);
  }

  /** The site of a host. A log without hosts has one site. A host with its own versions always has its own site. */
  site(host: string | undefined): Site {
    const key = host ?? '';
    const kept = this.#sites.get(key);
    if (kept) return kept;
    if (this.#sites.size >= MOST_HOSTS && host !== undefined && !this.#byHost.has(host)) {
      this.#others ??= new Site(this.#byHost.get(undefined) ?? []);
      return this.#others;
    }
    const site = new Site(this.#versionsOf(host));
    this.#sites.set(flat(key), site);
    return site;
  }

  /**
   * The versions of the host itself or, if it has none, the versions for all hosts. If only one host has versions, a
   * log without hosts is assumed to belong to it.
   */
  #versionsOf(host: string | undefined): readonly Version[] {
    const own = this.#byHost.get(host) ?? this.#byHost.get(undefined);
    return own ?? (host === undefined && this.#byHost.size === 1 ? this.versions : []);
  }

  /**
   * Records that a crawler requested `/robots.txt`; ignores other hits. `judge` calls this method for each hit, in the
   * order in which it receives the hits. To also consider later fetches, call this method for all hits first, then call
   * `close`.
   */
  note(hit: Hit, token: string | undefined): void {
    if (this.#isClosed || token === undefined || hit.isOfUnknownHost || !isRobotsTxt(hit.url)) return;
    const room = this.isKnown(token) ? this.#room.known : this.#room.unknown;
    const cache = cacheOf(this.#profileOf(token));
    if (!this.site(hit.host).note(token, hit, room, this.graceMs, cache)) this.#fetchesLeftOut++;
  }

  #profileOf(token: string): AgentProfile | undefined {
    return this.#registry ? this.#registry.byToken.get(token.toLowerCase()) : findAgent(token);
  }

  /** Whether the registry or a version names the crawler. A log cannot invent such tokens. */
  isKnown(token: string): boolean {
    const key = token.toLowerCase();
    if (this.#named.has(key)) return true;
    return this.#profileOf(token) !== undefined;
  }

  /** Marks the recording of fetches as complete. Later fetches are ignored. */
  close(): void {
    this.#isClosed = true;
  }
}

/** The cache that a crawler shares with others, as documented by its operator. */
function cacheOf(profile: AgentProfile | undefined): string | undefined {
  return profile?.sharedCache === undefined ? undefined : profile.operator;
}

/** Whether a request is for the robots.txt of its host. Servers ignore the query and return the same file. */
export function isRobotsTxt(url: string): boolean {
  return url.startsWith('/robots.txt') && (url.length === 11 || url[11] === '?' || url[11] === '#');
}

/**
 * Creates a timeline from the versions of a robots.txt, for one host or several.
 *
 * @throws {TypeError} If there are no versions.
 * @throws {RangeError} If a version's time is invalid, or two versions of a host have the same time.
 * @example
 * ```ts
 * const history = timeline([
 *   { from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nAllow: /\n' },
 *   { from: '2026-11-10T00:00:00Z', body: 'User-agent: *\nDisallow: /private/\n' },
 * ]);
 * history.versions.length; // 2
 * ```
 */
export function timeline(versions: readonly VersionSource[], options: TimelineOptions = {}): Timeline {
  if (versions.length === 0)
    throw new TypeError('Cannot make a timeline without versions: expected at least one');
  const made = versions
    .map((version) => new Version(version))
    .sort((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1));
  const seen = new Map<string, Version>();
  for (const version of made) {
    const key = `${version.from} ${version.host ?? ''}`;
    const twin = seen.get(key);
    if (twin) {
      throw new RangeError(
        `Cannot tell which is in force from ${version.name}: "${twin.name}" and "${version.name}" begin at the same instant`,
      );
    }
    seen.set(key, version);
  }
  return new Timeline(made, options);
}
