/**
 * The handler of a route with a JSON body: reads it, checks it once, answers. The route's own description is used for
 * documentation and types; its body is checked here and not by generic middleware, because that is most of what a small
 * request costs.
 */
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { TypedResponse } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import { isUnmeasured, NDJSON } from '../access/body-guard.ts';
import { ProblemError } from '../problems.ts';
import { detailsOf } from '../schemas/details.ts';
import type { RequestFacts, ServiceContext, ServiceEnv, Services } from '../service-env.ts';
import { answerStream } from '../stream/ndjson.ts';
import { jsonFault } from '../web/json-text.ts';
import { essenceOf } from '../web/media-type.ts';
import { typedJson } from './typed-json.ts';

/** Answers one request of a route with JSON text. */
export type Answer<Schema extends z.ZodType> = (
  request: z.output<Schema>,
  facts: RequestFacts,
) => Promise<string> | string;

/** Adds the route to the description, and gives it back without what would check its body a second time. */
export function described<Route extends RouteConfig>(app: OpenAPIHono<ServiceEnv>, route: Route): Route {
  app.openAPIRegistry.registerPath(route);
  return { ...route, request: undefined, hide: true };
}

/** The handler for bodies of `schema`, as JSON or as NDJSON. */
export function jsonPost<Value, Schema extends z.ZodType>(
  schema: Schema,
  answer: Answer<Schema>,
  services: Services,
): (context: ServiceContext) => Promise<TypedResponse<JSONParsed<Value>, 200, 'json'>> {
  const counted = bodyLimit({
    maxSize: services.limits.maxRequestBytes,
    onError() {
      throw new ProblemError('content-too-large');
    },
  });
  return async (context) => {
    const { env } = context;
    if (essenceOf(env.field('content-type') ?? undefined) === NDJSON) {
      return answerStream(context, schema, answer, services) as never;
    }
    if (isUnmeasured(env.field)) await counted(context, async () => {});
    const body = await bodyOf(context);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ProblemError('invalid-request', { errors: detailsOf(parsed.error, body) });
    return typedJson(await answer(parsed.data, env), env.requestId);
  };
}

async function bodyOf({ req }: ServiceContext): Promise<unknown> {
  const text = await req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('malformed-json', { detail: jsonFault(text) });
  }
}
