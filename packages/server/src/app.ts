import { OpenAPIHono, type z } from '@hono/zod-openapi';
import { type OfflineName, offline } from '@robots-exclusion/operations';
import {
  type agentsAnswer,
  type auditAnswer,
  type decisionsAnswer,
  faultsOf,
  operationSchemas,
  type preflightAnswer,
  type recordAnswer,
} from '@robots-exclusion/operations/schemas';
import { HTTPException } from 'hono/http-exception';
import type { ExtractSchema } from 'hono/types';
import { withoutSecrets } from 'robots-exclusion/print';
import { NDJSON } from './body/media-type.ts';
import { factsOf, ProblemError, problemIn } from './problems.ts';
import { agentsRoute, listedAgents } from './routes/agents.ts';
import { auditAnswers, auditRoute, wantsHits } from './routes/audit.ts';
import { checkAnswers, checkRoute } from './routes/check.ts';
import { createReadiness, type Health, healthRoute, readyRoute } from './routes/health.ts';
import { described, describedQuery, jsonPost } from './routes/json-post.ts';
import { mcpAnswers } from './routes/mcp.ts';
import { openOrigin } from './routes/open-origin.ts';
import { type OperationRoutes, operationAnswers, operationRoute } from './routes/operation.ts';
import { ownAudit, ownAuditRoute } from './routes/own-audit.ts';
import { preflightAnswers, preflightRoute } from './routes/preflight.ts';
import { reserveAnswers, reserveRoute } from './routes/reserve.ts';
import { robotsAnswer, robotsRoute } from './routes/robots.ts';
import { sitemapJson, sitemapRoute } from './routes/sitemap.ts';
import { typedJson } from './routes/typed-json.ts';
import { watched, watchRoute } from './routes/watch.ts';
import type { RequestName } from './schemas/read-request.ts';
import { type RequestSchemas, requestSchemas } from './schemas/requests.ts';
import type { reserveAnswer } from './schemas/reserve.ts';
import type { sitemapAnswer } from './schemas/sitemap.ts';
import type { Answer, ServiceContext, ServiceEnv, Services } from './service-env.ts';
import { addPages } from './web/pages.ts';
import { dataReply, problemReply } from './web/reply.ts';
import { createRequestReader } from './web/request-reader.ts';

/** The service's routes with their types, for its typed client. */
export type AppType = OpenAPIHono<ServiceEnv, ExtractSchema<ReturnType<typeof buildApp>> & OperationRoutes>;

/** Query parameters as the schemas read them: a list only where a parameter is repeated. */
function parametersOf(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, all]) => [name, all.length === 1 ? all[0]! : all]),
  );
}

export function buildApp(services: Services) {
  const app = new OpenAPIHono<ServiceEnv>({
    defaultHook: (result, { req }) => {
      if (!result.success)
        throw new ProblemError(
          'invalid-request',
          factsOf(faultsOf(result.error, parametersOf(req.queries()))),
        );
    },
  });
  app.onError((error, context) => problemFor(error, context, services));
  const routes = addRoutes(app, services);
  const { ownerKey } = services;
  if (ownerKey !== undefined) app.post('/v1/open-origin', openOrigin(ownerKey, services));
  if (services.agentDoor) app.all('/v1/mcp', mcpAnswers(services.agentDoor, services));
  addPages(app, services);
  return routes;
}

function addRoutes(app: OpenAPIHono<ServiceEnv>, services: Services) {
  const schemas = requestSchemas(services.limits);
  const readiness = createReadiness(services);
  const read = createRequestReader(schemas, services);
  const post = <Value, Name extends RequestName>(
    name: Name,
    answer: Answer<z.output<RequestSchemas[Name]>>,
    type?: string,
  ) => jsonPost<Value, Name>(name, answer, read, services, type);
  const check = post<z.output<typeof decisionsAnswer>, 'check'>('check', checkAnswers(services));
  const preflight = post<z.output<typeof preflightAnswer>, 'preflight'>(
    'preflight',
    preflightAnswers(services),
  );
  const reserve = post<z.output<typeof reserveAnswer>, 'reserve'>('reserve', reserveAnswers(services));
  const audit = post<z.output<typeof auditAnswer>, 'audit'>('audit', auditAnswers(services, 'report'));
  const hits = post<z.output<typeof auditAnswer>, 'audit'>('audit', auditAnswers(services, 'hits'), NDJSON);
  for (const name of Object.keys(offline) as OfflineName[]) {
    const handle = post<unknown, OfflineName>(name, operationAnswers(name, services));
    const route = operationRoute(name, schemas[name], operationSchemas[name].answer);
    app.openapi(described(app, route), (c) => handle(c) as never);
  }
  const health = JSON.stringify({
    status: 'ok',
    version: services.version,
    exampleSite: services.exampleSite,
    ...(services.ownerKey !== undefined && { opensOrigins: true }),
  });
  // Hono infers a route's path type from its handler's context, so routes cannot share one handler.
  return app
    .openapi(described(app, checkRoute(schemas.check)), (c) => check(c))
    .openapi(described(app, preflightRoute(schemas.preflight)), (c) => preflight(c))
    .openapi(described(app, reserveRoute(schemas.reserve)), (c) => reserve(c))
    .openapi(described(app, auditRoute(schemas.audit)), (c) => (wantsHits(c) ? hits(c) : audit(c)))
    .openapi(describedQuery(app, ownAuditRoute), (c) => ownAudit(c, services))
    .openapi(watchRoute, (c) => watched(c.req.valid('query'), c, services))
    .openapi(describedQuery(app, robotsRoute(schemas.robotsQuery)), async (c) =>
      typedJson<z.output<typeof recordAnswer>>(
        await robotsAnswer(c.req.valid('query'), c, services),
        c.env.requestId,
      ),
    )
    .openapi(sitemapRoute(schemas.sitemapQuery), async (c) =>
      typedJson<z.output<typeof sitemapAnswer>>(
        await sitemapJson(c.req.valid('query'), c, services),
        c.env.requestId,
      ),
    )
    .openapi(describedQuery(app, agentsRoute), (c) =>
      typedJson<z.output<typeof agentsAnswer>>(listedAgents(c.req.valid('query'), services), c.env.requestId),
    )
    .openapi(healthRoute, (c) => typedJson<Health>(health, c.env.requestId))
    .openapi(readyRoute, async (c) => {
      const state = await readiness();
      await c.env.share.turn();
      const status = state.status === 'closing' ? 503 : 200;
      const { requestId } = c.env;
      const reply = dataReply(JSON.stringify(state), { status, type: 'application/json', requestId });
      return reply as unknown as ReturnType<typeof c.json<typeof state, 200>>;
    });
}

function problemFor(thrown: Error, { env, req }: ServiceContext, { logger }: Services): Response {
  const { requestId } = env;
  const error = problemIn(thrown);
  if (error instanceof ProblemError) return problemReply(error.problem, requestId, error.facts);
  if (error instanceof HTTPException && error.status === 400)
    return problemReply('malformed-json', requestId);
  if (error instanceof HTTPException && error.status === 415) {
    return problemReply('unsupported-media-type', requestId);
  }
  // The client has disconnected, so this response is never read.
  if (env.signal().aborted) return problemReply('request-timeout', requestId);
  logger.error({ requestId, path: withoutSecrets(req.path), err: error }, 'a request failed');
  return problemReply('internal-error', requestId);
}
