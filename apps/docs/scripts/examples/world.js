/**
 * Runs the servers that pages refer to on this machine: sites under example.com, and the service at
 * http://127.0.0.1:9309.
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startServer } from '../../../../scripts/release/run.js';

/** Matches the service's port in pages. */
const SERVICE = /(?<=\b(?:127\.0\.0\.1|localhost):)9309\b/g;

/** The self-signed certificate of the example sites, and its key. */
const PEM = fileURLToPath(new URL('example-sites.pem', import.meta.url));

/** The robots.txt of every example site. All other paths return a page. */
const ROBOTS = 'User-agent: *\nDisallow: /private\nCrawl-delay: 2\n';
const PAGE =
  '<!doctype html><title>Page</title><meta name="robots" content="noindex"><p>A page of an example site.\n';

/**
 * @param folder - The folder for the files of this world.
 * @param robots - The command's file, run by Node.
 * @returns Environment variables for programs, a function that replaces the service's documented port in a text with
 * the real port, and a function for the reverse.
 */
export async function openWorld(folder, robots) {
  const pem = readFileSync(PEM);
  const [plain, secure] = [createServer(answer), createTlsServer({ cert: pem, key: pem }, answer)];
  for (const server of [plain, secure]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  // A block whose request gets an HTTP error must fail.
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\n');
  const outside = pathToFileURL(fileURLToPath(new URL('outside.js', import.meta.url)));
  const env = {
    CURL_HOME: resolve(folder),
    EXAMPLE_SITES: JSON.stringify({ http: plain.address().port, https: secure.address().port }),
    NODE_EXTRA_CA_CERTS: PEM,
    NODE_OPTIONS: `--import=${outside.href}`,
    // A proxy would try to reach the sites on the network.
    ...{ http_proxy: '', https_proxy: '', all_proxy: '', HTTP_PROXY: '', HTTPS_PROXY: '', ALL_PROXY: '' },
  };
  const args = [robots, '--no-settings', 'serve', '--port', '0', '--mcp', '--log-level', 'warn'];
  const service = await startServer(process.execPath, args, {
    env: { ...process.env, ...env },
    ready: /listening on \S+:(\d+)/,
  });
  const [, port] = service.match;
  return {
    env,
    toService: (text) => text.replace(SERVICE, port),
    fromService: (text) => text.replaceAll(`:${port}`, ':9309'),
    async close() {
      await service.stop();
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function answer(request, response) {
  const isFile = request.url === '/robots.txt';
  response.setHeader('content-type', isFile ? 'text/plain' : 'text/html');
  response.end(isFile ? ROBOTS : PAGE);
}
