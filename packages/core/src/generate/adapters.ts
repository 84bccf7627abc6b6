/**
 * Thin adapters that connect {@link robotsHandler} and {@link pageHeaders} to frameworks. Each adapter declares only
 * the parts of the request and response that it uses. No framework is imported.
 */
import type { PageHeaders } from './page-headers.ts';
import type { RobotsRequest, RobotsResponse } from './serve.ts';

type Handler = (request: RobotsRequest) => RobotsResponse | undefined;

/** The part of a web-standard `Request` that an adapter reads. */
export interface WebRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** A constructor of web-standard responses: the host's `Response`. */
export type WebResponseConstructor<R> = new (
  body: string | null,
  init: { status: number; headers: Record<string, string> },
) => R;

/**
 * For hosts that map a `Request` to a `Response`: Hono (`app.get('/robots.txt', (c) => serve(c.req.raw))`), Next route
 * handlers (`export const GET = serve`), Deno, Bun and workers. Responds with status 404 to any path other than
 * `/robots.txt`.
 *
 * @example
 * ```ts
 * const serve = webHandler(robotsHandler({ environment: 'staging', config: '' }), Response);
 * serve(new Request('https://example.com/robots.txt')).status; // 200
 * ```
 */
export function webHandler<R>(
  handler: Handler,
  ResponseOfHost: WebResponseConstructor<R>,
): (request: WebRequest) => R {
  return ({ method, url, headers }) => {
    const answer = handler({ method, url, ifNoneMatch: headers.get('if-none-match') ?? undefined });
    if (!answer) return new ResponseOfHost(null, { status: 404, headers: {} });
    return new ResponseOfHost(answer.body === '' ? null : answer.body, {
      status: answer.status,
      headers: { ...answer.headers },
    });
  };
}

/** The parts of an Express, Connect or `node:http` request that an adapter uses. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The URL before Express removes the path at which a router is mounted. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The parts of an Express, Connect or `node:http` response that an adapter uses. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/**
 * Express and Connect middleware: `app.use(nodeMiddleware(robotsHandler({ … })))`. Requests for other paths go to
 * `next`.
 */
export function nodeMiddleware(
  handler: Handler,
): (request: NodeRequest, response: NodeResponse, next: () => void) => void {
  return (request, response, next) => {
    const answer = handler(fromNode(request));
    if (!answer) return next();
    response.statusCode = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    response.end(answer.body);
  };
}

/** The part of a Fastify reply that an adapter uses. */
export interface FastifyReply {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(body?: string): unknown;
}

/** A Fastify route: `app.get('/robots.txt', fastifyRoute(robotsHandler({ … })))`. */
export function fastifyRoute(
  handler: Handler,
): (request: { readonly raw: NodeRequest }, reply: FastifyReply) => void {
  return ({ raw }, reply) => {
    const answer = handler(fromNode(raw));
    reply.code(answer?.status ?? 404);
    if (answer) reply.headers({ ...answer.headers });
    reply.send(answer?.body ?? '');
  };
}

/**
 * Express and Connect middleware that adds the header fields to every page whose handler is registered after it:
 * `app.use(nodePages(pageHeaders({ … })))`.
 */
export function nodePages(
  headersOf: PageHeaders,
): (request: NodeRequest, response: Pick<NodeResponse, 'setHeader'>, next: () => void) => void {
  return (request, response, next) => {
    for (const [name, value] of Object.entries(headersOf(urlOf(request)))) response.setHeader(name, value);
    next();
  };
}

/**
 * A Fastify hook that adds the header fields to every page: `app.addHook('onRequest', fastifyPages(pageHeaders({ …
 * })))`.
 */
export function fastifyPages(
  headersOf: PageHeaders,
): (request: { readonly raw: NodeRequest }, reply: Pick<FastifyReply, 'headers'>, done: () => void) => void {
  return ({ raw }, reply, done) => {
    reply.headers({ ...headersOf(urlOf(raw)) });
    done();
  };
}

/** The parts of a Hono context that an adapter uses. */
export interface HonoContext {
  readonly req: { readonly url: string };
  header(name: string, value: string): unknown;
}

/**
 * Hono middleware that adds the header fields to every page whose handler is registered after it:
 * `app.use(honoPages(pageHeaders({ … })))`.
 */
export function honoPages(
  headersOf: PageHeaders,
): (context: HonoContext, next: () => Promise<void>) => Promise<void> {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headersOf(context.req.url))) context.header(name, value);
  };
}

/** The part of a web-standard `Response` that an adapter writes. */
export interface WebResponse {
  readonly headers: { set(name: string, value: string): void };
}

/**
 * For hosts that map a `Request` to a `Response`: adds the header fields to the response from `respond`. In Next:
 * `export const proxy = webPages(() => NextResponse.next(), pageHeaders({ … }))`.
 */
export function webPages<Request extends { readonly url: string }, Response extends WebResponse>(
  respond: (request: Request) => Response | Promise<Response>,
  headersOf: PageHeaders,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await respond(request);
    for (const [name, value] of Object.entries(headersOf(request.url))) response.headers.set(name, value);
    return response;
  };
}

function fromNode(request: NodeRequest): RobotsRequest {
  const { method = 'GET', headers } = request;
  const ifNoneMatch = [headers['if-none-match']].flat().join(',');
  return { method, url: urlOf(request), ifNoneMatch: ifNoneMatch === '' ? undefined : ifNoneMatch };
}

/** The request's URL. Its scheme is unknown and never matters. */
function urlOf({ url = '/', originalUrl = url, headers }: NodeRequest): string {
  return `http://${[headers['host']].flat()[0] ?? 'localhost'}${originalUrl}`;
}
