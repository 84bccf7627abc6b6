/**
 * Thin adapters of {@link robotsHandler} to frameworks. Each takes only what it needs of the framework's request and
 * response, by shape, so that nothing is imported.
 */
import type { RobotsRequest, RobotsResponse } from './serve.ts';

type Handler = (request: RobotsRequest) => RobotsResponse | undefined;

/** The part of a web-standard `Request` that is read. */
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
 * For hosts of `Request → Response`: Hono (`app.get('/robots.txt', (c) => serve(c.req.raw))`), Next route handlers
 * (`export const GET = serve`), Deno, Bun and workers. Answers 404 for another path than `/robots.txt`.
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

/** The parts of an Express, Connect or `node:http` request and response that are used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** See {@link NodeRequest}. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/** Express and Connect middleware: `app.use(nodeMiddleware(robotsHandler({ … })))`. Other paths go to `next`. */
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

/** The part of a Fastify reply that is used. */
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

function fromNode({ method = 'GET', url = '/', headers }: NodeRequest): RobotsRequest {
  const host = [headers['host']].flat()[0] ?? 'localhost';
  const ifNoneMatch = [headers['if-none-match']].flat().join(',');
  return { method, url: `http://${host}${url}`, ifNoneMatch: ifNoneMatch === '' ? undefined : ifNoneMatch };
}
