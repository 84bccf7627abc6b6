/**
 * Runs the client against real servers and proxies, which no test of CI needs: `npm run servers:real`. Needs
 * `apt-get install squid tinyproxy privoxy vsftpd memcached busybox`, and says what is missing. ProFTPD conflicts with vsftpd on Debian:
 * unpack it with `dpkg -x` and name the folder of its program in ROBOTS_SERVERS.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createClient,
  createFtpTransport,
  createKeyvStore,
  createMemoryStore,
} from '@robots-exclusion/client';
import * as basicFtp from 'basic-ftp';
import { freePort, installed, start } from './programs.js';
import { proxies } from './proxies.js';

const RULES = 'User-agent: *\nDisallow: /private/\n';
const DAY_MS = 86_400_000;
const ROBOTS = fileURLToPath(new URL('../../../cli/bin/robots.js', import.meta.url));
const missing = new Set();
const rows = [];

/** What a client decides about a disallowed page, with a store that may hold a record a day old. */
async function decided(origin, options, { store = createMemoryStore(), days = 0 } = {}) {
  const clock = { now: () => Date.now() + days * DAY_MS };
  const client = createClient({ userAgent: 'FooBot/1.0', clock, store, ...options });
  try {
    const { outcome, policyRow, evidence } = await client.check(`${origin}/private/x`, { explain: true });
    return { outcome, policyRow, error: evidence?.error?.message };
  } finally {
    await client.close();
  }
}

function holds(name, { outcome, policyRow, error }, expected) {
  const isRight = outcome === expected;
  rows.push(isRight);
  const why = error === undefined ? '' : ` (${error})`;
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${name}: ${outcome} ${policyRow}${why}`);
}

function verdict(name, isRight, said) {
  rows.push(isRight);
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${name}: ${said}`);
}

/** A module of the folder that ROBOTS_MODULES names; undefined if it is not installed there. */
async function optional(name) {
  try {
    return await import(createRequire(join(process.env.ROBOTS_MODULES ?? '.', 'x.js')).resolve(name));
  } catch {
    return undefined;
  }
}

/** What a command of this repository prints on standard output. */
async function command(args, env) {
  return new Promise((resolve) => {
    execFile(process.execPath, [ROBOTS, ...args], { env }, (_, stdout) => resolve(stdout));
  });
}

async function withProgram(program, packageName, open, use) {
  if (installed(program) === undefined) return void missing.add(packageName);
  let running;
  try {
    running = await open();
  } catch (error) {
    return void missing.add(`${packageName}: ${error.message}`);
  }
  try {
    await use(running);
  } finally {
    await running.stop();
  }
}

const site = createServer((_, response) => response.end(RULES)).listen(0, '127.0.0.1');
await once(site, 'listening');
const url = 'http://site.example';
const ofSite = { SITE: site.address().port };

// S1: the proxy's own answer. The proxy is asked for 127.0.0.1, because the client's name needs no resolver.
const ownAnswers = proxies.filter(
  ({ program, settings }) =>
    /squid|tinyproxy|privoxy/.test(program) && /password|forbids|filters/.test(settings),
);
for (const { program, packageName, settings, open } of ownAnswers) {
  const port = await freePort();
  await withProgram(
    program,
    packageName,
    () => open(port, { site: ofSite.SITE, dead: 1 }),
    async () => {
      for (const user of settings.includes('password') ? ['', 'me:wrong@'] : ['']) {
        const proxy = () => `http://${user}127.0.0.1:${port}`;
        const name = `S1 ${program} ${settings}${user === '' ? '' : ', a wrong one'}`;
        holds(name, await decided(url, { proxy }), 'unreachable');
        const store = createMemoryStore();
        const direct = { proxy: () => `http://127.0.0.1:${ofSite.SITE}` };
        await decided(url, direct, { store });
        holds(
          `${name}, in a shared store`,
          await decided(url, { proxy }, { store, days: 1.1 }),
          'stale-rules',
        );
      }
    },
  );
}

// S7: tunnels to port 80.
const debian = proxies.find(({ settings }) => settings === 'as Debian installs it');
const squidPort = await freePort();
await withProgram(
  debian.program,
  debian.packageName,
  () => debian.open(squidPort, {}),
  async () => {
    const options = {
      proxy: () => `http://127.0.0.1:${squidPort}`,
      resolve: (_name, _options, callback) => callback(null, [{ address: '93.184.216.34', family: 4 }]),
    };
    holds(
      'S7 squid, public-only',
      await decided(url, { ...options, addressPolicy: { allow: 'public-only' } }),
      'unreachable',
    );
  },
);

// S2: vsftpd refuses commands.
const ftp = { transports: [createFtpTransport({ basicFtp })] };
for (const [line, expected] of [
  ['pasv_enable=YES', 'rules'],
  ['pasv_enable=NO', 'unreachable'],
  ['cmds_denied=EPSV,PASV', 'unreachable'],
  ['cmds_denied=TYPE', 'unreachable'],
  ['cmds_denied=EPSV', 'rules'],
]) {
  const port = await freePort();
  const conf = `listen=YES\nlisten_address=127.0.0.1\nlisten_port=${port}\nbackground=NO\nanonymous_enable=YES\nlocal_enable=NO
anon_root={FOLDER}/pub\nsecure_chroot_dir={FOLDER}/empty\nseccomp_sandbox=NO\n${line}\n`;
  const open = () =>
    start({
      program: 'vsftpd',
      port,
      files: { 'vsftpd.conf': conf },
      args: (folder) => {
        for (const name of ['pub', 'empty']) mkdirSync(join(folder, name), { mode: 0o755 });
        writeFileSync(join(folder, 'pub/robots.txt'), RULES);
        return [join(folder, 'vsftpd.conf')];
      },
    });
  await withProgram('vsftpd', 'vsftpd', open, async () =>
    holds(`S2 vsftpd ${line}`, await decided(`ftp://127.0.0.1:${port}`, ftp), expected),
  );
}

// S3, S4: ProFTPD is full, and has no file.
for (const [name, line, hasFile, expected] of [
  ['S4 proftpd without robots.txt', 'AnonAllowRobots on', false, 'no-rules'],
  ['S3 proftpd full', 'AnonAllowRobots on\nMaxClients 1', true, 'unreachable'],
]) {
  const port = await freePort();
  const conf = `ServerType standalone\nDefaultAddress 127.0.0.1\nPort ${port}\nUseIPv6 off\nUser nobody\nGroup nogroup
PidFile {FOLDER}/pid\nScoreboardFile {FOLDER}/run/score\nSystemLog none\nWtmpLog off\nTransferLog none\nDelayEngine off\nAuthOrder mod_auth_unix.c
<Anonymous {FOLDER}/pub>\nUser ftp\nGroup nogroup\nUserAlias anonymous ftp\nRequireValidShell off\n${line}\n</Anonymous>\n`;
  const open = () =>
    start({
      program: 'proftpd',
      port,
      files: { 'proftpd.conf': conf },
      args: (folder) => {
        for (const name of ['pub', 'run']) mkdirSync(join(folder, name), { mode: 0o755 });
        if (hasFile) writeFileSync(join(folder, 'pub/robots.txt'), RULES);
        return ['-n', '-q', '-c', join(folder, 'proftpd.conf')];
      },
    });
  await withProgram('proftpd', 'proftpd-core (dpkg -x, ROBOTS_SERVERS)', open, async () => {
    const first = hasFile ? await loggedIn(port) : undefined;
    const store = createMemoryStore();
    holds(name, await decided(`ftp://127.0.0.1:${port}`, ftp), expected);
    first?.destroy();
    if (!hasFile) return;
    holds(`${name}: free again`, await decided(`ftp://127.0.0.1:${port}`, ftp, { store }), 'rules');
    const second = await loggedIn(port);
    holds(
      `${name}, with a copy`,
      await decided(`ftp://127.0.0.1:${port}`, ftp, { store, days: 1.1 }),
      'stale-rules',
    );
    second.destroy();
  });
}

/** A session that takes the only place. */
async function loggedIn(port) {
  const socket = connect(port, '127.0.0.1');
  for (const command of ['', 'USER anonymous\r\n', 'PASS x\r\n']) {
    if (command) socket.write(command);
    await once(socket, 'data');
  }
  return socket;
}

// S5: memcached through Keyv takes lifetimes of 30 days at most.
const memcachedPort = await freePort();
const keyv = await optional('keyv');
const memcache = await optional('@keyv/memcache');
await withProgram(
  'memcached',
  'memcached',
  () =>
    start({
      program: 'memcached',
      port: memcachedPort,
      files: {},
      args: () => ['-l', '127.0.0.1', '-p', `${memcachedPort}`, '-u', 'nobody'],
    }),
  async () => {
    if (keyv === undefined || memcache === undefined)
      return void missing.add('@keyv/memcache (npm install keyv @keyv/memcache in a folder, ROBOTS_MODULES)');
    const { Keyv } = keyv;
    const KeyvMemcache = memcache.default.default ?? memcache.default;
    let asked = 0;
    const counted = createServer((_, response) => {
      asked += 1;
      response.setHeader('cache-control', 'max-age=3600').end(RULES);
    }).listen(0, '127.0.0.1');
    await once(counted, 'listening');
    const origin = `http://127.0.0.1:${counted.address().port}`;
    const adapters = [0, 1].map(() => new KeyvMemcache(`127.0.0.1:${memcachedPort}`));
    for (const adapter of adapters) {
      const store = createKeyvStore({ keyv: new Keyv({ store: adapter }) });
      holds('S5 memcached through Keyv', await decided(origin, {}, { store }), 'rules');
    }
    for (const adapter of adapters) await adapter.disconnect?.();
    counted.close();
    counted.closeAllConnections();
    verdict('S5 one request for two clients', asked === 1, `${asked} requests`);
  },
);

// S6: doctor and preflight go through the proxy, which adds Via to each request.
const throughPort = await freePort();
const through = proxies.find(
  ({ program, settings }) => program === 'tinyproxy' && settings === 'lets through',
);
await withProgram(
  through.program,
  through.packageName,
  () => through.open(throughPort, { site: ofSite.SITE, dead: 1 }),
  async () => {
    const vias = [];
    const seen = createServer(({ headers }, response) => {
      vias.push(headers.via);
      response.end(RULES);
    }).listen(0, '127.0.0.1');
    await once(seen, 'listening');
    const env = { PATH: process.env.PATH, HTTP_PROXY: `http://127.0.0.1:${throughPort}` };
    // Requests for loopback names go direct, so the machine is asked for by its name.
    const place = `http://${hostname()}:${seen.address().port}`;
    for (const args of [
      ['doctor', place, '--delay', '0.001'],
      ['preflight', `${place}/`, '--agent', 'GPTBot'],
    ]) {
      vias.length = 0;
      await command(args, env);
      const direct = vias.filter((via) => via === undefined).length;
      verdict(`S6 ${args[0]}`, vias.length > 1 && direct === 0, `${vias.length} requests, ${direct} direct`);
    }
    seen.close();
    seen.closeAllConnections();
  },
);

// S8: BusyBox sends its 304 with a type of its own.
const busyPort = await freePort();
await withProgram(
  'busybox',
  'busybox',
  () =>
    start({
      program: 'busybox',
      port: busyPort,
      files: { 'robots.txt': RULES },
      args: (folder) => ['httpd', '-f', '-p', `127.0.0.1:${busyPort}`, '-h', folder],
    }),
  async () => {
    const options = { overrides: { '2xx-wrong-type': 'no-rules' } };
    const store = createMemoryStore();
    for (const days of [0, 1.1]) {
      const found = await decided(`http://127.0.0.1:${busyPort}`, options, { store, days });
      holds(`S8 busybox httpd, after ${days} days`, found, 'rules');
      verdict('S8 the row of the kept body', found.policyRow === 'rfc9309/2xx', found.policyRow);
    }
  },
);

site.close();
site.closeAllConnections();
for (const name of missing) console.log(`not run, install it: ${name}`);
console.log(`${rows.filter(Boolean).length} of ${rows.length} hold`);
process.exitCode = rows.every(Boolean) ? 0 : 1;
