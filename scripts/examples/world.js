/** What pages refer to, on this machine: sites under example.com, and the service at http://127.0.0.1:9309. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where pages say that the service is. */
const SERVICE = /(?<=\b(?:127\.0\.0\.1|localhost):)9309\b/g;

/** The certificate of the example sites, which is its own authority, and its key. */
const PEM = fileURLToPath(new URL('example-sites.pem', import.meta.url));

/** The response of every example site; all other paths are a page. */
const ROBOTS = 'User-agent: *\nDisallow: /private\nCrawl-delay: 2\n';
const PAGE =
  '<!doctype html><title>Page</title><meta name="robots" content="noindex"><p>A page of an example site.\n';

/**
 * @param folder - Takes the files of this world.
 * @param robots - The command, run by Node.
 * @returns The environment of programs, and how a page's text is turned to the service and back.
 */
export async function openWorld(folder, robots) {
  const pem = readFileSync(PEM);
  const [plain, secure] = [createServer(answer), createTlsServer({ cert: pem, key: pem }, answer)];
  for (const server of [plain, secure]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  // A request that the service refuses fails its block.
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\n');
  const outside = pathToFileURL(fileURLToPath(new URL('outside.js', import.meta.url)));
  const env = {
    CURL_HOME: resolve(folder),
    EXAMPLE_SITES: JSON.stringify({ http: plain.address().port, https: secure.address().port }),
    NODE_EXTRA_CA_CERTS: PEM,
    NODE_OPTIONS: `--import=${outside.href}`,
    // Proxies of the machine would look for the sites elsewhere.
    ...{ http_proxy: '', https_proxy: '', all_proxy: '', HTTP_PROXY: '', HTTPS_PROXY: '', ALL_PROXY: '' },
  };
  const service = await startService(robots, env);
  return {
    env,
    toService: (text) => text.replace(SERVICE, service.port),
    fromService: (text) => text.replaceAll(`:${service.port}`, ':9309'),
    async close() {
      service.child.kill('SIGKILL');
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

async function startService(robots, env) {
  const args = [robots, '--no-settings', 'serve', '--port', '0', '--mcp', '--log-level', 'warn'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const [, port] = /listening on \S+:(\d+)/.exec(String(greeting)) ?? [];
  if (port === undefined) throw new Error(`The service did not start: ${greeting}`);
  return { child, port };
}
