/** Serves the built site on the loopback interface, compressed, with a policy that permits no other host. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.json', 'application/json'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** The policy permits inline scripts and styles, because VitePress needs them to start a page. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'";

/** Serves the site; `sent` counts the compressed octets of each path. */
export async function serveSite(folder) {
  const sent = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const body = await readFile(join(folder, name)).catch(() => undefined);
    if (body === undefined)
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    const isText = extname(name) !== '.png';
    const octets = isText ? gzipSync(body) : body;
    sent.set(name, octets.length);
    response.writeHead(200, {
      'content-type': TYPES.get(extname(name)) ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      ...(isText && { 'content-encoding': 'gzip' }),
    });
    return response.end(octets);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    sent,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
