/** Whom a proposal refuses: only on proof, by whole names, and never somebody else. */
import { type AuditReport, audit, readRanges, timeline } from '@robots-exclusion/audit';
import { servers } from '@robots-exclusion/operations/server-rules';
import { agents } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { blocklist } from './blocklist.ts';
import { type RefusalRules, refusalRules, refusalsOf } from './refusals.ts';

const RANGES = readRanges({
  Googlebot: ['192.0.2.0/24'],
  GPTBot: ['192.0.2.0/24'],
  bingbot: ['192.0.2.0/24'],
});
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Requests: how many, the address, the path and the User-Agent header. */
type Asked = readonly (readonly [count: number, address: string, path: string, userAgent: string])[];

function reportOf(asked: Asked, ranges = RANGES): Promise<AuditReport> {
  const log = asked
    .flatMap(([count, address, path, userAgent]) =>
      Array.from(
        { length: count },
        () => `${address} - - [10/Nov/2026:00:00:00 +0000] "GET ${path} HTTP/1.1" 200 1 "-" "${userAgent}"\n`,
      ),
    )
    .join('');
  const history = timeline([{ name: 'v', from: 0, body: 'User-agent: *\nDisallow: /a\n' }]);
  // Nobody has a name in DNS, so addresses outside the ranges are refuted.
  const evidence = { ranges, namesOf: () => [] };
  return audit([{ name: 'a.log', open: () => log }], { timeline: history, evidence });
}

async function refused(asked: Asked, rules: Partial<RefusalRules> = {}) {
  const { tokens, networks, spared } = refusalsOf(await reportOf(asked), { ...refusalRules, ...rules });
  return { tokens, networks: Object.fromEntries(networks), spared: spared.join('\n') };
}

/** What `refusers` says of a header that no server refuses. */
const NOBODY = servers.map(() => false);

/** Who refuses a header sent from an address, by the text of each proposal. */
function refusers(report: AuditReport, rules: RefusalRules) {
  const [nginx = [], apache = [], caddy = [], haproxy = [], cloudflare = []] = servers.map((name) =>
    blocklist(report, name, rules),
  );
  const patterns = (lines: readonly string[], form: RegExp): RegExp[] =>
    lines.flatMap((line) => form.exec(line)?.[1] ?? []).map((text) => new RegExp(text, 'i'));
  const terms = cloudflare.filter((line) => !line.startsWith('#')).join(' ');
  return (header: string): boolean[] => [
    patterns(nginx, /^ {2}"~\*(.*)" 1;$/).some((one) => one.test(header) || one.test(`1 ${header}`)),
    patterns(apache, /=~ m#(.*?)#i/).some((one) => one.test(header)),
    patterns(caddy, /^ {2}header_regexp User-Agent "\(\?i\)(.*)"$/).some((one) => one.test(header)),
    patterns(haproxy, /req\.hdr\(user-agent\) -m reg -i '(.*)'$/).some((one) => one.test(header)),
    [
      ...terms.matchAll(/(starts_with|ends_with)?\(?lower\(http\.user_agent\)(, | eq | contains )"([^"]*)"/g),
    ].some(([, start, operator, text = '']) => {
      const lower = header.toLowerCase();
      if (start === 'starts_with') return lower.startsWith(text);
      if (start === 'ends_with') return lower.endsWith(text);
      return operator === ' eq ' ? lower === text : lower.includes(text);
    }),
  ];
}

describe('who is refused', () => {
  it.each<[string, Asked, Partial<RefusalRules>, object]>([
    [
      'a search engine with one spoofed line: nobody',
      [
        [50, '192.0.2.1', '/b', GOOGLE],
        [1, '203.0.113.77', '/a', GOOGLE],
      ],
      {},
      { tokens: [], networks: {} },
    ],
    [
      'a search engine with many spoofed lines: their network, with its name',
      [
        [50, '192.0.2.1', '/b', GOOGLE],
        [20, '203.0.113.77', '/a', GOOGLE],
      ],
      {},
      { tokens: [], networks: { Googlebot: ['203.0.113.0/24'] } },
    ],
    [
      'a search engine that provably violated: nobody',
      [[20, '192.0.2.1', '/a', GOOGLE]],
      {},
      { tokens: [], networks: {}, spared: expect.stringContaining('--include Googlebot') },
    ],
    [
      'one that is included',
      [[20, '192.0.2.1', '/a', 'bingbot/2.0']],
      { include: ['BingBot'] },
      { tokens: ['bingbot'] },
    ],
    [
      'a proven crawler',
      [[20, '192.0.2.1', '/a', 'GPTBot/1.3']],
      {},
      { tokens: ['GPTBot'], networks: {}, spared: '' },
    ],
    [
      'a proven crawler, too few',
      [[9, '192.0.2.1', '/a', 'GPTBot/1.3']],
      {},
      { tokens: [], networks: {}, spared: 'GPTBot: 9 disallowed requests, fewer than --at-least 10.' },
    ],
    [
      'a proven crawler, too small a share',
      [
        [19, '192.0.2.1', '/a', 'GPTBot/1.3'],
        [1981, '192.0.2.1', '/b', 'GPTBot/1.3'],
      ],
      {},
      { tokens: [], spared: 'GPTBot: 19 disallowed requests of 2000, less than --share 1.' },
    ],
    [
      'a claimed crawler: its network, with its name',
      [[20, '198.51.100.7', '/a', 'CCBot/2.0']],
      {},
      { tokens: [], networks: { CCBot: ['198.51.100.0/24'] } },
    ],
    [
      'a claimed crawler from a proxy: nobody',
      [[20, '10.0.0.7', '/a', 'EvilBot/2.0']],
      {},
      { tokens: [], networks: {}, spared: expect.stringContaining('no way to prove it') },
    ],
    [
      'false names, where nobody was verified: the addresses may be those of a CDN',
      [[20, '203.0.113.77', '/b', GOOGLE]],
      {},
      { tokens: [], networks: {}, spared: expect.stringContaining('may be those of a proxy') },
    ],
    [
      'three names from one network: a proxy',
      [
        [20, '192.0.2.1', '/b', GOOGLE],
        [20, '203.0.113.7', '/a', 'CCBot/2.0'],
        [20, '203.0.113.8', '/a', 'Bytespider'],
        [20, '203.0.113.9', '/a', GOOGLE],
      ],
      {},
      { tokens: [], networks: {} },
    ],
    [
      'a log that is not fit: nobody',
      [
        [20, '192.0.2.1', '/a', 'GPTBot/1.3'],
        [30, '192.0.2.1', '/b', '-'],
      ],
      {},
      { tokens: [], networks: {}, spared: expect.stringContaining('30 of 50 requests have no User-Agent') },
    ],
    [
      'a fetcher that acts for a person',
      [[20, '198.51.100.7', '/a', 'Twitterbot/1.0']],
      {},
      { tokens: [], networks: {}, spared: expect.stringContaining('--include Twitterbot') },
    ],
  ])('%s', async (_, asked, rules, expected) => {
    expect(await refused(asked, rules)).toMatchObject(expected);
  });

  it.each([
    ...['ozilla/5.0', 'Gecko/20100101', 'Safari/537.36', 'KHTML, like Gecko', 'Windows/1', 'x86_64'],
    ...['compatible;', 'bot/1.0', 'lebot/1', 'com/1', 'https/1', 'googleb/1', 'crawler/2', 'heritrix/3'],
    ...['abc; } #bot/1', 'x){1,9}bot/1', 'abc\\nbot/1'],
  ])('nobody else because of the name %s', async (name) => {
    const report = await reportOf([[20, '198.51.100.7', '/a', `${name} (+https://x.example/)`]]);
    const [crawler] = report.crawlers;
    const proven = { ...report, crawlers: [{ ...crawler, grades: { range: crawler?.grades.claimed } }] };
    expect(report.crawlers).toHaveLength(1);
    for (const one of [report, proven as AuditReport]) {
      const refusing = refusers(one, refusalRules);
      for (const header of [FIREFOX, CHROME, ...agents.flatMap(({ exampleUserAgents }) => exampleUserAgents)])
        expect([header, refusing(header)]).toEqual([header, NOBODY]);
    }
  });
});

describe('a proposal', () => {
  const violating: Asked = [
    [20, '192.0.2.1', '/a', 'GPTBot/1.0'],
    [20, '203.0.113.77', '/a', GOOGLE],
  ];

  it('never blocks /robots.txt, in any program', async () => {
    const report = await reportOf(violating);
    const [nginx = '', apache = '', caddy = '', haproxy = '', cloudflare = ''] = servers.map((name) =>
      blocklist(report, name).join('\n'),
    );
    expect(nginx).toContain('map $uri $robots_file {\n  default 0;\n  /robots.txt 1;\n}');
    const [, form = ''] = /map "\$robots_file [^{]*\{\n {2}default 0;\n {2}"~(.*)" 1;/.exec(nginx) ?? [];
    expect(['0 01', '1 11'].map((flags) => new RegExp(form).test(flags))).toEqual([true, false]);
    expect(apache.match(/^<If "(?!%\{REQUEST_URI\} != '\/robots\.txt' && )/gm)).toBeNull();
    expect(haproxy).toContain('\nacl robots_file path /robots.txt\n');
    expect(haproxy.match(/^http-request deny .*(?<! !robots_file)$/gm)).toBeNull();
    const matchers = caddy.match(/^@\w+ \{[^}]*\}$/gm) ?? [];
    expect(matchers).toHaveLength(2);
    for (const matcher of matchers) expect(matcher).toContain('\n  not path /robots.txt\n}');
    const expressions = cloudflare.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(expressions).toHaveLength(1);
    for (const line of expressions)
      expect(line).toMatch(/^http\.request\.uri\.path ne "\/robots\.txt" and \(.*\)$/);
  });

  it('refuses a whole name, in any program', async () => {
    const refusing = refusers(await reportOf(violating), refusalRules);
    for (const header of [
      'GPTBot',
      'gptbot/1.3',
      'Mozilla/5.0 (compatible; GPTBot/1.3; x)',
      'x (GPTBot)',
      'a GPTBot;b',
      'x GPTBot y',
    ])
      expect([header, refusing(header)]).toEqual([header, NOBODY.map(() => true)]);
    for (const header of [
      'GPTBot-Other/1.0',
      'MyGPTBot',
      'GPTBot2/1',
      'Googlebot-Image/1.0',
      'x-googlebot/2',
      'Firefox',
    ])
      expect([header, refusing(header)]).toEqual([header, NOBODY]);
  });

  it('refuses no header of another operator', async () => {
    const headers = agents.flatMap(({ operator, exampleUserAgents }) =>
      exampleUserAgents.map((one) => [operator, one] as const),
    );
    const report = await reportOf([]);
    for (const { token, operator } of agents) {
      const tally = { disallowed: 20, violationRate: 1, allowed: 0 };
      const crawler = {
        token,
        disallowed: 20,
        grades: { range: tally },
      } as unknown as AuditReport['crawlers'][number];
      const refusing = refusers({ ...report, crawlers: [crawler] }, refusalRules);
      const others = headers.filter(([own, header]) => own !== operator && refusing(header).includes(true));
      expect([token, others]).toEqual([token, []]);
    }
  });
});
