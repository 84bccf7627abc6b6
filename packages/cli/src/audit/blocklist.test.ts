/** A single request can put a name into the proposed blocklist. Blocking that name must not block anyone else. */
import { audit, timeline } from '@robots-exclusion/audit';
import { describe, expect, it } from 'vitest';
import { blocklist, blocklists } from './blocklist.ts';

async function proposalsFor(userAgent: string): Promise<string[]> {
  const line = `192.0.2.1 - - [10/Nov/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "${userAgent}"\n`;
  const history = timeline([{ name: 'v', from: 0, body: 'User-agent: *\nDisallow: /a\n' }]);
  const report = await audit([{ name: 'a.log', open: () => line }], { timeline: history });
  expect(report.crawlers).toHaveLength(1);
  return blocklists.map((program) => blocklist(report, program).join('\n'));
}

describe('a proposal', () => {
  it('never blocks /robots.txt, in any program', async () => {
    const [nginx = '', caddy = '', cloudflare = ''] = await proposalsFor('GPTBot/1.0');
    expect(blocklists).toEqual(['nginx', 'caddy', 'cloudflare']);
    expect(nginx).toContain('map $uri $robots_file {\n  default 0;\n  /robots.txt 1;\n}');
    const [, refused = ''] = /map "\$robots_file [^{]*\{\n {2}default 0;\n {2}"~(.*)" 1;/.exec(nginx) ?? [];
    expect(['0 1', '1 1'].map((flags) => new RegExp(refused).test(flags))).toEqual([true, false]);
    const matchers = caddy.match(/^@\w+ \{[^}]*\}$/gm) ?? [];
    expect(matchers).toHaveLength(1);
    for (const matcher of matchers) expect(matcher).toContain('\n  not path /robots.txt\n}');
    const expressions = cloudflare.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(expressions).toHaveLength(1);
    for (const line of expressions)
      expect(line).toMatch(/^http\.request\.uri\.path ne "\/robots\.txt" and \(.*\)$/);
  });

  it.each(['GPTBot/1.0', 'EvilCorpBot/1.0 (+https://evil.example/)'])('refuses %s', async (userAgent) => {
    const [name = ''] = userAgent.split('/');
    for (const proposal of await proposalsFor(userAgent))
      expect(proposal.toLowerCase()).toContain(name.toLowerCase());
  });

  it.each([
    ...[
      'Mozilla/5.0',
      'Gecko/20100101',
      'Safari/537.36',
      'KHTML, like Gecko',
      'Windows/1',
      'x86_64',
      'compatible;',
    ],
    ...['bot/1.0', 'ot/1', 'com/1', 'https/1', 'googleb/1', 'crawler/2', 'spider'],
    ...['a; } #bot/1', 'x){1,9}bot/1', 'a\\nbot/1'],
  ])('refuses nobody for %s', async (name) => {
    for (const proposal of await proposalsFor(`${name} (+https://x.example/)`)) {
      expect(proposal).toContain('# Left out: 1 whose names');
      expect(proposal).toContain('# Nothing to block.');
    }
  });
});
