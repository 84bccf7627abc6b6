/** The service's description in OpenAPI 3.1, derived from the schemas that validate requests. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { offline } from '@robots-exclusion/operations';
import { NDJSON } from '../body/media-type.ts';
import type { ServiceEnv } from '../service-env.ts';
import type { ShownSchema } from './schema-part.ts';

/** The parts of an OpenAPI document that this service uses. */
export interface Description {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, ShownSchema> };
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; description?: string; required?: boolean; schema?: object }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

interface Content {
  schema: ShownSchema;
}

/** The operations that also accept a stream. */
const STREAMING = ['check', 'audit', ...Object.keys(offline)].map((name) => `/v1/${name}`);

/** The licence with its SPDX identifier, which OpenAPI 3.1 adds and the generator's types lack. */
const LICENSE = { name: 'MIT', identifier: 'MIT' };

/** The response of `/v1/audit` if the caller requests NDJSON. */
const AUDITED =
  'One line for each judged request, as printed by `robots audit --format ndjson`; for a stream of requests, one line for each report';

export function describeService(app: OpenAPIHono<ServiceEnv>, version: string): Description {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'robots-exclusion',
      version,
      description: 'robots.txt decisions according to RFC 9309, each with the line that decides it.',
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    // States that the service asks for no credentials; without it, the tools of the field assume that this was forgotten.
    security: [],
    tags: [
      { name: 'robots', description: 'Questions about robots.txt files.' },
      { name: 'service', description: 'The state and the description of the service itself.' },
    ],
  }) as unknown as Description;
  forGenerators(document);
  nameOperations(document.paths);
  for (const path of STREAMING) addStream(document.paths[path]?.['post']);
  const audited = document.paths['/v1/audit']?.['post']?.responses['200']?.content;
  if (audited) audited[NDJSON] = { schema: { type: 'string', description: AUDITED } };
  return document;
}

/**
 * Rewrites schemas that generators of clients misread. A tuple is bounded by its length instead of `items: false`, so
 * those that ignore `prefixItems` learn the types of its items. A truth that is only ever true is a boolean.
 */
export function forGenerators(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as {
    type?: string;
    const?: unknown;
    enum?: unknown;
    prefixItems?: readonly { type: string }[];
  };
  const { type, prefixItems } = schema;
  if (type === 'boolean') {
    delete schema.const;
    delete schema.enum;
  }
  if (prefixItems !== undefined) {
    const types = [...new Set(prefixItems.map((item) => item.type))].map((name) => ({ type: name }));
    const items = types.length === 1 ? types[0] : { anyOf: types };
    Object.assign(schema, { items, minItems: prefixItems.length, maxItems: prefixItems.length });
  }
  for (const inner of Object.values(schema)) forGenerators(inner);
}

/**
 * Names and groups the operations, because generators name a client's functions and modules after them: `aiAccess`,
 * `getAudit`.
 */
function nameOperations(paths: Description['paths']): void {
  for (const [path, methods] of Object.entries(paths)) {
    const name = path.replace(/^\/(?:v1\/)?/, '').replace(/[-.](\w)/g, (_, letter) => letter.toUpperCase());
    for (const [method, operation] of Object.entries(methods))
      Object.assign(operation, {
        operationId: method === 'post' ? name : `${method}${name[0]?.toUpperCase()}${name.slice(1)}`,
        tags: [path.startsWith('/v1/') ? 'robots' : 'service'],
      });
  }
}

/** Adds the NDJSON form. OpenAPI 3.1 cannot describe a sequence, so the lines have the schemas of the JSON form. */
function addStream(operation: Operation | undefined): void {
  if (operation?.requestBody === undefined) return;
  const line = 'One JSON object on each line, as for `application/json`, with an optional `id`';
  operation.requestBody.content[NDJSON] = { schema: { type: 'string', description: line } };
  const answer = `${line}; \`error\` contains the problem if a line could not be answered`;
  const content = operation.responses['200']?.content;
  if (content) content[NDJSON] = { schema: { type: 'string', description: answer } };
}
