/** Adds the operations' schemas to the service's description, each under a separate name. */
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import { jsonSchemaOf } from '@robots-exclusion/operations/schemas';
import type { z } from 'zod';
import type { ServiceEnv } from '../service-env.ts';

const JSON_TYPE = 'application/json';

/** Converts the operations' schemas in a route to JSON Schemas; named schemas become components. */
export function withJsonSchemas(app: OpenAPIHono<ServiceEnv>, route: RouteConfig): RouteConfig {
  const body = route.request?.body;
  const given = route.responses[200] as Described | undefined;
  return {
    ...route,
    ...(body && { request: { ...route.request, body: inJson(app, body as Described) } }),
    ...(given && { responses: { ...route.responses, 200: inJson(app, given) } }),
  } as RouteConfig;
}

interface Described {
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: unknown;
}

function inJson(app: OpenAPIHono<ServiceEnv>, part: Described): Described {
  const content = part.content?.[JSON_TYPE];
  return content ? { ...part, content: { ...part.content, [JSON_TYPE]: described(app, content) } } : part;
}

/**
 * Converts the schema of an operation. Such a schema contains its name as metadata; any other schema stays unchanged.
 */
function described(app: OpenAPIHono<ServiceEnv>, content: Content): Content {
  const type = content.schema as z.ZodType;
  const id = type.meta()?.['id'];
  if (typeof id !== 'string') return content;
  const { schema, definitions } = jsonSchemaOf(type);
  for (const [name, definition] of Object.entries({ [id]: schema, ...definitions })) {
    const known = app.openAPIRegistry.definitions.some(
      (one) => one.type === 'component' && one.name === name,
    );
    if (!known) app.openAPIRegistry.registerComponent('schemas', name, placed(definition) as never);
  }
  return { ...content, schema: { $ref: `#/components/schemas/${id}` } };
}

/** Rewrites references so that they point to the location that OpenAPI uses. */
function placed(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
