/** `robots serve --watch-site … --audit-log …`: the service stores versions, and audits its logs against them. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { robots, startRobots } from './command.ts';

/** Starts a webhook that receives one event. */
async function webhook(): Promise<{ url: string; event: Promise<Record<string, unknown>> }> {
  let take = (_event: Record<string, unknown>): void => {};
  const event = new Promise<Record<string, unknown>>((resolve) => {
    take = resolve;
  });
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    response.end();
    take(JSON.parse(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, event };
}

it('watches by its own client, tells of versions, and judges its logs by them', async () => {
  const site = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nDisallow: /private/\n' });
  onTestFinished(() => site.close());
  const host = new URL(site.origin).host;
  const folder = mkdtempSync(join(tmpdir(), 'robots-serve-sources-'));
  const clock = new Date(Date.now() + 48 * 3_600_000).toUTCString();
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(clock) ?? [];
  writeFileSync(
    join(folder, 'access.log'),
    `192.0.2.7 - - [${day}/${month}/${year}:${time} +0000] "GET /private/x HTTP/1.1" 200 5 "-" "GPTBot/1.3"\n`,
  );
  const hook = await webhook();
  const args = ['serve', '--port', '0', '--address-policy', 'any', '--log-level', 'silent'];
  const child = startRobots([
    ...args,
    ...['--watch-site', site.origin, '--versions', join(folder, 'versions'), '--webhook', hook.url],
    ...['--audit-log', join(folder, 'access.log'), '--audit-site', host],
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [greeting] = await once(child.stdout as NodeJS.EventEmitter, 'data');
  const url = /listening on (\S+)/.exec(String(greeting))?.[1] as string;
  expect(await hook.event).toMatchObject({ event: 'first', origin: site.origin });

  const watched = (await (await fetch(`${url}/v1/watch`)).json()) as { events: object[] };
  expect(watched).toMatchObject({ origins: [site.origin], events: [{ event: 'first', outcome: 'rules' }] });
  expect(watched.events[0]).not.toHaveProperty('file');
  expect(await (await fetch(`${url}/v1/watch?format=atom`)).text()).toContain('<feed xmlns=');

  const report = await (await fetch(`${url}/v1/audit`)).json();
  expect(report).toMatchObject({ classes: { 'never-asked': 1 }, versions: [{ host }] });
  const hits = await fetch(`${url}/v1/audit`, { headers: { accept: 'application/x-ndjson' } });
  expect(JSON.parse(await hits.text())).toMatchObject({ class: 'never-asked', url: '/private/x', host });

  expect(readdirSync(join(folder, 'versions', host)).filter((name) => name.endsWith('.txt'))).toHaveLength(1);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

it.each([
  [['--watch-site', 'https://example.com'], /without --versions/],
  [['--audit-log', 'access.log'], /without --versions/],
  [['--audit-log', 'no.log', '--versions', 'v'], /Cannot read "no.log": there is no such file/],
  [['--audit-log', '.', '--versions', 'v'], /Cannot read ".": it is a directory/],
  [['--watch-site', 'ftp://example.com', '--versions', 'v'], /expected a site such as/],
  [
    ['--watch-site', 'https://example.com', '--versions', 'v', '--webhook', 'x'],
    /expected an http or https URL/,
  ],
])('%j is refused', async (options, message) => {
  const { exit, stderr } = await robots(['serve', '--port', '0', ...options]);
  expect([exit, stderr]).toEqual([2, expect.stringMatching(message)]);
});
