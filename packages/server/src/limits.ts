/** What one request, one client and the whole service may cost. Every bound has a name, a unit and a default. */

/** Bounds of the service. */
export interface ServiceLimits {
  /** Octets of a request's body; of a stream, octets of one line. {@default 4194304} */
  maxRequestBytes: number;
  /** URLs of one request. {@default 10000} */
  maxUrls: number;
  /** Crawlers of one request. {@default 50} */
  maxAgents: number;
  /** URLs times crawlers of one request. {@default 50000} */
  maxQuestions: number;
  /** Octets of one URL. {@default 8192} */
  maxUrlBytes: number;
  /** Octets of one answer; of a stream, of one line of it. {@default 33554432} */
  maxAnswerBytes: number;
  /** Octets of a robots.txt that are read; RFC 9309 §2.5 asks for at least 500 KiB. {@default 512000} */
  maxRobotsBytes: number;
  /** From the first octet of a request to its answer, for all but streams. {@default 60000} */
  requestTimeoutMs: number;
  /** Between two lines of a stream that is sent to the service. {@default 60000} */
  lineTimeoutMs: number;
  /** Requests answered at a time; more get 503. {@default 256} */
  maxConcurrentRequests: number;
  /** Streams among them. {@default 16} */
  maxStreams: number;
  /** Origins asked at a time for one request. {@default 32} */
  originsPerRequest: number;
  /** A record that is younger is not fetched anew, whoever asks for it. {@default 5} */
  minReloadSeconds: number;
  /** One piece of work in a worker; whatever takes longer is ended. {@default 2000} */
  workDeadlineMs: number;
  /** Workers. {@default one for each processor but one, from 1 to 4} */
  workers: number;
  /** Pieces of work that wait for a worker; more get 503. {@default 64} */
  maxQueuedWork: number;
}

/** Requests of one client address: a token bucket. */
export interface RateLimit {
  /** Requests that a client may make in the long run. */
  perSecond: number;
  /** Requests that it may make at once. */
  burst: number;
}

/** Limits where nothing else is set, for a machine with so many processors. */
export function defaultLimits(processors: number): ServiceLimits {
  return {
    maxRequestBytes: 4 * 1024 * 1024,
    maxUrls: 10_000,
    maxAgents: 50,
    maxQuestions: 50_000,
    maxUrlBytes: 8192,
    maxAnswerBytes: 32 * 1024 * 1024,
    maxRobotsBytes: 512_000,
    requestTimeoutMs: 60_000,
    lineTimeoutMs: 60_000,
    maxConcurrentRequests: 256,
    maxStreams: 16,
    originsPerRequest: 32,
    minReloadSeconds: 5,
    workDeadlineMs: 2000,
    workers: Math.min(4, Math.max(1, processors - 1)),
    maxQueuedWork: 64,
  };
}

/** Requests of one client where nothing else is set. */
export const defaultRate: RateLimit = Object.freeze({ perSecond: 200, burst: 1000 });

/**
 * Limits with those that were given in place.
 *
 * @throws {RangeError} If one is not a whole number above 0.
 */
export function checkedLimits(given: Partial<ServiceLimits>, processors: number): ServiceLimits {
  const limits = { ...defaultLimits(processors), ...given };
  for (const [name, value] of Object.entries(limits)) {
    const least = name === 'minReloadSeconds' || name === 'maxQueuedWork' ? 0 : 1;
    if (Number.isInteger(value) && value >= least) continue;
    throw new RangeError(`Cannot use limits.${name} ${String(value)}: expected a whole number from ${least}`);
  }
  return limits;
}
