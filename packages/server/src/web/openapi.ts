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

/** One operation. */
export interface Operation {
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
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
  }) as unknown as Description;
  for (const path of STREAMING) addStream(document.paths[path]?.['post']);
  const audited = document.paths['/v1/audit']?.['post']?.responses['200']?.content;
  if (audited) audited[NDJSON] = { schema: { type: 'string', description: AUDITED } };
  return document;
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
