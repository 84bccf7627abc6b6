/**
 * Starts the decision service with the built page, in the same way as `robots serve`, and a site whose responses the
 * test sets.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMemoryStore } from '@robots-exclusion/client';
import { type RunningServer, type ServerOptions, startServer } from '@robots-exclusion/server/node';

const types: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['html', 'text/html; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

export function startService(
  folder: string,
  alsoOrigins: readonly string[],
  port = 0,
  more: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  return startServer({
    ...more,
    port,
    userAgent: 'FooBot/1.0 (+https://example.com/bot)',
    store: createMemoryStore(),
    addressPolicy: { allow: 'public-only', alsoOrigins },
    assets: {
      find(path) {
        const name = path === '/' ? 'index.html' : path.slice(1);
        try {
          const body = new Uint8Array(readFileSync(join(folder, name)));
          const type = types.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream';
          return { body, type, etag: `"${name}"`, isImmutable: false };
        } catch {
          return undefined;
        }
      },
    },
  });
}

export interface TestSite {
  readonly origin: string;
  /** The responses for `/robots.txt` and for everything else. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

export async function startSite(): Promise<TestSite> {
  const server = createServer((request, response) => site.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: TestSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (_, response) => void response.writeHead(404).end(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return site;
}

/** Serves a robots.txt and nothing else. */
export function robotsTxt(text: string): TestSite['answer'] {
  return ({ url }, response) => {
    if (url === '/robots.txt') response.end(text);
    else response.writeHead(404).end();
  };
}
