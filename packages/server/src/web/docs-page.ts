/**
 * The service's description as a page. It uses no script and no external resources, and is readable without its style.
 */
import { createHash } from 'node:crypto';
import { type OfflineName, offline } from '@robots-exclusion/operations';
import { html, raw } from 'hono/html';
import { problemKinds } from '../problems.ts';
import type { Description, Operation } from './openapi.ts';
import { prose, type ShownSchema, schemaPart, typeOf } from './schema-part.ts';

/** Creates a shell command for each operation with input. */
const robots = 'User-agent: *\nDisallow: /private/\n';

/** The example input for each `POST` route that is not an operation. */
const bodies: Readonly<Record<string, object>> = {
  '/v1/check': { urls: ['https://example.com/private/x'], agents: ['FooBot'] },
  '/v1/reserve': { url: 'https://example.com/page', agent: 'FooBot' },
  '/v1/audit': {
    log: '192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n',
    versions: [{ from: '2026-11-01T00:00:00Z', robots }],
  },
};

const queries: Readonly<Record<string, string>> = {
  '/v1/robots': '?url=https://example.com/',
  '/v1/sitemap': '?url=https://example.com/sitemap.xml',
  '/v1/agents': '?find=GPTBot',
};

function curlExample(method: string, path: string): string {
  const url = `http://127.0.0.1:9309${path}`;
  const body = bodies[path] ?? offline[path.slice('/v1/'.length) as OfflineName]?.example;
  if (method === 'post' && body !== undefined)
    return `curl -s ${url} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  return `curl -s '${url}${queries[path] ?? ''}'`;
}

type Html = ReturnType<typeof html>;

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line); }
`;

/** The page and its header fields. Its Content Security Policy allows only the page's own style. */
export function docsPage(description: Description): { html: string; fields: Record<string, string> } {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return {
    html: String(page(description)),
    fields: { 'content-security-policy': policy },
  };
}

function page({ info, paths, components }: Description): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPart(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaPart(name, schema));
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: the service</title><style>${raw(style)}</style></head>
<body><main>
<h1>${info.title} ${info.version}</h1>
<p>${info.description ?? ''} For programs: <a href="/openapi.json">openapi.json</a>.</p>
${operations}
<h2 id="problems">Problems</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457).</p>
<dl>${Object.entries(problemKinds).map(([name, kind]) => problemPart(name, kind))}</dl>
<h2 id="schemas">Schemas</h2>
${schemas}
</main></body></html>`;
}

function operationPart(method: string, path: string, operation: Operation): Html {
  const { parameters = [], requestBody, responses } = operation;
  return html`<h2 id="${method}${path.replaceAll('/', '-')}"><code>${method.toUpperCase()} ${path}</code></h2>
<p><strong>${operation.summary ?? ''}</strong> ${prose(operation.description ?? '')}</p>
<pre>${curlExample(method, path)}</pre>
${parameters.map(
  ({ name, description, required }) =>
    html`<p><code>?${name}=</code> ${required === true ? 'Required. ' : ''}${prose(description ?? '')}</p>`,
)}
${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => contentPart('Takes', type, schema))}
${Object.entries(responses['200']?.content ?? {}).map(([type, { schema }]) => contentPart('Gives', type, schema))}`;
}

function contentPart(verb: string, type: string, schema: ShownSchema): Html {
  const what = schema.description === undefined ? typeOf(schema) : prose(schema.description);
  return html`<p>${verb} <code>${type}</code>: ${what}</p>`;
}

function problemPart(
  name: string,
  { status, title, about }: (typeof problemKinds)[keyof typeof problemKinds],
): Html {
  return html`<dt id="${name}"><code>${name}</code> (${status}): ${title}</dt><dd>${prose(about)}</dd>`;
}
