import { join } from 'node:path';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

const list = (made: string | undefined, block: string) =>
  JSON.stringify({ creationTime: made, prefixes: [{ ipv4Prefix: block }] });

describe('robots ranges', () => {
  it('follows the link of a page, keeps each list, and answers about a day', async () => {
    const site = (made: string, block: string) => ({
      '/about': '<link rel="client-ranges" href="/files/bot.json">',
      '/files/bot.json': list(made, block),
    });
    const origin = await startHttpOrigin(site('2026-11-01', '192.0.2.0/24'));
    onTestFinished(() => origin.close());
    const folder = temporaryFolder();
    const history = join(folder, 'history.json');
    const args = ['ranges', `${origin.origin}/about`, '--history', history];
    expect((await robots(args)).stdout).toContain('1 block (made 2026-11-01');
    origin.play(site('2026-11-20', '192.0.2.0/25'));
    expect((await robots(args)).stdout).toContain('192.0.2.0/25');
    const on = async (day: string, ...more: string[]) =>
      robots([...args, '--no-network', '--on', day, ...more]);
    expect((await on('2026-11-05', '--ip', '192.0.2.200')).stdout).toContain('in 192.0.2.0/24');
    expect((await on('2026-11-25', '--ip', '192.0.2.200')).exit).toBe(1);
    expect((await on('2025-11-25', '--ip', '192.0.2.200')).exit).toBe(3);
    expect((await on('2026-11-25', '--compare', '2026-11-05')).stdout).toContain(
      '1 added, 1 removed\n  + 192.0.2.0/25\n  - 192.0.2.0/24',
    );
    expect((await on('2026-11-25', '--compare', '2025-11-05')).exit).toBe(3);
    origin.play({ ...site('', ''), '/files/bot.json': list(undefined, '198.51.100.0/24') });
    expect((await robots(args)).stdout).toContain('(first seen ');
  });

  it.each([
    ['</bot.json>; rel="client-ranges"', 0],
    ['</else.json>; rel=next, </bot.json>; rel="help Client-Ranges"', 0],
    ['</bot.json>; rel="client-ranges-old"', 3],
    ['<http://[>; rel=client-ranges', 3],
  ])('follows the header field Link: %s', async (link, exit) => {
    const origin = await startHttpOrigin({
      '/about': { headers: { link }, body: '<p>About the bot' },
      '/bot.json': list('2026-11-01', '192.0.2.0/24'),
    });
    onTestFinished(() => origin.close());
    const answer = await robots(['ranges', `${origin.origin}/about`]);
    expect([answer.exit, answer.stdout.includes('192.0.2.0/24')]).toEqual([exit, exit === 0]);
  });

  it('knows no list of an operator when one of its lists cannot be read', async () => {
    const origin = await startHttpOrigin({ '/a.json': list('2026-11-01', '192.0.2.0/24') });
    onTestFinished(() => origin.close());
    const crawler = (token: string, file: string) => ({
      ...{ token, operator: 'Foo Inc', purposes: ['search'], obeys: 'yes', asOf: '2026-11-01' },
      ...{ source: 'https://foo.example/', sourceKind: 'operator' },
      verification: [{ kind: 'ip-ranges', url: `${origin.origin}/${file}`, format: 'prefixes' }],
    });
    const registryOf = (file: string) =>
      temporaryFile(`${file}.json`, JSON.stringify([crawler('FooBot', 'a.json'), crawler('BarBot', file)]));
    const ask = (file: string) =>
      robots(['ranges', 'Foo Inc', '--registry', registryOf(file), '--ip', '198.51.100.7']);
    expect((await ask('a.json')).exit).toBe(1);
    const { exit, stderr } = await ask('none.json');
    expect([exit, stderr]).toEqual([3, expect.stringContaining('a list of it could not be read')]);
  });
});
