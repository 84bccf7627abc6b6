import { startHttpOrigin } from '@robots-exclusion/testkit';
import { type AgentProfile, agents, findAgent, isDocumented, isStale } from 'robots-exclusion/agents';
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

  it.each(['googlebot-image', 'Googlebot-Image/1.0', 'Mozilla/5.0 (compatible; Googlebot-Image/1.0)'])(
    'looks up %s',
    async (name) => {
      const { stdout, exit } = await robots(['agents', name]);
      expect(stdout).toMatch(/^Googlebot-Image \(Googlebot Image\)\n/);
      expect(stdout).toContain('Googlebot-Image, then Googlebot, then *');
      expect(exit).toBe(0);
    },
  );

  it('cuts no URL, however narrow the terminal', async () => {
    const { stdout } = await robots(['agents', 'Googlebot-Image'], { env: { COLUMNS: '60' } });
    const { operatorUrl, verification, source } = findAgent('Googlebot-Image') as AgentProfile;
    const lists = verification.flatMap((way) => (way.kind === 'ip-ranges' ? [way.url] : []));
    for (const url of [operatorUrl, source, ...lists]) expect(stdout).toContain(` ${url}`);
    expect(lists).toHaveLength(1);
    const others = stdout.split('\n').filter((line) => !line.includes('://'));
    expect(Math.max(...others.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('says how requests are verified, and whose account a profile is', async () => {
    const google = (await robots(['agents', 'Google-Agent'], { env: { COLUMNS: '200' } })).stdout;
    expect(google).toMatch(/address listed at https:\/\/\S+\/user-triggered-agents\.json \(prefixes\)\n/);
    expect(google).toContain('reverse and forward DNS: *.google.com\n');
    expect(google).toContain('signature of https://agent.bot.goog\n');
    expect(google).toMatch(/source +https:\S+ \(operator, 2026-/);
    const { stdout } = await robots(['agents', 'Bytespider'], { env: { COLUMNS: '200' } });
    expect(stdout).toMatch(/source +https:\S+ \(hearsay, 2026-/);
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

  it('shows what a file lets each do, and by which group', async () => {
    const { stdout, exit } = await robots(['agents', temporaryFile('robots.txt', FILE)]);
    const line = (token: string) => stdout.split('\n').find((one) => one.startsWith(`${token} `));
    expect(line('GPTBot')).toMatch(/nothing +line 4$/);
    expect(line('Google-Extended')).toMatch(/nothing \(use\) +line 5$/);
    expect(line('CCBot')).toMatch(/everything +line 8$/);
    expect(line('Googlebot-Image')).toMatch(/some +by the group for Googlebot, line 1$/);
    expect(stdout).toMatch(/\nOthers \(\d+\): some, by "\*", line 11\n/);
    expect(stdout).toMatch(/\nOthers \(\d+\): everything, no group applies to them\n$/);
    expect(exit).toBe(0);
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

  it.each([
    [['agents', 'NobodyKnowsThisBot'], /No known crawler matches "NobodyKnowsThisBot"/, 3],
    [['agents', '--purpose', 'world-domination'], /purpose "world-domination": expected one of/, 2],
    [['agents', 'no-such-folder/robots.txt'], /there is no such file/, 2],
    [['agents', ''], /expected a product token/, 2],
    [['agents', 'Googlebot', '--purpose', 'training'], /matches "Googlebot" and fetches for training/, 3],
  ])('refuses %j', async (args, message, code) => {
    const { stderr, exit } = await robots(args);
    expect([message.test(stderr), exit]).toEqual([true, code]);
  });
});

it('answers with JSON where nobody is known by a name, as the service does', async () => {
  const { stdout, exit } = await robots(['agents', 'GPTBt', '--format', 'json']);
  expect(JSON.parse(stdout)).toEqual({ results: [], nearest: ['GPTBot'] });
  expect(exit).toBe(3);
});
