/** Runs the service on `node:http`, with connection limits and with a shutdown that lets pending requests finish. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { clientAddress } from './access/client-address.ts';
import type { ConnectionFacts } from './access/connection.ts';
import { createQuota } from './access/quota.ts';
import { settleHost } from './access/request-host.ts';
import { readAssetFolder } from './assets/asset-folder.ts';
import { nodeReader } from './body/node-reader.ts';
import { createService } from './handler.ts';
import { type ConnectionLimits, checkedConnections, checkedLimits } from './limits.ts';
import type { ServiceOptions } from './options.ts';
import type { ProblemName } from './problems.ts';
import { answerProblem } from './web/bad-message.ts';
import { createPipelines } from './web/pipeline.ts';

export type { ConnectionLimits } from './limits.ts';

/** Options of {@link startServer}. */
export interface ServerOptions extends ServiceOptions {
  /** The port. {@default 9309; 0 chooses a free port} */
  port?: number;
  /** The address to listen on. {@default '127.0.0.1'} */
  host?: string;
  connections?: Partial<ConnectionLimits>;
  /** The folder with the built files of the page. {@default {@link workbenchFolder}} */
  workbench?: string;
}

/** A listening server. */
export interface RunningServer {
  /** The URL of the server, such as `http://127.0.0.1:9309`. */
  readonly url: string;
  readonly port: number;
  /** Accepts no more requests, finishes pending requests within the grace period, then closes everything. */
  close(): Promise<void>;
}

/** The folder of the built workbench, if this package contains it. */
export const workbenchFolder: string = fileURLToPath(new URL('../workbench', import.meta.url));

/**
 * Starts a server. It accepts requests for the address on which it listens, for localhost if that resolves to this
 * address, and for `allowHosts`.
 *
 * @throws {TypeError} If an option has the wrong type.
 * @throws Node's error if the server cannot listen.
 * @example
 * ```ts no-run=endless
 * import { startServer } from '@robots-exclusion/server/node';
 *
 * const server = await startServer({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * console.log(server.url);
 * ```
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    port = 9309,
    host = '127.0.0.1',
    connections = {},
    workbench = workbenchFolder,
    ...others
  } = options;
  const limits = checkedConnections(connections);
  const assets = others.assets ?? readAssetFolder(workbench);
  const allowHosts = [...ownHosts(host), ...(others.allowHosts ?? [])];
  const service = createService({ processMetrics: true, ...others, assets, allowHosts });
  const unused = new Set<Socket>();
  const pipelines = createPipelines();
  const { maxRequestBytes } = checkedLimits(others.limits ?? {}, 1);
  let isDraining = false;
  const listener = getRequestListener(
    (request, env) => service.fetch(request, connectionOf(env as NodeExchange)),
    { hostname: 'localhost' },
  );
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      // No time limit, because a stream may last indefinitely. The service itself limits the time of every other
      // request.
      requestTimeout: 0,
      // `settleHost` refuses it, with a problem.
      requireHostHeader: false,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.max(100, Math.min(2000, limits.headersTimeoutMs / 4)),
    },
    (incoming, outgoing) => receive(incoming, outgoing),
  );
  /** @param fault What Node found wrong with the header. */
  function receive(incoming: IncomingMessage, outgoing: ServerResponse, fault?: ProblemName): void {
    if (isDraining) outgoing.shouldKeepAlive = false;
    unused.delete(incoming.socket);
    if (!pipelines.begin(incoming, outgoing)) return;
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) service.hungUp();
    });
    const answer = (): void => {
      const problem = fault ?? faultOf(incoming);
      if (problem === undefined) void listener(incoming, outgoing);
      else answerProblem(outgoing, problem);
    };
    const { socket, headers } = incoming;
    service.atTurn({ address: socket.remoteAddress, headers }, answer);
  }
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleTimeoutMs);
  server.on('clientError', pipelines.failed);
  server.on('checkContinue', (incoming, outgoing) => {
    // RFC 9110 §10.1.1: whoever asks before sending need not send what would be refused.
    const isTooLong = Number(incoming.headers['content-length'] ?? 0) > maxRequestBytes;
    if (!isTooLong) outgoing.writeContinue();
    receive(incoming, outgoing, isTooLong ? 'content-too-large' : undefined);
  });
  // RFC 9110 §10.1.1: an unknown expectation fails.
  server.on('checkExpectation', (incoming, outgoing) => receive(incoming, outgoing, 'expectation-failed'));
  const perClient = options.trustedProxies ? limits.maxConnections : limits.maxConnectionsPerClient;
  const ofClients = createQuota({ total: limits.maxConnections, perClient });
  server.on('connection', (socket: Socket) => {
    const client = clientAddress(socket.remoteAddress, null, 0);
    if (ofClients.take(client)) {
      socket.destroy();
      return;
    }
    unused.add(socket);
    socket.once('close', () => {
      ofClients.give(client);
      unused.delete(socket);
    });
  });
  await listen(server, port, host);
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    async close() {
      service.announceEnd();
      if (service.isWatched()) await pause(limits.drainMs);
      isDraining = true;
      service.drain();
      await closeWithin(server, unused, limits.graceMs);
      await service.close();
    },
  };
}

type HttpServer = ReturnType<typeof createServer<typeof IncomingMessage, typeof ServerResponse>>;

/**
 * The host names for the listening address. A wildcard address adds only the loopback names; the local address of each
 * connection is accepted separately.
 */
function ownHosts(host: string): string[] {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const isLoopback = host === 'localhost' || host === '::1' || /^127\./.test(host);
  const named = isWildcard ? [] : [host];
  return isWildcard || isLoopback ? [...named, 'localhost', '127.0.0.1', '::1'] : named;
}

/** What is wrong with a request whose header Node takes. A transfer coding other than chunks is answered with 501 (RFC 9112 §6.1). */
function faultOf(incoming: IncomingMessage): ProblemName | undefined {
  if (!settleHost(incoming)) return 'bad-message';
  const coding = incoming.headers['transfer-encoding'] ?? 'chunked';
  return coding.trim().toLowerCase() === 'chunked' ? undefined : 'transfer-coding';
}

interface NodeExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

function connectionOf({ incoming, outgoing }: NodeExchange): ConnectionFacts {
  const { socket, headers } = incoming;
  const { remoteAddress, localAddress } = socket;
  return {
    address: remoteAddress,
    localAddress,
    headers,
    body: nodeReader(incoming),
    onSent(callback) {
      if (outgoing.destroyed || incoming.socket.destroyed) callback();
      else outgoing.once('close', callback);
    },
    hadTurn: true,
  };
}

function listen(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Closes the server. Idle connections are closed soon, other connections after their response, and all remaining
 * connections at the end of the grace period.
 */
function closeWithin(server: HttpServer, unused: Iterable<Socket>, graceMs: number): Promise<void> {
  /** Closes idle connections, including those on which no request was ever made, which Node does not count as idle. */
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  };
  return new Promise((resolve) => {
    const grace = setTimeout(() => server.closeAllConnections(), graceMs);
    // `setImmediate` lets all sockets be read first, so a request that has already arrived is not lost.
    const again = setInterval(() => setImmediate(closeIdle), IDLE_CHECK_MS);
    // The `close` of `node:http` would drop connections whose next request has arrived but has not been read.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(grace);
      clearInterval(again);
      // Stops the timer of `node:http`.
      server.close();
      resolve();
    });
  });
}

/**
 * The interval, in milliseconds, at which idle connections are closed during a shutdown. The first check is delayed by
 * the interval, so that requests in transit still arrive.
 */
const IDLE_CHECK_MS = 50;
