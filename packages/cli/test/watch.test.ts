/** `robots watch`: versions kept, changes reported, and read by `robots audit`. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@robots-exclusion/client';
import { type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { look as lookAt } from '../src/watch/look.ts';
import type { WatchEvent } from '../src/watch/watch-event.ts';
import { robots } from './command.ts';

const OPEN = 'User-agent: *\nDisallow: /admin/\n';
const CLOSED = 'User-agent: *\nDisallow: /admin/\n\nUser-agent: GPTBot\nDisallow: /\n';

async function start(body: string): Promise<{ site: HttpOrigin; folder: string; host: string }> {
  const site = await startHttpOrigin({ '/robots.txt': body });
  onTestFinished(() => site.close());
  const folder = mkdtempSync(join(tmpdir(), 'robots-watch-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { site, folder, host: new URL(site.origin).host };
}

type Body = string | { status: number };

/** A look without a process around it; nothing is kept from one to the next but the folder. */
async function look(site: HttpOrigin, folder: string, body: Body): Promise<readonly WatchEvent[]> {
  site.play({ '/robots.txt': body });
  const client = createClient({ userAgent: 'FooBot/1.0', productTokens: '*' });
  try {
    const { signal } = new AbortController();
    return (await lookAt(site.origin, { client, folder, warn: () => {}, signal })).events;
  } finally {
    await client.close();
  }
}

/** A run of the command. */
async function run(site: HttpOrigin, folder: string, body: Body, ...options: string[]): Promise<string> {
  site.play({ '/robots.txt': body });
  const { stdout, exit } = await robots(['watch', site.origin, '--versions', folder, '--once', ...options]);
  expect(exit).toBe(0);
  return stdout;
}

const versionsIn = (folder: string, host: string): string[] =>
  readdirSync(join(folder, host))
    .filter((name) => name.endsWith('.txt'))
    .sort();

describe('robots watch', () => {
  it('keeps each version once, and tells who is let in and shut out', async () => {
    const { site, folder, host } = await start(OPEN);
    expect(await look(site, folder, OPEN)).toMatchObject([
      { event: 'first', outcome: 'rules', octets: OPEN.length },
    ]);
    expect(await look(site, folder, OPEN)).toEqual([]);
    const event = (await look(site, folder, CLOSED))[0] as WatchEvent;
    expect(event).toMatchObject({
      event: 'changed',
      origin: site.origin,
      diff: { changesVerdicts: true, letIn: [], shutOut: [{ crawlers: ['GPTBot'] }] },
    });
    const names = versionsIn(folder, host);
    expect(names.map((name) => readFileSync(join(folder, host, name), 'utf8'))).toEqual([OPEN, CLOSED]);
    expect(names[1]).toBe(`${event.version}.txt`);
  });

  it('does not take an unreachable site for a version, and says so once', async () => {
    const { site, folder, host } = await start(OPEN);
    await look(site, folder, OPEN);
    expect(await look(site, folder, { status: 500 })).toMatchObject([{ event: 'unreachable' }]);
    expect(await look(site, folder, { status: 500 })).toEqual([]);
    expect(await look(site, folder, OPEN)).toEqual([]);
    expect(await look(site, folder, { status: 404 })).toMatchObject([
      { event: 'changed', outcome: 'no-rules', octets: 0 },
    ]);
    expect(versionsIn(folder, host)).toHaveLength(2);
  });

  it('recognises answers that alternate', async () => {
    const { site, folder, host } = await start(OPEN);
    const events: string[] = [];
    for (const body of [OPEN, CLOSED, OPEN, CLOSED, OPEN]) {
      for (const { event } of await look(site, folder, body)) events.push(event);
    }
    expect(events).toEqual(['first', 'changed', 'alternating']);
    expect(versionsIn(folder, host)).toHaveLength(2);
  });

  it('sends a webhook what it did not take, and writes a feed', async () => {
    const { site, folder } = await start(OPEN);
    const taken: string[] = [];
    let status = 503;
    const hook = await startHttpOrigin(() => ({ status }));
    onTestFinished(() => hook.close());
    const options = ['--webhook', `${hook.origin}/hook`, '--atom', join(folder, 'feed.xml')];
    expect(await run(site, folder, OPEN, ...options)).toMatch(
      /: watched from now on \(rules, 32 octets\)\n$/,
    );
    status = 200;
    expect(await run(site, folder, CLOSED, ...options)).toMatch(
      /: closed to GPTBot the whole site\n$|: closed to GPTBot /,
    );
    for (const { method, path } of hook.requests) taken.push(`${method} ${path}`);
    expect(taken).toEqual(Array.from({ length: 3 }, () => 'POST /hook'));
    const feed = readFileSync(join(folder, 'feed.xml'), 'utf8');
    expect(feed.match(/<entry>/g)).toHaveLength(2);
    expect(feed).toContain('closed to GPTBot');
  });

  it('makes what robots audit judges by', async () => {
    const { site, folder, host } = await start(CLOSED);
    await look(site, folder, CLOSED);
    const later = new Date(Date.now() + 48 * 3_600_000).toISOString();
    const log = {
      ClientIP: '192.0.2.7',
      ClientRequestHost: host,
      ClientRequestMethod: 'GET',
      ClientRequestURI: '/a',
      ClientRequestUserAgent: 'GPTBot/1.3',
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: later,
    };
    writeFileSync(join(folder, 'log.json'), `${JSON.stringify(log)}\n`);
    const { stdout } = await robots([
      'audit',
      join(folder, 'log.json'),
      '--versions',
      folder,
      '--format',
      'ndjson',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ host, class: 'never-asked', rule: { line: 5 } });
  });

  it.each([
    [['example.com'], /without --versions/],
    [['ftp://example.com', '--versions', 'V'], /expected a site/],
    [['example.com', '--versions', 'V', '--webhook', 'file:///x'], /expected an http or https URL/],
  ])('%j is wrong usage', async (args, message) => {
    const { stderr, exit } = await robots(['watch', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
