/** The example site, served on the loopback interface as `examples/site.json` specifies. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** One origin of the site: a folder, a redirect to another origin, or only a status. */
export interface SiteOrigin {
  readonly host: string;
  readonly folder?: string;
  readonly redirectTo?: string;
  readonly status?: number;
}

/** The contents of `examples/site.json`. */
export interface SiteDescription {
  readonly origins: readonly SiteOrigin[];
  readonly crawlers: readonly string[];
  /** The URLs without a port, which is known only when the site is served. */
  readonly urls: readonly string[];
}

export interface ServedSite {
  readonly port: number;
  close(): Promise<void>;
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** Serves all origins on one port, distinguished by the Host field. Port 0 selects a free port. */
export async function serveSite(
  { origins }: Pick<SiteDescription, 'origins'>,
  folder: string,
  wantedPort = 0,
): Promise<ServedSite> {
  const byHost = new Map(origins.map((origin) => [origin.host, origin]));
  const server = createServer((request, response) => {
    const [host = '', port = ''] = (request.headers.host ?? '').split(':');
    const origin = byHost.get(host);
    if (!origin) response.writeHead(421).end();
    else answer(origin, { request, response, folder, port }).catch(() => response.destroy());
  });
  await listen(server, wantedPort);
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  folder: string;
  port: string;
}

async function answer(origin: SiteOrigin, { request, response, folder, port }: Exchange): Promise<void> {
  const path = pathOf(request.url ?? '/');
  if (origin.redirectTo !== undefined) {
    response.writeHead(301, { location: `http://${origin.redirectTo}:${port}${path}` }).end();
  } else if (origin.folder === undefined) {
    response
      .writeHead(origin.status ?? 404, { 'content-type': 'text/plain' })
      .end('There is no page here.\n');
  } else {
    await answerFile(join(folder, origin.folder), path, response);
  }
}

/** The path of a request target, which may be an absolute URL. Dot segments and backslashes are resolved. */
function pathOf(target: string): string {
  const base = 'http://localhost';
  return URL.canParse(target, base) ? new URL(target, base).pathname : '/';
}

async function answerFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const file = path.endsWith('/') ? `${path}index.html` : path;
  const name = extname(file) === '' ? `${file}.html` : file;
  try {
    const octets = await readFile(join(folder, name));
    response.writeHead(200, { 'content-type': mediaTypes.get(extname(name)) ?? 'application/octet-stream' });
    response.end(octets);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no page here.\n');
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
