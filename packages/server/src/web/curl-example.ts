/** Creates a shell command for each operation with input. */
import { type OfflineName, offline } from '@robots-exclusion/operations';

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

export function curlExample(method: string, path: string): string {
  const url = `http://127.0.0.1:9309${path}`;
  const body = bodies[path] ?? offline[path.slice('/v1/'.length) as OfflineName]?.example;
  if (method === 'post' && body !== undefined)
    return `curl -s ${url} -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  return `curl -s '${url}${queries[path] ?? ''}'`;
}
