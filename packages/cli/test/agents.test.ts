import { startHttpOrigin } from '@robots-exclusion/testkit';
import { agents, isDocumented, isStale } from 'robots-exclusion/agents';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots } from './command.ts';

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
