/** docs/transports.md: every command that fetches uses the proxy, for every request. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listenOnLoopback } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { robots, startRobots, temporaryFolder } from './command.ts';

const ROBOTS = 'User-agent: *\nDisallow: /private/\nSitemap: http://site.test/sitemap.xml\n';

const HEAD =
  'WARC-Type: response\r\nWARC-Target-URI: http://a.example/robots.txt\r\nWARC-Date: 2026-11-01T00:00:00Z';
const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\r\n';
const WARC = `WARC/1.0\r\n${HEAD}\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: ${RESPONSE.length}\r\n\r\n${RESPONSE}\r\n\r\n`;

const FILES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/robots.txt': ['text/plain', ROBOTS],
  '/': ['text/html', '<!doctype html><title>Home</title><p>Welcome to this site, which has some text.</p>'],
  '/a.warc': ['application/warc', WARC],
  '/sitemap.xml': ['application/xml', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'],
};

/** A proxy that is the only way to `site.test` and `hook.test`, and knows no other name. Names in `.test` never resolve. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { host, pathname } = new URL(request.url ?? '');
    const [type, body] = (host === 'site.test' && FILES[pathname]) || ['text/plain', ''];
    const status = host === 'hook.test' || body ? 200 : 404;
    response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(() => close());
  const proxy = `http://127.0.0.1:${port}`;
  return { asked, env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
}

function file(content: string): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  return path;
}

function keyFile(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return file(JSON.stringify(privateKey.export({ format: 'jwk' })));
}

/** A request whose key set only the network has. */
const SIGNED = `GET / HTTP/1.1
Host: site.test
Signature-Agent: sig1="https://bot.test/keys"
Signature-Input: sig1=("@authority" "signature-agent";key="sig1");created=1796007237;expires=1796007297;keyid="k";tag="web-bot-auth"
Signature: sig1=:AA==:
`;

const LOG_LINE =
  '192.0.2.7 - - [29/Nov/2026:01:00:02 +0000] "GET /private/a HTTP/1.1" 200 5 "-" "GPTBot/1.3 (+https://openai.com/gptbot)"\n';

const site = 'http://site.test';
const robotsTxt = /^GET http:\/\/site\.test\/robots\.txt$/;
const publishedRanges = /^CONNECT openai\.com:443$/;
const commands: [name: string, args: () => string[], exit: number, asks: RegExp[]][] = [
  ['check', () => ['check', `${site}/private/x`, '--agent', 'FooBot'], 1, [robotsTxt]],
  ['fetch', () => ['fetch', `${site}/`], 0, [robotsTxt]],
  ['lint', () => ['lint', `${site}/robots.txt`], 0, [robotsTxt]],
  ['doctor', () => ['doctor', site, '--delay', '0.001'], 1, [robotsTxt, /sitemap\.xml$/]],
  [
    'preflight',
    () => ['preflight', `${site}/`, '--agent', 'GPTBot'],
    0,
    [robotsTxt, /^GET http:\/\/site\.test\/$/],
  ],
  ['report', () => ['report', 'ai', site], 0, [robotsTxt]],
  ['ranges', () => ['ranges', 'GPTBot'], 3, [publishedRanges]],
  ['identify', () => ['identify', '192.0.2.7', 'GPTBot', '--network'], 0, [publishedRanges]],
  ['audit', () => ['audit', file(LOG_LINE), '--versions', file(ROBOTS), '--network'], 0, [publishedRanges]],
  ['verify', () => ['verify', file(SIGNED), '--allow-private'], 3, [/^CONNECT bot\.test:443$/]],
  [
    'watch',
    () => ['watch', site, '--versions', temporaryFolder(), '--once', '--webhook', 'http://hook.test/in'],
    0,
    [robotsTxt, /^POST http:\/\/hook\.test\/in$/],
  ],
  ['warc', () => ['warc', `${site}/a.warc`], 0, [/^GET http:\/\/site\.test\/a\.warc$/]],
  [
    'sign',
    () => [
      'sign',
      `${site}/`,
      '--key',
      keyFile(),
      '--key-set-url',
      'https://bot.test/keys',
      '--send',
      '--method',
      'PUT',
    ],
    0,
    [/^PUT http:\/\/site\.test\/$/],
  ],
  ['cache', () => ['cache', 'warm', site, '--store', `lmdb:${temporaryFolder()}/store`], 0, [robotsTxt]],
];

/** Commands of which the proxy refuses what they ask for. */
const REFUSED = ['ranges', 'identify', 'audit', 'verify'];

it.each(commands)('%s', async (name, args, exit, asks) => {
  const { asked, env } = await startProxy();
  const run = await robots(args(), { env });
  expect(run.stdout + run.stderr).not.toMatch(/ENOTFOUND|no answer/);
  if (REFUSED.includes(name)) expect(run.stderr).toMatch(/The proxy \S+ refused to connect to /);
  for (const expected of asks) expect(asked).toContainEqual(expect.stringMatching(expected));
  expect(run).toMatchObject({ exit });
});

it('serve: a sitemap', async () => {
  const { asked, env } = await startProxy();
  const service = startRobots(['serve', '--port', '0', '--also-fetch', site, '--proxy-resolves'], env);
  onTestFinished(() => void service.kill('SIGKILL'));
  const [greeting] = await once(service.stdout as NodeJS.EventEmitter, 'data');
  const url = /listening on (\S+)/.exec(String(greeting))?.[1];
  const answer = await fetch(`${url}/v1/sitemap?url=${site}/sitemap.xml`);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ locations: [] })]);
  expect(asked).toEqual([`GET ${site}/robots.txt`, `GET ${site}/sitemap.xml`]);
});
