/**
 * The limits on one request, one client and the whole service. Options, flags and documentation derive from this table.
 */
import { MAX_CRAWLERS } from '@robots-exclusion/operations/limits';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

/** A limit: its default, its minimum and its description. */
export interface LimitFacts {
  readonly default: number;
  /** {@default 1} */
  readonly least?: number;
  /** A short description, for help and documentation. */
  readonly about: string;
}

const MIB = 1024 * 1024;

/** Every limit of the service by name. "Per client" means per address, or per /64 for IPv6. */
export const limitTable = {
  maxRequestBytes: { default: 4 * MIB, about: 'octets of a body; of a stream, octets of one line' },
  maxUrls: { default: 10_000, about: 'URLs of one request' },
  maxAgents: { default: MAX_CRAWLERS, about: 'crawlers of one request' },
  maxQuestions: { default: 50_000, about: 'URLs times crawlers of one request' },
  maxUrlBytes: { default: 8192, about: 'octets of one URL' },
  maxAnswerBytes: { default: 32 * MIB, about: 'octets of one answer; of a stream, of one line of it' },
  maxRobotsBytes: {
    default: DEFAULT_MAX_BYTES,
    about: 'octets of a robots.txt that are read (RFC 9309 §2.5)',
  },
  requestTimeoutMs: {
    default: 60_000,
    about: 'milliseconds from a request to its answer, except for streams',
  },
  lineTimeoutMs: { default: 60_000, about: 'milliseconds between two lines of a stream' },
  maxConcurrentRequests: {
    default: 256,
    about: 'requests answered at a time, counted once their body is there',
  },
  maxConcurrentRequestsPerClient: { default: 64, about: 'of those, requests of one client' },
  maxStreams: { default: 64, about: 'streams at a time' },
  maxStreamsPerClient: { default: 16, about: 'of those, streams of one client' },
  maxHeldBytes: { default: 96 * MIB, about: 'octets of bodies and long answers held at a time' },
  maxHeldBytesPerClient: { default: 56 * MIB, about: 'of those, octets of one client' },
  maxFetches: { default: 128, about: 'fetches of robots.txt at a time' },
  maxFetchesPerClient: { default: 64, about: 'of those, fetches for one client' },
  originsPerRequest: { default: 32, about: 'sites asked at a time for one request' },
  minReloadSeconds: {
    default: 5,
    least: 0,
    about: 'seconds after a fetch during which a reload returns the kept copy',
  },
  workers: {
    default: 2,
    about: 'number of workers: threads; by default one less than processors, from 2 to 4',
  },
  maxWorkersPerClient: { default: 1, about: 'of those, workers busy for one client; by default all but one' },
  maxWorkerMegabytes: { default: 256, least: 32, about: 'heap of one worker in MiB' },
  workDeadlineMs: {
    default: 2000,
    about: 'milliseconds for one task in a worker; after that the worker is ended',
  },
  maxQueuedWork: { default: 256, least: 0, about: 'tasks that wait for a worker' },
  maxQueuedWorkPerClient: { default: 64, least: 0, about: 'of those, tasks of one client' },
  cpuMsPerSecond: { default: 750, about: 'processor milliseconds a second for one client in the long run' },
  cpuBurstMs: { default: 30_000, about: 'processor milliseconds that one client may use at once' },
  maxInlineJsonBytes: { default: 65_536, about: 'octets of JSON that are parsed on the main thread' },
} as const satisfies Record<string, LimitFacts>;

/** Every connection limit by name. */
export const connectionTable = {
  maxHeaderBytes: { default: 16_384, about: 'octets of the request line and the header' },
  headersTimeoutMs: { default: 10_000, about: 'milliseconds to the end of the header' },
  idleTimeoutMs: { default: 120_000, about: 'milliseconds without an octet while a request is answered' },
  keepAliveTimeoutMs: { default: 10_000, about: 'milliseconds between two requests of a connection' },
  maxConnections: { default: 10_000, about: 'connections at a time; more are closed at once' },
  maxConnectionsPerClient: {
    default: 2000,
    about: 'of those, connections of one address; not counted behind trusted proxies',
  },
  drainMs: {
    default: 3000,
    least: 0,
    about:
      'milliseconds during which /readyz answers 503 before connections are refused, if something polls it',
  },
  graceMs: {
    default: 10_000,
    least: 0,
    about: 'milliseconds that open requests get to finish when the service ends',
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
  /** The number of requests that a client may make at once. */
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
 * Applies the given limits to the defaults.
 *
 * @throws {RangeError} If a limit is unknown or out of range.
 */
export function checkedLimits(given: Partial<ServiceLimits>, processors: number): ServiceLimits {
  const limits = checked('limits', limitTable, defaultLimits(processors), given);
  const { maxWorkersPerClient = Math.max(1, limits.workers - 1) } = given;
  return { ...limits, maxWorkersPerClient };
}

/** Applies the given connection limits to the defaults. */
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
    const expected = `a whole number from ${least}${most === MAX_TIMEOUT_MS ? ` to ${most}` : ''}`;
    throw new RangeError(`Cannot use ${what}.${name} ${String(value)}: expected ${expected}`);
  }
  return limits;
}
