/**
 * One client (127.0.0.1) sends what costs the service most; another one (127.0.0.9) asks for `/healthz` and a small
 * evaluation. Prints how long the service's main thread worked before each of these was answered, what the hostile
 * client received, and which share of the main thread's time was charged to clients. Linux only: the time of the thread is
 * read from /proc.
 *
 *     npm run bench:hostile [-- WORDS OF A ROW]
 */
import { fork } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../packages/server/dist/node.js';

/** The greatest time, in milliseconds, that the main thread may work before another client is answered. */
const MOST_MS = 100;
const LIMIT_MS = 20_000;
const CLOSE = 'Connection: close';

if (process.argv[2] === 'serve') {
  const server = await startServer({ userAgent: 'BenchBot/1.0', port: 0 });
  const measured = measureAnswers();
  process.on('message', () => process.send(measured()));
  process.send(server.port);
  process.once('disconnect', () => process.exit());
} else await attackAll(process.argv[2] ?? '');

/** @param words Words in the names of the rows to run. */
async function attackAll(words) {
  const robots = 'User-agent: *\nDisallow: /x\n';
  const valid = JSON.stringify({ robots, urls: ['/x'] });
  const refused = JSON.stringify({ urls: ['http://127.0.0.1:1/'] });
  const linted = JSON.stringify({ robots });
  const pipelined = (path) => get(path).repeat(10);
  const rows = [
    ['66,666 lines {} to evaluate', [stream('evaluate', '{}', 66_666)]],
    ['66,666 lines {} to lint', [stream('lint', '{}', 66_666)]],
    ['66,666 lines {} to audit', [stream('audit', '{}', 66_666)]],
    ['100,000 lines that are not JSON', [stream('evaluate', 'x', 100_000)]],
    ['666,666 lines {}', [stream('evaluate', '{}', 666_666)]],
    ['64,516 lines with a refused address', [stream('check', refused, 64_516)]],
    ['25,974 valid lines', [stream('evaluate', valid, 25_974)]],
    ['8,000,000 blank lines', [stream('evaluate', '', 8_000_000)]],
    ['300 connections × 10 /metrics', new Array(300).fill(pipelined('/metrics'))],
    ['300 connections × 10 /v1/agents?find=x', new Array(300).fill(pipelined('/v1/agents?find=x'))],
    ['300 connections × 10 /healthz', new Array(300).fill(pipelined('/healthz'))],
    ['300 connections × 1 /metrics', new Array(300).fill(get('/metrics'))],
    ['16 streams of wrong lines', new Array(16).fill(stream('evaluate', '{}', 20_000))],
    ['10,000 lines to lint', [stream('lint', linted, 10_000)]],
    ['100 connections × 900 /', new Array(100).fill(get('/').repeat(900))],
    ['100 connections × 900 unknown paths', new Array(100).fill(get('/x').repeat(900))],
    ['100 connections × 32 /openapi.json', new Array(100).fill(get('/openapi.json').repeat(32))],
    ['100 connections × 900 with an unknown Expect', new Array(100).fill(get('/', 'Expect: x').repeat(900))],
    ['100 connections × 900 with two Hosts', new Array(100).fill(get('/', 'Host: b').repeat(900))],
    [
      '100 wrong requests of 60 kB',
      new Array(100).fill(post('evaluate', 'application/json', `[${'{},'.repeat(20_000)}0]`)),
    ],
  ];
  const table = [];
  for (const [name, messages] of rows.filter(([name]) => name.includes(words))) {
    const row = await attack(name, messages);
    table.push(row);
    console.log(JSON.stringify(row));
  }
  if (table.some(({ most }) => most > MOST_MS)) process.exitCode = 1;
}

async function attack(name, messages) {
  const child = fork(new URL(import.meta.url), ['serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [port] = await once(child, 'message');
  const ask = (path) => exchange(port, path, '127.0.0.9');
  const questions = [
    get('/healthz', CLOSE),
    post('evaluate', 'application/json', '{"robots":"","urls":["/"]}', CLOSE),
  ];
  for (const question of questions) await ask(question);
  const measured = async () => {
    child.send('measured');
    return (await once(child, 'message'))[0];
  };
  const begun = await measured();
  const hostile = messages.map((message) => exchange(port, message, '127.0.0.1'));
  const end = performance.now() + LIMIT_MS;
  const all = Promise.allSettled(hostile);
  const isOver = all.then(() => true);
  for (;;) {
    for (const question of questions) await ask(question);
    if (performance.now() > end || (await Promise.race([isOver, pause(20)]))) break;
  }
  const { most, cpu } = await measured();
  const metrics = await ask(get('/metrics', CLOSE));
  const charged = 1000 * Number(/^robots_client_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
  child.disconnect();
  const texts = (await all).map(({ value = '' }) => value);
  const count = (pattern) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return {
    name,
    most,
    ok: count(/HTTP\/1\.1 200/g),
    limited: count(/HTTP\/1\.1 429|rate-limited/g),
    chargedShare: charged / (cpu - begun.cpu),
  };
}

/**
 * Measures answers to 127.0.0.9 in milliseconds of the main thread's processor time: from the beginning of the request,
 * and the two turns of the event loop in which its connection and then its octets may have waited. How long the asking
 * process waits for a processor does not count.
 */
function measureAnswers() {
  const startedAt = new WeakMap();
  let [longest, turns, before, last] = [0, 0, 0, cpuMs()];
  subscribe('http.server.request.start', ({ request }) => {
    if (request.socket.remoteAddress === '127.0.0.9') startedAt.set(request, cpuMs());
  });
  subscribe('http.server.response.finish', ({ request }) => {
    const at = startedAt.get(request);
    if (at !== undefined) longest = Math.max(longest, cpuMs() - at);
  });
  const turn = () => {
    const now = cpuMs();
    turns = Math.max(turns, before + now - last);
    [before, last] = [now - last, now];
    setImmediate(turn);
  };
  turn();
  return () => {
    const most = Math.round(longest + turns);
    [longest, turns] = [0, 0];
    return { most, cpu: cpuMs() };
  };
}

/** Processor time of the main thread in milliseconds. */
function cpuMs() {
  return Number.parseInt(readFileSync('/proc/self/schedstat', 'latin1'), 10) / 1e6;
}

/** What arrives in answer to a message, until the service ends it or stops. */
function exchange(port, message, localAddress) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const parts = [];
    socket.on('data', (part) => parts.push(part)).on('error', () => {});
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.setTimeout(3000, () => socket.destroy());
    socket.write(message);
  });
}

/** @param fields Fields of its header in addition to `Host`. */
function get(path, ...fields) {
  return `GET ${path} HTTP/1.1\r\n${lines('Host: localhost', ...fields)}\r\n`;
}

function post(name, type, body, ...fields) {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return `POST /v1/${name} HTTP/1.1\r\n${lines('Host: localhost', `Content-Type: ${type}`, length, ...fields)}\r\n${body}`;
}

function lines(...fields) {
  return fields.map((field) => `${field}\r\n`).join('');
}

function stream(name, line, count) {
  return post(name, 'application/x-ndjson', `${line}\n`.repeat(count), CLOSE);
}
