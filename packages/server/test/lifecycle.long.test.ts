/** Tests the server as a process: a shutdown finishes pending requests, and a killed server loses no stored data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serve, serveFor, site } from './serving.ts';

const command = fileURLToPath(new URL('../../cli/bin/robots.js', import.meta.url));
const processes: ChildProcess[] = [];

beforeAll(buildOnce);
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await endServers();
});

async function start(
  ...args: string[]
): Promise<{ url: string; child: ChildProcess; ended: Promise<number | null>; printed: () => string }> {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      printed += data.toString();
      const found = /listening on (\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    });
    child.stderr?.on('data', (data) => {
      printed += data.toString();
    });
    child.once('close', (code) => reject(new Error(`robots serve ended with ${code}: ${printed}`)));
  });
  return { url, child, ended, printed: () => printed };
}

async function check(url: string, body: object): Promise<{ outcome: string; allowed: boolean }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/check`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { results } = (await response.json()) as { results: [{ outcome: string; allowed: boolean }] };
  return results[0];
}

describe('robots serve', () => {
  it('prints its address, answers, and ends in order on a signal', async () => {
    const { url, child, ended } = await start();
    expect(((await (await fetch(`${url}/healthz`)).json()) as { status: string }).status).toBe('ok');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('warns at its start of a shared store that does not answer, and serves', async () => {
    const { url, printed } = await start('--store', 'redis://user:secret@127.0.0.1:1');
    await expect.poll(printed).toContain('the store does not respond');
    expect(printed()).not.toContain('secret');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('killed without warning has lost no record when it is started again', async () => {
    const shop = await site({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
    const folder = mkdtempSync(join(tmpdir(), 'robots-serve-'));
    const options = ['--store', `lmdb:${join(folder, 'store')}`, '--also-fetch', shop.origin];
    const first = await start(...options);
    const urls = [`${shop.origin}/x`];
    expect(await check(first.url, { urls })).toMatchObject({ outcome: 'rules', allowed: false });
    first.child.kill('SIGKILL');
    await first.ended;
    await shop.close();
    const second = await start(...options);
    expect(await check(second.url, { urls, mode: 'cache-only' })).toMatchObject({
      outcome: 'rules',
      allowed: false,
    });
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('serves an example site that alone of the private ones may be fetched', async () => {
    const other = await site({ '/robots.txt': 'User-agent: *\nDisallow: /\n' });
    const { url } = await start('--example');
    const { exampleSite } = (await (await fetch(`${url}/healthz`)).json()) as { exampleSite: string };
    expect(await check(url, { urls: [`${exampleSite}/cart/`] })).toMatchObject({
      outcome: 'rules',
      allowed: false,
    });
    expect((await fetch(`${exampleSite}/products/lamp`)).status).toBe(200);
    for (const origin of [other.origin, url, exampleSite.replace('127.0.0.1', 'localhost')]) {
      expect(await check(url, { urls: [`${origin}/`] })).toMatchObject({ outcome: 'refused' });
    }
    expect(other.acceptedConnections()).toBe(0);
  });

  it('says why it cannot be started, and what to do', async () => {
    const taken = await serve();
    const folder = mkdtempSync(join(tmpdir(), 'robots-serve-'));
    writeFileSync(join(folder, 'data.mdb'), 'no page of LMDB'.repeat(1000));
    const port = String(taken.port);
    for (const [args, message] of [
      [['--port', port], `port is in use. If this service runs there already, open ${taken.url}/`],
      [['--port', port, '--example'], 'npx robots serve --example --port'],
      [['--host', '192.0.2.1'], 'Cannot listen on 192.0.2.1:0: listen EADDRNOTAVAIL'],
      [['--allow-origin', 'nowhere'], 'Cannot allow the origin "nowhere"'],
      [['--store', 'tape:1'], 'Cannot use the store "tape:1"'],
      [['--store', `lmdb:${folder}`], 'choose another one with --store, or delete it'],
      [['--store', `lmdb:${join(folder, 'data.mdb', 'x')}`], 'a part of its path is not a folder'],
    ] as const) {
      const said = await start(...args).then(
        () => 'it started',
        (error) => String(error),
      );
      expect(said).toContain('ended with 2');
      expect(said).toContain(message);
    }
  });
});

describe('closing', () => {
  it('finishes what is under way, and takes nothing more', async () => {
    let answer: (() => void) | undefined;
    const slow = await site(() => (_, response) => {
      answer = () =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /\n');
    });
    const server = await serveFor([slow], { connections: { graceMs: 600_000 } });
    // Loads the service's description, against which answers are checked, because it is no longer available after the
    // shutdown.
    await server.get('/healthz');
    const idle = connect(server.port, '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.on('error', () => {}).once('close', resolve));
    const asked = server.post('/v1/check', { urls: [`${slow.origin}/x`] });
    await expect.poll(() => answer !== undefined).toBe(true);
    const closed = server.close();
    await idleClosed;
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    answer?.();
    const { status, json } = await asked;
    expect([status, json.results[0].allowed]).toEqual([200, false]);
    await closed;
  });

  it('answers a request that has arrived on a connection that was idle', async () => {
    const server = await serve({ connections: { graceMs: 600_000 } });
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
    const ask = (): void => void socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    const answers = (): string[] => text.split('HTTP/1.1 ').slice(1);
    const ended = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    ask();
    await expect.poll(answers).toHaveLength(1);
    // The server has not yet read this request when its shutdown begins.
    ask();
    await server.close();
    await ended;
    expect(answers().at(-1)).toMatch(/^200 .*connection: close/is);
    expect(answers()).toHaveLength(2);
  });

  it('ends a stream after the lines that came, and says why', async () => {
    const server = await serve({ connections: { graceMs: 600_000 } });
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
    const line = `${JSON.stringify({ id: 1, robots: '', urls: ['/'] })}\n`;
    socket.write(
      'POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n' +
        `Transfer-Encoding: chunked\r\n\r\n${line.length.toString(16)}\r\n${line}\r\n`,
    );
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    const ended = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    await expect.poll(() => text).toContain('"id":1');
    await server.close();
    await ended;
    expect(text).toContain('/docs#shutting-down');
    // The response is chunked, so its end shows that the server finished it and the connection did not break.
    expect(text.endsWith('0\r\n\r\n')).toBe(true);
  });

  it('goes on answering for a while after /readyz says that it ends, where somebody asks that', async () => {
    const server = await serve({ connections: { drainMs: 1000 } });
    const ready = async (): Promise<[number, string]> => {
      const response = await fetch(`${server.url}/readyz`);
      return [response.status, ((await response.json()) as { status: string }).status];
    };
    expect(await ready()).toEqual([200, 'ready']);
    const closed = server.close();
    expect(await ready()).toEqual([503, 'closing']);
    expect((await server.post('/v1/evaluate', { robots: '', urls: ['/'] })).status).toBe(200);
    await closed;
    await expect(ready()).rejects.toThrow();
  });

  it('waits no longer than the grace', async () => {
    const silent = await site(() => () => {});
    const server = await serveFor([silent], { connections: { graceMs: 300 } });
    const sent = request({
      port: server.port,
      host: '127.0.0.1',
      path: `/v1/robots?url=${silent.origin}`,
    }).end();
    const cut = new Promise((resolve) => sent.once('error', resolve));
    await expect.poll(() => silent.requests.length).toBe(1);
    await server.close();
    await cut;
  });
});
