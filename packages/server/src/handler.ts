/** The service as a function from a request to a response, for any host that provides the Fetch API. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { getPath } from 'hono/utils/url';
import { withoutSecrets } from 'robots-exclusion/print';
import { clientAddress } from './access/client-address.ts';
import { type ConnectionFacts, type FieldReader, fieldReader } from './access/connection.ts';
import { createCrossOrigin } from './access/cross-origin.ts';
import { createGate, type GateQuestion, isQuestion } from './access/gate.ts';
import { canonicalOrigin } from './access/origins.ts';
import { createShares, RequestShare } from './access/shares.ts';
import { buildApp } from './app.ts';
import { readerOf } from './body/receive.ts';
import { Deadline } from './deadline.ts';
import { checkedLimits, defaultRate } from './limits.ts';
import type { ServiceOptions } from './options.ts';
import { ProblemError } from './problems.ts';
import type { RequestFacts } from './request-facts.ts';
import { startServices } from './start-services.ts';
import { createTimeLimit } from './time-limits.ts';
import { pageReply, problemReply } from './web/reply.ts';

/** A running service. */
export interface Service {
  /** Answers a request; never rejects. */
  fetch(request: Request, connection?: ConnectionFacts): Promise<Response>;
  /** Works at the turn of the connection's client, who is charged for it. `fetch` waits for that turn itself, unless told. */
  atTurn(connection: ConnectionFacts, work: () => void): void;
  /**
   * Starts the shutdown. Reports that the service is closing, so that clients send no more requests. Pending requests
   * are still answered, and streams end after the lines that have arrived.
   */
  drain(): void;
  /** Makes `GET /readyz` report that the service is closing. All requests are still answered as before. */
  announceEnd(): void;
  /**
   * Whether `GET /readyz` was requested recently. If so, some program watches the readiness, and the shutdown should
   * wait until that program has noticed it.
   */
  isWatched(): boolean;
  /** Counts a client that disconnected before it got its response. */
  hungUp(): void;
  /** Ends all work and releases all resources. */
  close(): Promise<void>;
}

/** The host names of the service, if none are configured. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Creates a service.
 *
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If a number or a name is out of range.
 * @example
 * ```ts no-run=endless
 * import { createService } from '@robots-exclusion/server';
 *
 * const service = createService({ userAgent: 'FooBot/1.0 (+https://example.com/bot)', allowHosts: ['robots.example'] });
 * const response = await service.fetch(new Request('http://robots.example/healthz'));
 * ```
 */
export function createService(options: ServiceOptions): Service {
  const limits = checkedLimits(options.limits ?? {}, availableParallelism());
  const allowOrigins = (options.allowOrigins ?? []).map(canonicalOrigin);
  const closing = new AbortController();
  const ending = { isAnnounced: false, askedAt: Number.NEGATIVE_INFINITY };
  const shares = createShares(limits);
  const { trustedProxies = 0 } = options;
  const gate = createGate({
    allowHosts: options.allowHosts ?? LOOPBACK,
    allowOrigins,
    rate: options.rate ?? defaultRate,
    isFull: () => shares.requests.taken() >= limits.maxConcurrentRequests,
    maxRequestBytes: limits.maxRequestBytes,
    takesBody: (path) => bodied.has(path),
  });
  const services = startServices(options, limits, { closing: closing.signal, ending, shares });
  const { metrics, logger } = services;
  const app = buildApp(services);
  const crossOrigin = createCrossOrigin(allowOrigins);
  const hasCrossOrigins = allowOrigins.length > 0;
  const timeLimit = createTimeLimit(limits.requestTimeoutMs);
  const paths = new Set(app.routes.map(({ path }) => path));
  const bodied = new Set(app.routes.filter(({ method }) => method !== 'GET').map(({ path }) => path));

  function answer(asked: Asked): Response | Promise<Response> {
    const { request, requestId, field, path, connection, share } = asked;
    const signal = (): AbortSignal => request.signal;
    const deadline = new Deadline(answerTimeMs(limits.requestTimeoutMs), signal);
    const body = connection.body ?? readerOf(request);
    // A request with a body takes a slot only after the body has arrived, so merely announcing a body takes no slot.
    const refusal = isQuestion(path) && !BODIED.has(request.method) ? share.begin() : undefined;
    if (refusal) return problemReply(refusal.problem, requestId, refusal.facts);
    const end = (): void => {
      deadline.clear();
      endAnswering(asked);
    };
    let answered: Response | Promise<Response> | undefined;
    try {
      answered = app.fetch(request, {
        requestId,
        deadline,
        field,
        signal,
        share,
        address: connection.address,
        body,
      } satisfies RequestFacts);
    } finally {
      if (!(answered instanceof Promise)) end();
    }
    if (!(answered instanceof Promise)) return answered;
    return timeLimit(answered, () => problemReply('request-timeout', requestId), end);
  }

  function admit(asked: Asked): Response | Promise<Response> {
    const { request, requestId, field } = asked;
    const refusal = gate(asked);
    const isPreflight = request.method === 'OPTIONS';
    const fields = hasCrossOrigins ? crossOrigin(field('origin'), isPreflight) : undefined;
    if (fields && isPreflight && !refusal) return pageReply(null, requestId, fields, 204);
    const response = refusal ? problemReply(refusal.problem, requestId, refusal.facts) : answer(asked);
    return fields ? withFields(response, fields) : response;
  }

  function count({ request, path, requestId, startedAt }: Asked, { status }: Response): void {
    const milliseconds = performance.now() - startedAt;
    const method = METHODS.has(request.method) ? request.method : 'other';
    metrics.requestEnded(paths.has(path) ? path : 'other', method, status, milliseconds / 1000);
    const durationMs = Math.round(milliseconds * 100) / 100;
    logger[status < 400 ? 'debug' : 'info'](
      { requestId, method, path: withoutSecrets(path), status, durationMs },
      'request',
    );
  }

  function shareOf({ address }: ConnectionFacts, field: FieldReader): RequestShare {
    const forwardedFor = trustedProxies > 0 ? field('x-forwarded-for') : null;
    return new RequestShare(shares, clientAddress(address, forwardedFor, trustedProxies));
  }

  function drain(): void {
    ending.isAnnounced = true;
    closing.abort(new ProblemError('shutting-down', { retryAfter: 1 }));
  }

  return {
    async fetch(request, connection = {}) {
      const startedAt = performance.now();
      const field = fieldReader(request, connection);
      const requestId = requestIdOf(field('x-request-id'));
      const share = shareOf(connection, field);
      if (connection.hadTurn) share.enter();
      else await share.turn();
      const asked = { request, connection, field, share, requestId, path: pathOf(request), startedAt };
      const response = await admit(asked);
      share.enter();
      count(asked, response);
      return response;
    },
    atTurn(connection, work) {
      const turn = shareOf(connection, fieldReader(undefined, connection)).turn();
      if (turn === undefined) work();
      else void turn.then(work);
    },
    drain,
    announceEnd() {
      ending.isAnnounced = true;
    },
    isWatched: () => performance.now() - ending.askedAt < WATCHED_MS,
    hungUp: metrics.hungUp,
    async close() {
      drain();
      const { agentDoor, watch, audit } = services;
      await Promise.all([agentDoor?.close(), watch?.close(), audit?.close()]);
      await Promise.all([services.pool.close(), services.client.close()]);
      metrics.close();
    },
  };
}

/**
 * The time, in milliseconds, for which a request for `GET /readyz` counts as recent. Load balancers send this request
 * more often.
 */
const WATCHED_MS = 60_000;

/** One request, with the facts about it. */
interface Asked extends GateQuestion {
  requestId: string;
  /** The start time, in milliseconds of a monotonic clock. */
  startedAt: number;
}

/**
 * Releases the resources that the request holds. A long response holds them until it is sent; a stream releases them
 * itself when it ends.
 */
function endAnswering({ share, connection }: Asked): void {
  share.endAnswering();
  if (share.isStream) return;
  if (share.isHolding && connection.onSent) connection.onSent(() => share.end());
  else share.end();
}

async function withFields(
  answered: Response | Promise<Response>,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = await answered;
  for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
  return response;
}

/** The methods with which requests may have a body. */
const BODIED: ReadonlySet<string> = new Set(['POST']);

/** The methods that metrics count by name. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);

/**
 * The time limit for an answer. It is slightly shorter than the time limit for the request, so that finished answers
 * can still be sent.
 */
function answerTimeMs(requestTimeoutMs: number): number {
  return requestTimeoutMs - Math.min(1000, requestTimeoutMs / 10);
}

/** The part that all request ids of this process have in common. It is random; a counter follows it. */
const idsOfProcess = randomUUID().slice(0, 13);
let idsGiven = 0;

function requestIdOf(given: string | null): string {
  if (given !== null && REQUEST_ID.test(given)) return given;
  idsGiven += 1;
  return `${idsOfProcess}-${idsGiven}`;
}

/** The syntax of an accepted request id. Other text could forge lines in a text log. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The path for routing. Escapes are decoded as the router decodes them, because otherwise `/%761/` would bypass the
 * gate.
 */
function pathOf(request: Request): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return '/';
  const query = url.indexOf('?', start);
  const path = url.slice(start, query < 0 ? url.length : query);
  return path.includes('%') ? getPath(request) : path;
}
