/** The routes, put together. */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { ProblemError } from './problems.ts';
import { agentsAnswer, agentsRoute } from './routes/agents.ts';
import { checkAnswers, checkRoute } from './routes/check.ts';
import { evaluateAnswers, evaluateRoute } from './routes/evaluate.ts';
import { createReadiness, healthRoute, readyRoute } from './routes/health.ts';
import { robotsAnswer, robotsRoute } from './routes/robots.ts';
import { typedJson } from './routes/typed-json.ts';
import { detailsOf } from './schemas/details.ts';
import { requestSchemas } from './schemas/requests.ts';
import type { ServiceContext, ServiceEnv, Services } from './service-env.ts';
import { NDJSON } from './stream/ndjson.ts';
import { essenceOf } from './web/media-type.ts';
import { addPages } from './web/pages.ts';
import { dataReply, problemReply } from './web/reply.ts';

/** The service's routes with their types, for its typed client. */
export type AppType = ReturnType<typeof buildApp>;

/** The app of one service. */
export function buildApp(services: Services, allowedOrigins: readonly string[]) {
  const app = new OpenAPIHono<ServiceEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new ProblemError('invalid-request', { errors: detailsOf(result.error) });
    },
  });
  app.onError((error, context) => problemFor(error, context, services));
  if (allowedOrigins.length > 0) app.use(corsFor(allowedOrigins));
  app.use('/v1/*', mediaTypeGuard, sizeGuard(services.limits.maxRequestBytes));
  const routes = addRoutes(app, services);
  addPages(app, services);
  return routes;
}

function addRoutes(app: OpenAPIHono<ServiceEnv>, services: Services) {
  const schemas = requestSchemas(services.limits);
  const check = checkAnswers(services);
  const evaluate = evaluateAnswers(services);
  const readiness = createReadiness(services);
  return app
    .openapi(checkRoute(schemas.check, check, services), async (c) =>
      typedJson(await check(c.req.valid('json'), c.env), c.env.requestId),
    )
    .openapi(evaluateRoute(schemas.evaluate, evaluate, services), async (c) =>
      typedJson(await evaluate(c.req.valid('json'), c.env), c.env.requestId),
    )
    .openapi(robotsRoute(schemas.robotsQuery), async (c) =>
      typedJson(await robotsAnswer(c.req.valid('query'), c, services), c.env.requestId),
    )
    .openapi(agentsRoute, (c) => typedJson(agentsAnswer(c.req.valid('query')), c.env.requestId))
    .openapi(healthRoute, (c) =>
      typedJson(JSON.stringify({ status: 'ok', version: services.version }), c.env.requestId),
    )
    .openapi(readyRoute, async (c) => {
      const state = await readiness();
      const status = state.status === 'closing' ? 503 : 200;
      const { requestId } = c.env;
      const reply = dataReply(JSON.stringify(state), { status, type: 'application/json', requestId });
      return reply as unknown as ReturnType<typeof c.json<typeof state, 200>>;
    });
}

/** Other origins are answered only where they were let through; never with credentials. */
function corsFor(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type', 'x-request-id'],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  });
}

/** A form or an image cannot send JSON: a page that may not use the service cannot make a browser do it. */
async function mediaTypeGuard(context: ServiceContext, next: () => Promise<void>): Promise<void> {
  if (context.req.method === 'POST') {
    const type = essenceOf(context.req.header('content-type'));
    const coding = context.req.header('content-encoding') ?? 'identity';
    if ((type !== 'application/json' && type !== NDJSON) || coding.toLowerCase() !== 'identity') {
      throw new ProblemError('unsupported-media-type');
    }
  }
  await next();
}

/** A length that is stated is believed, as the transport keeps it; anything else is counted. A stream counts its lines. */
function sizeGuard(maxBytes: number): MiddlewareHandler<ServiceEnv> {
  const tooLarge = (): never => {
    throw new ProblemError('content-too-large', { detail: `The body has more than ${maxBytes} octets` });
  };
  const counted = bodyLimit({ maxSize: maxBytes, onError: tooLarge });
  return async (context, next) => {
    const { req } = context;
    if (req.method !== 'POST' || essenceOf(req.header('content-type')) === NDJSON) return next();
    const length = req.header('content-length');
    if (length === undefined || req.header('transfer-encoding') !== undefined) return counted(context, next);
    if (Number(length) > maxBytes) tooLarge();
    return next();
  };
}

function problemFor(error: Error, { env, req }: ServiceContext, { logger }: Services): Response {
  const { requestId } = env;
  if (error instanceof ProblemError) return problemReply(error.problem, requestId, error.facts);
  if (error instanceof HTTPException && error.status === 400)
    return problemReply('malformed-json', requestId);
  if (error instanceof HTTPException && error.status === 415) {
    return problemReply('unsupported-media-type', requestId);
  }
  // Nobody waits for this answer.
  if (env.signal().aborted) return problemReply('request-timeout', requestId);
  logger.error({ requestId, path: req.path, err: error }, 'a request failed');
  return problemReply('internal-error', requestId);
}
