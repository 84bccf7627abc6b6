/**
 * `npm run logs:record [NAME…]`: starts each server of `spec/logs/servers.yaml` that is installed on loopback, sends it
 * the requests of `requests.js`, and writes its access log to `spec/logs/NAME-VERSION.log`, and what was sent, with the
 * status that came back, to `sent.ndjson`. `ROBOTS_LOGS_PYTHON` is a Python with the packages, `ROBOTS_LOGS_MODULES` a
 * folder with `node_modules`. Not for CI: CI reads the recorded logs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { parse } from 'yaml';
import { octetsOf, requests } from './requests.js';

const SPEC = new URL('../../../../spec/logs/', import.meta.url).pathname;
const servers = parse(readFileSync(join(SPEC, 'servers.yaml'), 'utf8'));
const FIRST_PORT = 18_100;
const START_MS = 40_000;
const ANSWER_MS = 5_000;

/** The files that servers of files serve. */
const ROOT = { 'root/robots.txt': 'User-agent: *\n', 'root/r01/a.html': 'a\n' };

const wanted = process.argv.slice(2);
const backend = createServer((request, response) =>
  response.end(request.url === '/robots.txt' ? 'User-agent: *\n' : 'ok\n'),
);
await new Promise((resolve) => backend.listen(FIRST_PORT, '127.0.0.1', resolve));
let port = FIRST_PORT;
for (const server of servers) {
  port += 2;
  if (wanted.length > 0 && !wanted.some((name) => server.name.startsWith(name))) continue;
  try {
    console.log(`${server.name}: ${await record(server)}`);
  } catch (error) {
    console.log(`${server.name}: not recorded: ${error.message.split('\n')[0]}`);
  }
}
backend.close();

async function record(server) {
  const folder = mkdtempSync(join(tmpdir(), 'robots-logs-'));
  const words = {
    dir: folder,
    port: String(port),
    next: String(port + 1),
    backend: String(FIRST_PORT),
    here: import.meta.dirname,
    python: process.env.ROBOTS_LOGS_PYTHON ?? 'python3',
    modules: process.env.ROBOTS_LOGS_MODULES ?? process.cwd(),
  };
  const pattern = new RegExp(`\\{(${Object.keys(words).join('|')})\\}`, 'g');
  const fill = (text) => text.replace(pattern, (_, name) => words[name]);
  const version = versionOf(server.version.map(fill));
  for (const [name, text] of Object.entries({ ...ROOT, ...server.files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), fill(text));
  }
  const children = server.commands.map((command) => start(fill(command), folder, server.env));
  const printed = children.map(() => []);
  children.forEach((child, index) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => printed[index].push(chunk));
  });
  try {
    await untilOpen(port, children);
    await later(server.settleMs ?? 500);
    const from = Buffer.concat(printed.flat()).length;
    const sent = [];
    for (const request of requests) sent.push(await send(request));
    await later(server.flushMs ?? 1500);
    for (const child of children.reverse()) stop(child);
    await later(1000);
    const log =
      server.log === undefined
        ? Buffer.concat(printed.flat()).subarray(server.isWhole ? 0 : from)
        : readFileSync(fill(server.log));
    if (log.length === 0)
      throw new Error(
        `an empty log; the server printed ${Buffer.concat(printed.flat()).toString().slice(0, 600)}`,
      );
    write(server, `${server.name}-${version}`, log, sent, folder);
    return `${version}, ${log.toString('latin1').split('\n').length - 1} lines`;
  } finally {
    for (const child of children) stop(child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function versionOf([program, ...words]) {
  const { stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (error) throw error;
  const found = /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0];
  if (found === undefined) throw new Error(`no version in ${stdout}${stderr}`);
  return found;
}

function start(command, folder, env = {}) {
  return spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    detached: true,
    env: { ...process.env, TZ: 'UTC', ...env },
  });
}

function stop(child, signal = 'SIGTERM') {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

async function untilOpen(at, children) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (children.every(({ exitCode }) => exitCode !== null && exitCode !== 0)) break;
    if (await opens(at)) return;
    await later(100);
  }
  throw new Error(`nothing listens at the port; exit codes: ${children.map(({ exitCode }) => exitCode)}`);
}

function opens(at) {
  return new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Sends one request, and returns it with its time and the status of the response. */
async function send(request) {
  const time = Date.now();
  const socket = connect({ port, host: '127.0.0.1', localAddress: request.address });
  const chunks = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => {
    socket.on('close', resolve);
    socket.on('error', resolve);
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.write(octetsOf(request));
  });
  const status = Number(
    /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? 0,
  );
  const { id, method, target, host, userAgent, address } = request;
  return { id, time: new Date(time).toISOString(), address, method, target, host, userAgent, status };
}

function write({ changed }, name, log, sent, folder) {
  writeFileSync(
    join(SPEC, `${name}.log`),
    Buffer.from(log.toString('latin1').replaceAll(folder, '/srv'), 'latin1'),
  );
  const file = join(SPEC, 'sent.ndjson');
  const others = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => JSON.parse(line).log !== name);
  const own = { log: name, sent: sent.map((one) => ({ ...one, changed: changed?.[one.id] })) };
  writeFileSync(file, `${[...others, JSON.stringify(own)].sort().join('\n')}\n`);
}
