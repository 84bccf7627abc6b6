/**
 * The limits on one request, one client and the whole service. Options, flags and documentation derive from {@link
 * limitTable} and {@link connectionTable}.
 */
import { MAX_CRAWLERS } from '@robots-exclusion/operations/limits';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

/** A limit: its default, its minimum and its description. */
export interface LimitFacts {
  readonly default: number;
  /** The default in words, if it depends on the machine or on another limit. */
  readonly defaultText?: string;
  /** {@default 1} */
  readonly least?: number;
  /** A short description, for help and documentation. */
  readonly about: string;
}

const MIB = 1024 * 1024;

/** Every limit of the service by name. "Per client" means per address, or per /64 for IPv6. */
export const limitTable = {
  maxRequestBytes: {
    default: 4 * MIB,
    about: 'maximum octets of a request body, or of one line of a stream',
  },
  maxUrls: { default: 10_000, about: 'maximum number of URLs in one request' },
  maxAgents: { default: MAX_CRAWLERS, about: 'maximum number of crawlers in one request' },
  maxQuestions: { default: 50_000, about: 'maximum product of URLs and crawlers in one request' },
  maxUrlBytes: { default: 8192, about: 'maximum octets of one URL' },
  maxAnswerBytes: { default: 32 * MIB, about: 'maximum octets of one response, or of one line of a stream' },
  maxRobotsBytes: {
    default: DEFAULT_MAX_BYTES,
    about: 'maximum octets to read from a robots.txt; see RFC 9309 §2.5',
  },
  requestTimeoutMs: {
    default: 60_000,
    about: 'maximum milliseconds from a request to its response, except for streams',
  },
  lineTimeoutMs: { default: 60_000, about: 'maximum milliseconds between two lines of a stream' },
  maxConcurrentRequests: {
    default: 256,
    about: 'maximum number of concurrent requests; a request is counted once its body has arrived',
  },
  maxConcurrentRequestsPerClient: { default: 64, about: 'maximum number of concurrent requests per client' },
  maxStreams: { default: 64, about: 'maximum number of concurrent streams' },
  maxStreamsPerClient: { default: 16, about: 'maximum number of concurrent streams per client' },
  maxHeldBytes: {
    default: 96 * MIB,
    about: 'maximum octets that request bodies and long responses take in memory',
  },
  maxHeldBytesPerClient: {
    default: 56 * MIB,
    about: 'maximum octets that request bodies and long responses of one client take in memory',
  },
  maxFetches: { default: 128, about: 'maximum number of concurrent fetches' },
  maxFetchesPerClient: { default: 64, about: 'maximum number of concurrent fetches per client' },
  originsPerRequest: { default: 32, about: 'maximum number of sites checked concurrently for one request' },
  minReloadSeconds: {
    default: 5,
    least: 0,
    about: 'seconds after a fetch during which a reload returns the stored copy instead of fetching again',
  },
  workers: {
    default: 2,
    defaultText: 'one less than the number of processors, at least 2 and at most 4',
    about: 'number of workers; each is a thread',
  },
  maxWorkersPerClient: {
    default: 1,
    defaultText: 'all but one',
    about: 'maximum number of workers that work for one client at a time',
  },
  maxWorkerMegabytes: { default: 256, least: 32, about: 'maximum heap size of one worker in MiB' },
  workDeadlineMs: {
    default: 2000,
    about: 'maximum milliseconds for one task in a worker; a worker that takes longer is terminated',
  },
  maxQueuedWork: { default: 256, least: 0, about: 'maximum number of queued tasks' },
  maxQueuedWorkPerClient: {
    default: 64,
    least: 0,
    about: 'maximum number of queued tasks per client',
  },
  cpuMsPerSecond: {
    default: 750,
    about: 'processor milliseconds per second that one client may use on average',
  },
  cpuBurstMs: { default: 30_000, about: 'processor milliseconds that one client may use in one burst' },
  maxInlineJsonBytes: {
    default: 65_536,
    about: 'maximum octets of JSON to parse on the main thread; workers parse longer JSON',
  },
} as const satisfies Record<string, LimitFacts>;

/** Every connection limit by name. */
export const connectionTable = {
  maxHeaderBytes: { default: 16_384, about: 'maximum octets of the request line and header' },
  headersTimeoutMs: { default: 10_000, about: 'maximum milliseconds to wait for the complete header' },
  idleTimeoutMs: {
    default: 120_000,
    about: 'maximum milliseconds without traffic on a connection with an open request',
  },
  keepAliveTimeoutMs: { default: 10_000, about: 'maximum milliseconds between two requests on a connection' },
  maxConnections: {
    default: 10_000,
    about: 'maximum number of connections; further connections are closed immediately',
  },
  maxConnectionsPerClient: {
    default: 128,
    about: 'maximum number of connections per address; does not apply behind trusted proxies',
  },
  drainMs: {
    default: 3000,
    least: 0,
    about:
      'at shutdown, milliseconds for which /readyz returns 503 before connections are refused; skipped if nothing polls /readyz',
  },
  graceMs: {
    default: 10_000,
    least: 0,
    about: 'milliseconds to wait for open requests at shutdown',
  },
} as const satisfies Record<string, LimitFacts>;

/** Connection limits; {@link connectionTable} lists them with their defaults. */
export type ConnectionLimits = Record<keyof typeof connectionTable, number>;

/** The default connection limits. */
export const defaultConnections: ConnectionLimits = defaultsOf(connectionTable);

/** The name of a limit. */
export type LimitName = keyof typeof limitTable;

/** Limits of the service; {@link limitTable} lists them with their defaults. */
export type ServiceLimits = Record<LimitName, number>;

/** A rate limit, enforced by a token bucket. */
export interface RateLimit {
  /** The average rate of requests per client. */
  perSecond: number;
  /** The number of requests that a client may make without any pause. */
  burst: number;
}

/** The default limits for a machine with this many processors. One worker always remains free for other clients. */
export function defaultLimits(processors: number): ServiceLimits {
  return { ...defaultsOf(limitTable), workers: Math.min(4, Math.max(2, processors - 1)) };
}

function defaultsOf<Name extends string>(table: Readonly<Record<Name, LimitFacts>>): Record<Name, number> {
  const names = Object.keys(table) as Name[];
  return Object.fromEntries(names.map((name) => [name, table[name].default])) as Record<Name, number>;
}

/** The default rate of requests per client. */
export const defaultRate: RateLimit = Object.freeze({ perSecond: 200, burst: 1000 });

/**
 * Replaces default limits with the given ones.
 *
 * @throws {RangeError} If a limit is unknown or out of range.
 */
export function checkedLimits(given: Partial<ServiceLimits>, processors: number): ServiceLimits {
  const limits = checked('limits', limitTable, defaultLimits(processors), given);
  const { maxWorkersPerClient = Math.max(1, limits.workers - 1) } = given;
  return { ...limits, maxWorkersPerClient };
}

/** Replaces default connection limits with the given ones. */
export function checkedConnections(given: Partial<ConnectionLimits>): ConnectionLimits {
  return checked('connections', connectionTable, defaultConnections, given);
}

/** The longest delay that a timer supports. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

function checked<Name extends string>(
  what: string,
  table: Readonly<Record<Name, LimitFacts>>,
  defaults: Record<Name, number>,
  given: Partial<Record<Name, number>>,
): Record<Name, number> {
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries<number>(limits)) {
    if (!Object.hasOwn(table, name)) {
      throw new RangeError(`Cannot use ${what}.${name}: there is no such limit`);
    }
    const { least = 1 } = table[name as Name];
    const most = name.endsWith('Ms') ? MAX_TIMEOUT_MS : Number.MAX_SAFE_INTEGER;
    if (Number.isInteger(value) && value >= least && value <= most) continue;
    const expected =
      most === MAX_TIMEOUT_MS ? `an integer from ${least} to ${most}` : `an integer of at least ${least}`;
    throw new RangeError(`Cannot use ${what}.${name} ${String(value)}: expected ${expected}`);
  }
  return limits;
}
