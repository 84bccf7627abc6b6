/** Serves the built page with the strictest possible policies, for browser tests and screenshots. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.webmanifest', 'application/manifest+json'],
]);

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default";

/**
 * Serves a folder on the loopback interface.
 *
 * @param {string} folder
 * @param {{ onRequest?: (path: string) => void }} [options]
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveStatic(folder, { onRequest } = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/'));
    const name = path.endsWith('/') ? `${path}index.html` : path;
    onRequest?.(name);
    try {
      const body = await readFile(join(folder, name));
      response.writeHead(200, {
        'content-type': types.get(extname(name)) ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': name.includes('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      });
      response.end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}
