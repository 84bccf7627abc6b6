/**
 * Tests docs/fleet.md, "When it goes wrong", with a disk that is really full. The service keeps responding, and exits
 * with the usual code after SIGTERM. A command gives every result, and exits with the usual code.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mayMount, needs } from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { robots, startRobots, temporaryFolder } from './command.ts';

const times = 6;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

/** Mounts a separate disk of 3 MiB in memory. */
function smallDisk(): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'pipe' });
  closers.push(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Starts sites with 27 kB of rules each, one per address of this machine. */
async function manySites(): Promise<(count: number, from: number) => string[]> {
  const server = createServer((_, response) => {
    response.end(`User-agent: *\nDisallow: /x\n# ${randomBytes(20_000).toString('base64')}\n`);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return (count, from) =>
    Array.from(
      { length: count },
      (_, at) => `http://127.1.${1 + Math.floor((from + at) / 250)}.${1 + ((from + at) % 250)}:${port}/x`,
    );
}

describe('a full disk', needs('a file system of its own: run as root on Linux', mayMount()), () => {
  it(`the service answers on and ends with 0, ${times} times`, { timeout: 400_000 }, async () => {
    const sites = await manySites();
    for (let time = 0; time < times; time++) {
      const store = `lmdb:${smallDisk()}/store`;
      const options = ['--port', '0', '--store', store, '--address-policy', 'any', '--log-level', 'error'];
      const service = startRobots(['serve', ...options]);
      const ended = once(service, 'exit');
      service.stderr?.resume();
      let greeting = '';
      for await (const chunk of service.stdout ?? []) {
        greeting += chunk;
        if (greeting.includes('\n')) break;
      }
      const url = /http:\S+/.exec(greeting)?.[0];
      for (let asked = 0; asked < 240; asked += 40) {
        const response = await fetch(`${url}/v1/check`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ urls: sites(40, time * 240 + asked) }),
        });
        const { results } = (await response.json()) as { results: { action: string }[] };
        expect(results.map(({ action }) => action)).toEqual(Array.from({ length: 40 }, () => 'skip'));
      }
      service.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  });

  it(`a command gives every result and its own exit code, ${times} times`, { timeout: 400_000 }, async () => {
    const sites = await manySites();
    for (let time = 0; time < times; time++) {
      const urls = sites(240, time * 240);
      const store = `lmdb:${smallDisk()}/store`;
      const run = await robots(['check', '--store', store, '--format', 'ndjson', ...urls]);
      expect(run.exit).toBe(1);
      const results = run.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { url: string; action: string });
      expect(results.map(({ url, action }) => [url, action])).toEqual(urls.map((url) => [url, 'skip']));
    }
  });

  it('init leaves no part of a file', async () => {
    const folder = smallDisk();
    writeFileSync(`${folder}/other`, Buffer.alloc(3 * 1024 * 1024));
    const { exit, stderr } = await robots(['init', `${folder}/robots.txt`, '--template', 'open']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('Cannot write')]);
    expect(readdirSync(folder)).toEqual(['other']);
  });
});
