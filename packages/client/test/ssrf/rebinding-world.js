/**
 * A separate network in which names change their addresses between two look-ups, with a name server on port 53, a site
 * on a public address, and sites on forbidden addresses. Runs in a namespace; reports the result of each entry point.
 */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient, createGuardedDispatcher, guardedFetch } from '@robots-exclusion/client';
import { fetch as undiciFetch } from 'undici';

const publicAddress = '93.184.216.34';
const privateAddresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1'];

execFileSync('ip', ['link', 'set', 'lo', 'up']);
for (const address of [publicAddress, ...privateAddresses.slice(1)]) {
  execFileSync('ip', ['addr', 'add', `${address}/32`, 'dev', 'lo']);
}

const arrivals = [];
for (const address of [publicAddress, ...privateAddresses]) {
  const site = createServer((request, response) => {
    const { host } = request.headers;
    arrivals.push({ address, host, path: request.url });
    if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /never\n');
    else if (request.url === '/leads-on')
      response.writeHead(302, { location: `http://to-${host}/page` }).end();
    else response.end(address === publicAddress ? 'public' : 'secret');
  });
  site.listen(80, address);
  await once(site, 'listening');
}

/** The addresses of a name at its n-th look-up, by the prefix of the name. */
const plans = {
  steady: () => [publicAddress],
  'public-first': (n) => [n === 0 ? publicAddress : privateAddresses[n % 4]],
  'public-twice': (n) => [n < 2 ? publicAddress : privateAddresses[n % 4]],
  'private-first': (n) => [n === 0 ? privateAddresses[1] : publicAddress],
  'by-turns': (n) => [n % 2 === 0 ? publicAddress : privateAddresses[0]],
  both: (n) => [publicAddress, privateAddresses[n % 4]],
  'both-private-first': (n) => [privateAddresses[n % 4], publicAddress],
  private: (n) => [privateAddresses[n % 4]],
};
const planOf = (name) => plans[name.replace(/^to-/, '').split('.')[1]];

const lookups = new Map();
const dns = createSocket('udp4');
dns.on('message', (query, { port, address }) => dns.send(answerTo(query), port, address));
dns.bind(53, '127.0.0.1');
await once(dns, 'listening');

/**
 * A response (RFC 1035 §4): the question, and the name's addresses with a time to live of 0. A response to an AAAA
 * query has no addresses.
 */
function answerTo(query) {
  let end = 12;
  const labels = [];
  for (; query[end] !== 0; end += 1 + query[end]) {
    labels.push(query.toString('latin1', end + 1, end + 1 + query[end]));
  }
  const question = query.subarray(12, end + 5);
  const isIpv4 = query.readUInt16BE(end + 1) === 1;
  const name = labels.join('.').toLowerCase();
  const plan = planOf(name);
  const seen = lookups.get(name) ?? 0;
  if (isIpv4) lookups.set(name, seen + 1);
  const addresses = isIpv4 && plan ? plan(seen) : [];
  const head = Buffer.from([query[0], query[1], 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, question, ...records]);
}

const newClient = () => createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'public-only' } });
const doors = {
  guardedFetch: (client, url) => guardedFetch(client)(url),
  dispatcher: (client, url) => undiciFetch(url, { dispatcher: createGuardedDispatcher(client) }),
  robots: async (client, url) => {
    const { outcome } = await client.robots(url);
    return { status: outcome, text: async () => '' };
  },
};

const outcomes = [];
for (const plan of Object.keys(plans)) {
  for (const [door, ask] of Object.entries(doors)) {
    for (const path of ['/page', '/robots.txt', '/leads-on']) {
      const host = `${door.toLowerCase()}${path.replace(/\W/g, '')}.${plan}.example`;
      const client = newClient();
      let outcome;
      try {
        const response = await ask(client, `http://${host}${path}`);
        outcome = { status: response.status, text: await response.text() };
      } catch (error) {
        outcome = { error: error.code ?? error.cause?.code ?? error.name };
      }
      await client.close();
      outcomes.push({ plan, door, path, ...outcome, lookups: lookups.get(host) ?? 0 });
    }
  }
}
process.stdout.write(JSON.stringify({ outcomes, arrivals, publicAddress }), () => process.exit(0));
