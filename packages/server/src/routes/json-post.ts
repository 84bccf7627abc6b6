/**
 * Handles a route with a JSON body: receives the body, validates it once and answers. The route's description is used
 * only for documentation and types. Generic middleware would validate the body a second time, and validation takes most
 * of the time of a small request.
 */
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import { essenceOf, NDJSON } from '../body/media-type.ts';
import { receiveBody } from '../body/receive.ts';
import { unlessRefused } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestName } from '../schemas/read-request.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Answer, ServiceContext, ServiceEnv, Services } from '../service-env.ts';
import { answerStream } from '../stream/ndjson.ts';
import { withJsonSchemas } from '../web/json-schemas.ts';
import { type RequestReader, wellFormed } from '../web/request-reader.ts';
import { typedJson } from './typed-json.ts';

/** Adds the route to the description, without the middleware that would validate its body a second time. */
export function described<Route extends RouteConfig>(app: OpenAPIHono<ServiceEnv>, route: Route): Route {
  app.openAPIRegistry.registerPath(withJsonSchemas(app, route));
  return { ...route, request: undefined, hide: true };
}

/** Adds a route with a query to the description; the middleware validates the query as usual. */
export function describedQuery<Route extends RouteConfig>(app: OpenAPIHono<ServiceEnv>, route: Route): Route {
  app.openAPIRegistry.registerPath(withJsonSchemas(app, route));
  return { ...route, hide: true };
}

/**
 * Creates the handler for requests with the schema `name`, as JSON or as NDJSON.
 *
 * @param type - Media type of the response to one request. Default: JSON.
 */
export function jsonPost<Value, Name extends RequestName>(
  name: Name,
  answer: Answer<z.output<RequestSchemas[Name]>>,
  read: RequestReader,
  services: Services,
  type?: string,
): (context: ServiceContext) => Promise<TypedResponse<JSONParsed<Value>, 200, 'json'>> {
  const { maxRequestBytes } = services.limits;
  async function answerOne(env: RequestFacts): Promise<string> {
    const { share } = env;
    const octets = await receiveBody(env.body, maxRequestBytes, (part) => share.hold(part));
    await share.turn();
    unlessRefused(share.begin());
    const request = wellFormed(await read({ octets, name, isLine: false }, env));
    const text = await answer(request as z.output<RequestSchemas[Name]>, env);
    share.release(octets.length);
    // While the client does not read the response, it also uses memory.
    if (text.length >= LONG_ANSWER) share.hold(text.length);
    return text;
  }
  return async (context) => {
    const { env } = context;
    if (essenceOf(env.field('content-type') ?? undefined) === NDJSON) {
      return answerStream(context, { name, answer: answer as Answer<unknown>, read }, services) as never;
    }
    return typedJson(await answerOne(env), env.requestId, type);
  };
}

/** The length at which a response counts as long; shorter responses fit into the buffers of the connection. */
const LONG_ANSWER = 65_536;
