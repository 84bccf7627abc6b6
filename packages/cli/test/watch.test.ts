/** `robots watch` saves versions and reports changes; `robots audit` reads the versions. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@robots-exclusion/client';
import { type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventsIn } from '../src/watch/atom.ts';
import { look as lookAt } from '../src/watch/look.ts';
import type { WatchEvent } from '../src/watch/watch-event.ts';
import { robots } from './command.ts';

const OPEN = 'User-agent: *\nDisallow: /admin/\n';
const CLOSED = 'User-agent: *\nDisallow: /admin/\n\nUser-agent: GPTBot\nDisallow: /\n';

async function start(body: string): Promise<{ site: HttpOrigin; folder: string; host: string }> {
  const site = await startHttpOrigin({ '/robots.txt': body });
  onTestFinished(() => site.close());
  const folder = mkdtempSync(join(tmpdir(), 'robots-watch-test-'));
  return { site, folder, host: new URL(site.origin).host };
}

type Body = string | { status: number };

/** Runs a check in this process; only the folder persists between checks. */
async function look(site: HttpOrigin, folder: string, body: Body): Promise<readonly WatchEvent[]> {
  site.play({ '/robots.txt': body });
  const client = createClient({ userAgent: 'FooBot/1.0', productTokens: '*' });
  try {
    const { signal } = new AbortController();
    return (await lookAt(site.origin, { client, folder, isDelivered: false, warn: () => {}, signal })).events;
  } finally {
    await client.close();
  }
}

async function run(site: HttpOrigin, folder: string, body: Body, ...options: string[]): Promise<string> {
  site.play({ '/robots.txt': body });
  const { stdout, exit } = await robots(['watch', site.origin, '--versions', folder, '--once', ...options]);
  expect(exit).toBe(0);
  return stdout;
}

interface Hook {
  url: string;
  /** The status that the webhook returns. */
  status: number;
  got: { headers: IncomingHttpHeaders; body: string }[];
}

/** Starts a webhook that records what it receives. */
async function startHook(): Promise<Hook> {
  const hook: Hook = { url: '', status: 200, got: [] };
  const server = await startHttpOrigin(() => async (_, response) => {
    const body = (await response.req.toArray()).join('');
    hook.got.push({ headers: response.req.headers, body });
    response.writeHead(hook.status).end();
  });
  onTestFinished(() => server.close());
  hook.url = `${server.origin}/hook`;
  return hook;
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
    expect(await look(site, folder, { status: 500 })).toMatchObject([
      { event: 'unreachable', reason: 'status 500' },
    ]);
    expect(await look(site, folder, { status: 500 })).toEqual([]);
    expect(await look(site, folder, OPEN)).toMatchObject([{ event: 'recovered', outcome: 'rules' }]);
    expect(await look(site, folder, { status: 404 })).toMatchObject([
      { event: 'changed', outcome: 'no-rules', octets: 0 },
    ]);
    expect(versionsIn(folder, host)).toHaveLength(2);
  });

  it.each([
    ['a page', '<!DOCTYPE html><title>Home</title>', /HTML page/],
    ['a challenge', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, /challenge \(cf-mitigated/],
    ['a login', { status: 401 }, /a login \(status 401\)/],
    ['a rate limit', { status: 429 }, /a rate limit/],
    [
      'a challenge in plain text',
      'Checking your browser before accessing example.com.\n',
      /plain-text message/,
    ],
    ['JSON', '{"message":"Internal Error"}', /JSON document/],
  ])('does not take %s for a version, and says when a robots.txt is there again', async (_, body, reason) => {
    const { site, folder, host } = await start(OPEN);
    await look(site, folder, OPEN);
    expect(await look(site, folder, body)).toMatchObject([
      { event: 'not-robots-txt', reason: expect.stringMatching(reason) },
    ]);
    expect(await look(site, folder, body)).toEqual([]);
    expect(await look(site, folder, { status: 503 })).toMatchObject([{ event: 'unreachable' }]);
    expect(await look(site, folder, CLOSED)).toMatchObject([{ event: 'recovered' }, { event: 'changed' }]);
    expect(versionsIn(folder, host)).toHaveLength(2);
  });

  it('finishes what a killed process decided, once', async () => {
    const { site, folder, host } = await start(OPEN);
    const [event] = await look(site, folder, OPEN);
    const own = join(folder, host);
    const [name] = versionsIn(folder, host);
    const kept = JSON.parse(readFileSync(join(own, '.watch.json'), 'utf8'));
    const unwritten = {
      name: name?.replace('.txt', ''),
      octets: Buffer.from(OPEN).toString('base64'),
      event,
    };
    writeFileSync(join(own, '.watch.json'), JSON.stringify({ ...kept, unwritten }));
    rmSync(join(own, name as string));
    expect(await look(site, folder, OPEN)).toEqual([]);
    expect(readFileSync(join(own, name as string), 'utf8')).toBe(OPEN);
    expect(JSON.parse(readFileSync(join(own, '.watch.json'), 'utf8'))).toEqual(kept);
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

  it('signs what a webhook gets, sends again what it did not take, and writes a feed', async () => {
    const { site, folder } = await start(OPEN);
    const hook = await startHook();
    hook.status = 503;
    const secret = `whsec_${Buffer.from('a secret of 24 octets ok').toString('base64')}`;
    const feedFile = join(folder, 'feed.xml');
    const options = ['--webhook', hook.url, '--webhook-secret', secret, '--atom', feedFile];
    expect(await run(site, folder, OPEN, ...options)).toMatch(/now watching .* \(rules, 32 octets\)\n$/);
    hook.status = 204;
    expect(await run(site, folder, CLOSED, ...options)).toMatch(/: closed to GPTBot /);
    expect(await run(site, folder, CLOSED, ...options)).toBe('');
    const events = hook.got.map(({ body }) => JSON.parse(body) as WatchEvent);
    expect(events.map(({ event }) => event)).toEqual(['first', 'first', 'changed']);
    expect(events[0]).toEqual(events[1]);
    for (const [index, { headers, body }] of hook.got.entries()) {
      const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']];
      expect(id).toBe(events[index]?.id);
      const mac = createHmac('sha256', 'a secret of 24 octets ok').update(`${id}.${time}.${body}`);
      expect(headers['webhook-signature']).toBe(`v1,${mac.digest('base64')}`);
    }
    expect((await eventsIn(folder, 1)).map(({ event }) => event)).toEqual(['changed']);
    const feed = readFileSync(feedFile, 'utf8');
    expect(feed.match(/<entry>/g)).toHaveLength(2);
    expect(feed).toContain('closed to GPTBot');
  });

  it.each([
    [
      'slack',
      { text: expect.stringMatching(/closed to GPTBot/), blocks: [{ type: 'section' }, { type: 'context' }] },
    ],
    [
      'email',
      {
        subject: expect.stringMatching(/^robots\.txt of 127\.0\.0\.1:\d+: changed$/),
        text: expect.stringMatching(/may no longer fetch .*:\n {2}GPTBot: /s),
      },
    ],
  ])('speaks as %s takes it', async (shape, expected) => {
    const { site, folder } = await start(OPEN);
    await look(site, folder, OPEN);
    const hook = await startHook();
    await run(site, folder, CLOSED, '--webhook', hook.url, '--webhook-shape', shape);
    expect(JSON.parse(hook.got[0]?.body ?? '')).toMatchObject(expected);
    expect(hook.got[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('watches the sites of a list, and fails where it is told to', async () => {
    const { site, folder, host } = await start(OPEN);
    const other = await startHttpOrigin({ '/robots.txt': OPEN });
    onTestFinished(() => other.close());
    const list = join(folder, 'sites.txt');
    writeFileSync(list, `# ours\n\n${site.origin}\n${other.origin}/about\n${site.origin}/\n`);
    const watch = (...args: string[]) => robots(['watch', '--versions', folder, '--once', ...args]);
    const first = await watch('--sites', list, '--fail-on', 'changed');
    expect([first.exit, first.stdout.split('\n')]).toEqual([0, expect.objectContaining({ length: 3 })]);
    expect(versionsIn(folder, host)).toHaveLength(1);
    expect(versionsIn(folder, new URL(other.origin).host)).toHaveLength(1);
    expect((await eventsIn(folder)).map(({ origin }) => origin).sort()).toEqual(
      [site.origin, other.origin].sort(),
    );
    site.play({ '/robots.txt': CLOSED });
    expect((await watch('--sites', list, '--fail-on', 'changed')).exit).toBe(1);
    expect((await watch('--sites', list, '--fail-on', 'changed')).exit).toBe(0);
    writeFileSync(list, `${site.origin}\nftp://a.example\n`);
    expect(await watch('--sites', list)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/:2: .*expected a site/),
    });
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
    [['--versions', 'V'], /expected a site/],
    [['ftp://example.com', '--versions', 'V'], /expected a site/],
    [['example.com', '--versions', 'V', '--webhook', 'file:///x'], /expected an http or https URL/],
  ])('%j is wrong usage', async (args, message) => {
    const { stderr, exit } = await robots(['watch', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
