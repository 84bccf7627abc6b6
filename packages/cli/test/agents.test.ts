import { servers } from '@robots-exclusion/operations/server-rules';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { agents, isDocumented, isStale } from 'robots-exclusion/agents';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const FILE = `User-agent: Googlebot
Disallow: /cart

User-agent: GPTBot
User-agent: Google-Extended
Disallow: /

User-agent: CCBot
Disallow:

User-agent: *
Disallow: /private/
Allow: /private/open
`;

describe('robots agents', () => {
  it('lists the registry, or a part of it', async () => {
    const all = await robots(['agents', '--format', 'ndjson']);
    expect(all.stdout.trim().split('\n')).toHaveLength(agents.length);
    const { stdout, exit } = await robots(['agents', '--purpose', 'training', '--format', 'json']);
    const tokens = JSON.parse(stdout).results.map(({ token }: { token: string }) => token);
    expect([tokens.includes('GPTBot'), tokens.includes('Pingdom.com_bot'), exit]).toEqual([true, false, 0]);
  });

  it('lists in lines no wider than the terminal, and as CSV', async () => {
    const { stdout } = await robots(['agents'], { env: { COLUMNS: '80' } });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toContain(
      `\n${agents.length} crawlers: ${agents.filter(isDocumented).length} documented, `,
    );
    const csv = await robots(['agents', '--purpose', 'archive', '--format', 'csv']);
    expect(csv.stdout.startsWith('token,operator,purposes,')).toBe(true);
  });

  it('looks up a crawler of public lists, which other commands know with --registry listed', async () => {
    const header = 'Mozilla/5.0 (compatible; Taboolabot/3.7; +http://www.taboola.com)';
    const { stdout } = await robots(['agents', header, '--format', 'json']);
    expect(JSON.parse(stdout).results).toMatchObject([{ token: 'Taboolabot', operator: 'Taboola' }]);
    const file = temporaryFile('robots.txt', 'User-agent: Taboolabot\nDisallow: /\n');
    for (const [registry, isUnknown] of [
      [[], true],
      [['--registry', 'listed'], false],
    ] as const) {
      const { stderr } = await robots(['check', '/', '--robots', file, '--agent', 'Taboolabot', ...registry]);
      expect(stderr.includes('is not a known crawler')).toBe(isUnknown);
    }
  });

  it('lists with --stale exactly those last looked at more than 90 days ago', async () => {
    const day = () => new Date().toISOString().slice(0, 10);
    const before = day();
    const { stdout, exit } = await robots(['agents', '--stale', '--format', 'json']);
    // Midnight may pass between the two calls, so either date is correct.
    const expected = [before, day()].map((today) =>
      agents.filter((agent) => isStale(agent, new Date(today))).map(({ token }) => token),
    );
    expect(expected).toContainEqual(JSON.parse(stdout).results.map(({ token }: { token: string }) => token));
    expect(exit).toBe(0);
  });

  it('writes rules of a server against a purpose or a name, never against whom nobody asked for', async () => {
    const { stdout } = await robots(['agents', '--purpose', 'training', '--format', 'nginx']);
    expect(stdout).toContain('"~*(^|[ (])(GPTBot)([/ ;)]|$)" 1;');
    for (const [token, reason] of [
      ['Applebot', 'also fetches for search'],
      ['Google-Extended', 'no program sends this name; only robots.txt knows it'],
      ['anthropic-ai', 'no crawler uses this name any more'],
    ]) {
      expect(stdout).toContain(`#   ${token}: ${reason}.`);
      expect(stdout).not.toContain(`(${token})`);
    }
    const named = await robots(['agents', 'bingbot', '--format', 'haproxy']);
    expect(named.stdout).toContain("-m reg -i '(^|[ (])(bingbot)([/ ;)]|$)'");
    const shared = await robots(['agents', 'Googlebot', '--format', 'apache']);
    expect(shared.stdout).toMatch(
      /Googlebot: browsers or other crawlers send this name, too\.\n\n# Nobody to refuse\.\n$/,
    );
    for (const args of [[], ['robots.txt'], ['NoSuchBot']])
      expect((await robots(['agents', ...args, '--format', 'caddy'])).exit).not.toBe(0);
  });

  it.each(servers)('writes no name of a registry into rules of %s that is unsafe there', async (server) => {
    const profile = { operator: 'Zorgel', source: 'https://zorgel.example/', asOf: '2026-11-30' };
    const names = ['Foo:Bot', 'a$b', "x'y", 'x', 'Zorgel.Bot'];
    const registry = names.map((token) => ({ ...profile, token, purposes: ['training'] }));
    const file = temporaryFile('registry.json', JSON.stringify(registry));
    const asked = ['agents', '--purpose', 'training', '--registry', file, '--format', server];
    const { stdout, exit } = await robots(asked);
    expect(exit).toBe(0);
    for (const name of names.slice(0, 4)) expect(stdout).toContain(`#   ${name}: this name is unsafe in a`);
    const rules = stdout.split('\n').filter((line) => !line.startsWith('#'));
    expect(rules.join('\n')).not.toMatch(/Foo:Bot|a\$b|x'y|\(x\)/i);
    expect(rules.join('\n')).toMatch(/Zorgel\[?\.\]?Bot/i);
  });

  it('shows it of what a site serves, for each crawler, as JSON and CSV', async () => {
    const origin = await startHttpOrigin({ '/robots.txt': FILE });
    onTestFinished(() => origin.close());
    const { stdout } = await robots(['agents', origin.origin, '--format', 'json']);
    const { results: rows } = JSON.parse(stdout);
    expect(rows).toHaveLength(agents.length);
    expect(rows.find(({ token }: { token: string }) => token === 'Applebot')).toMatchObject({
      reach: 'some',
      group: 'Googlebot',
      lines: [1],
    });
    const csv = await robots(['agents', '-', '--purpose', 'training', '--format', 'csv'], { input: FILE });
    expect(csv.stdout).toMatch(/\nGPTBot,OpenAI,[a-z ]+,nothing,GPTBot,4\r\n/);
  });
});
