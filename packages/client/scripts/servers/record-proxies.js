/**
 * Records what real proxies answer by themselves and for a site into `spec/servers/proxy-answers.json`:
 * `npm run servers:record`. Needs `apt-get install squid tinyproxy privoxy haproxy varnish nginx`.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { freePort, installed, versionOf } from './programs.js';
import { proxies } from './proxies.js';

const TO = new URL('../../../../spec/servers/proxy-answers.json', import.meta.url);
/** The beginning of a body that is kept. */
const BODY_BYTES = 120;

/** A site that answers `/404` with 404, and so on; `/close` closes without an answer. */
async function startSite() {
  const server = createServer((asked, response) => {
    const status = Number(asked.url.split('/').at(-1));
    if (!status) return void asked.socket.destroy();
    response.writeHead(status, { 'content-type': 'text/plain' }).end('User-agent: *\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function answerOf(port, { method, url, headers }) {
  const site = method === 'CONNECT' ? url : new URL(url).host;
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      agent: false,
      method,
      path: url,
      headers: { host: site, connection: 'close', ...headers },
    });
    const take = (response) => {
      let body = '';
      response.on('data', (octets) => (body += octets.toString('latin1')));
      const end = () => resolve({ response, body });
      response.on('end', end).on('error', end).resume();
      if (method === 'CONNECT') response.socket.destroy();
    };
    asked.on('response', take).on('connect', (response, socket) => {
      socket.destroy();
      resolve({ response, body: '' });
    });
    asked
      .on('error', (error) => resolve({ error: error.code }))
      .setTimeout(20_000, () => reject(new Error('late')));
    asked.end();
  });
}

/** Fields that differ from run to run, without what they say about the speaker. */
const passing = new Set([
  'date',
  'content-length',
  'age',
  'x-varnish',
  'keep-alive',
  'last-modified',
  'etag',
]);

function kept({ response, body, error }, ports) {
  if (error) return { error };
  const fields = Object.entries(response.headers).filter(([name]) => !passing.has(name));
  const headers = Object.fromEntries(fields.map(([name, value]) => [name, clean(String(value), ports)]));
  const begin = clean(body.slice(0, BODY_BYTES).replace(/\s+/g, ' '), ports);
  return { status: response.statusCode, reason: response.statusMessage, headers, body: begin };
}

/** Ports change from run to run. */
function clean(text, ports) {
  return Object.entries(ports).reduce((out, [name, port]) => out.replaceAll(String(port), name), text);
}

async function record({ program, packageName, settings, open, cases }) {
  const site = await startSite();
  const ports = { SITE: site.address().port, DEAD: await freePort(), PROXY: await freePort() };
  const running = await open(ports.PROXY, { site: ports.SITE, dead: ports.DEAD });
  const version = await versionOf(packageName);
  const rows = [];
  try {
    for (const { name, speaker, ...asked } of cases) {
      const url = asked.url.replace('SITE', ports.SITE).replace('DEAD', ports.DEAD);
      const answer = kept(await answerOf(ports.PROXY, { ...asked, url }), ports);
      rows.push({ program, version, settings, case: name, method: asked.method, speaker, ...answer });
    }
  } finally {
    await running.stop();
    site.close();
    site.closeAllConnections();
  }
  return rows;
}

const answers = [];
for (const proxy of proxies) {
  if (!installed(proxy.program)) throw new Error(`Not installed: apt-get install ${proxy.packageName}`);
  answers.push(...(await record(proxy)));
}
const note = 'Recorded by npm run servers:record; never written by hand. speaker: whose answer it is.';
writeFileSync(
  TO,
  `${JSON.stringify({ note, recorded: new Date().toISOString().slice(0, 10), answers }, null, 1)}\n`,
);
console.log(`${answers.length} answers of ${new Set(answers.map(({ program }) => program)).size} proxies`);
