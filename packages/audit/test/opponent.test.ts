/**
 * Tests objections that an expert for an accused crawler could raise. The report must state nothing that the logs do
 * not show.
 */
import { describe, expect, it } from 'vitest';
import {
  type AuditReport,
  audit,
  type Finding,
  identify,
  readLog,
  readRanges,
  type Sample,
  timeline,
  type VersionSource,
} from '../src/index.ts';

const closed: readonly VersionSource[] = [
  { from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nDisallow: /private/\n', name: 'closed' },
];

interface Line {
  request: string;
  day?: string;
  host?: string;
  address?: string;
  status?: number | '-';
  userAgent?: string;
}

/** A Combined line, or one with a host before it. */
function lineOf(clock: string, what: string | Line): string {
  const {
    request,
    day = '05',
    host,
    address = '192.0.2.7',
    status = 200,
    userAgent = 'GPTBot/1.3',
  } = typeof what === 'string' ? { request: what } : what;
  const before = host === undefined ? '' : `${host} `;
  return `${before}${address} - - [${day}/Nov/2026:${clock} +0000] "${request} HTTP/1.1" ${status} 5 "-" "${userAgent}"\n`;
}

const ASKED = lineOf('10:00:00', 'GET /robots.txt');
const PRIVATE = lineOf('10:00:05', 'GET /private/x');

interface Audited {
  report: AuditReport;
  findings: Finding[];
  samples: readonly Sample[];
}

async function audited(
  logs: string | readonly string[],
  options: Partial<Parameters<typeof audit>[1]> = {},
  versions: readonly VersionSource[] = closed,
): Promise<Audited> {
  const findings: Finding[] = [];
  const named = (typeof logs === 'string' ? [logs] : logs).map((log, at) => ({
    name: `log-${at}`,
    open: () => log,
  }));
  const report = await audit(named, {
    timeline: timeline(versions),
    onFindings: (more) => {
      findings.push(...more);
    },
    ...options,
  });
  return { report, findings, samples: report.rules.flatMap(({ samples }) => samples) };
}

function codesOf({ fitness }: AuditReport): string[] {
  return fitness.problems.map(({ code }) => code);
}

describe('RFC 9309 §2.3: each authority has a robots.txt of its own', () => {
  const target = (host: string): string => lineOf('10:00:05', `GET http://${host}/private/x`);

  it.each(['example.com', 'other.example'])('only the target of a request names %s', async (host) => {
    const { findings } = await audited(ASKED + target(host) + PRIVATE);
    expect(findings.map(({ because }) => because)).toEqual(['rules', 'unknown-host', 'rules']);
    expect(findings[2]?.class).toBe('violation');
  });

  it('--site settles it', async () => {
    const { findings } = await audited(ASKED + target('example.com') + target('other.example'), {
      host: 'example.com',
    });
    expect(findings.map((one) => one.class)).toEqual(['allowed', 'violation', 'not-judged']);
  });

  it('the target in absolute form wins over the host that the log names', async () => {
    const versions = [{ ...(closed[0] as VersionSource), host: 'a.example' }];
    const line = lineOf('10:00:05', { request: 'GET http://b.example/private/x', host: 'a.example' });
    const { findings } = await audited(line, {}, versions);
    expect(findings[0]).toMatchObject({ host: 'b.example', because: 'no-version' });
  });

  it('a line without a host, where others have one, is of nobody knows which', async () => {
    const at = (host: string): string => ASKED.replace(/^/, `${host} `);
    const log =
      at('a.example') + at('a.example') + lineOf('10:00:05', { request: 'GET /private/x', host: '-' });
    for (const host of [undefined, 'a.example']) {
      const { findings } = await audited(log, { host });
      expect(findings[2]).toMatchObject({ class: 'not-judged', because: 'unknown-host' });
    }
  });

  it('a machine that collects logs is no site', async () => {
    const of = (machine: string, url: string): string =>
      `${JSON.stringify({
        time_iso8601: '2026-11-05T10:00:00Z',
        host: machine,
        server_name: 'a.example',
        remote_addr: '192.0.2.7',
        request: `GET ${url} HTTP/1.1`,
        status: 200,
        http_user_agent: 'GPTBot/1.3',
      })}\n`;
    const { findings } = await audited(of('web-1', '/robots.txt') + of('web-2', '/private/x'));
    expect(findings.map(({ host }) => host)).toEqual(['a.example', 'a.example']);
    expect(findings[1]?.class).toBe('violation');
  });
});

describe('RFC 9309 §2.2.2: robots.txt itself is implicitly allowed', () => {
  it.each(['/robots.txt', '/robots.txt?cache=1'])('%s under Disallow: /', async (url) => {
    const versions = [{ from: Number.NEGATIVE_INFINITY, body: 'User-agent: *\nDisallow: /\n' }];
    const { findings } = await audited(lineOf('10:00:00', `GET ${url}`), {}, versions);
    expect(findings[0]?.class).toBe('allowed');
  });
});

describe('the headline', () => {
  const CLAIM = 'Only User-Agent headers identify these crawlers, so nothing proves who sent the requests.';

  it('says that all of it rests on names', async () => {
    const { report } = await audited(PRIVATE);
    expect(report.headline).toContain(CLAIM);
  });

  it('says how much of it does', async () => {
    const ccbot = lineOf('10:00:06', { request: 'GET /private/x', userAgent: 'CCBot/2.0' });
    const evidence = { ranges: readRanges({ GPTBot: ['192.0.2.0/24'] }) };
    const { report } = await audited(PRIVATE + ccbot, { evidence });
    expect(report.headline).toContain(
      '1 of these disallowed requests is attributed only by the User-Agent header, so nothing proves who sent it.',
    );
    const proven = await audited(PRIVATE, { evidence });
    expect(proven.report.headline).not.toContain('proves');
  });

  it('does not call a 304 a redirect', async () => {
    const { report } = await audited(ASKED + lineOf('10:00:05', { request: 'GET /private/x', status: 304 }));
    expect(report.headline).toContain('answered with a redirect or 304 instead of the page');
  });

  it.each([
    ['of every request, where versions are of a time: no time is right', closed, true],
    [
      'of every request, by a file that was always there',
      [{ ...closed[0], from: -Infinity } as VersionSource],
      false,
    ],
  ])('tells of the future: %s', async (_, versions, isFatal) => {
    const now = Date.parse('2026-11-03T00:00:00Z');
    const { report } = await audited(PRIVATE, { now }, versions);
    expect(report.fitness.problems).toContainEqual(expect.objectContaining({ code: 'future', isFatal }));
    expect(report.headline.includes('the future')).toBe(isFatal);
  });
});

describe('a crawler that is said not to have asked', () => {
  it('may have asked a CDN, where the log has no request for robots.txt at all', async () => {
    const { report } = await audited(PRIVATE);
    expect(codesOf(report)).toEqual(['no-robots-txt']);
    expect(report.headline).toContain('these logs contain no request for robots.txt by anyone');
  });

  it('asked for the robots.txt of another host', async () => {
    const at = (host: string, path: string): string => lineOf('10:00:00', { request: `GET ${path}`, host });
    const { report } = await audited(at('a.example', '/robots.txt') + at('b.example', '/private/x'));
    expect(report.crawlers[0]).toMatchObject({ robotsFetches: 1, classes: { 'never-asked': 1 } });
    expect(report.headline).toMatch(
      /on hosts for which these logs show no request of theirs for robots\.txt/,
    );
  });

  it('may have asked before the log begins', async () => {
    const other = lineOf('09:00:00', { request: 'GET /robots.txt', userAgent: 'CCBot/2.0' });
    const later = lineOf('09:00:00', { request: 'GET /private/y', day: '07' });
    const { report } = await audited(other + PRIVATE + later);
    expect(report.classes['never-asked']).toBe(2);
    const [problem] = report.fitness.problems;
    expect(problem).toMatchObject({ code: 'begins-late', isFatal: false });
    expect(problem?.message).toMatch(/^1 never-asked request is from the first 24 hours/);
    expect(codesOf((await audited(other + later)).report)).toEqual([]);
  });
});

describe('a log of which some lines lack a field', () => {
  const without = lineOf('10:00:00', { request: 'GET /x', userAgent: '-' });
  const browser = lineOf('10:00:00', { request: 'GET /x', userAgent: 'Mozilla/5.0 (X11) Firefox/145.0' });
  const allowed = lineOf('10:00:00', 'GET /x');

  it.each([
    [
      3,
      397,
      browser,
      true,
      '397 of 400 requests have no User-Agent, so nothing can be said about who sent them.',
    ],
    [50, 50, browser, false, 'Of the 50 of 100 requests that name a User-Agent, none is from a crawler.'],
    [
      50,
      50,
      allowed,
      false,
      'Of the 50 of 100 requests that name a User-Agent, no crawler violated robots.txt in',
    ],
    [95, 5, browser, false, 'No request is from a crawler.'],
    [95, 5, allowed, false, 'No crawler violated robots.txt in 95 requests that were judged.'],
  ])(
    'does not acquit the others: %i with a User-Agent, %i without',
    async (has, lacks, line, isFatal, words) => {
      const { report } = await audited(line.repeat(has) + without.repeat(lacks));
      expect(report.headline.startsWith(words)).toBe(true);
      const message = `${lacks} of ${has + lacks} requests have no User-Agent, so nothing can be said about who sent them`;
      expect(report.fitness.problems).toContainEqual({ code: 'fields-missing', isFatal, message });
    },
  );

  it('says nothing of one in 200', async () => {
    const { report } = await audited(allowed.repeat(199) + without);
    expect(codesOf(report)).not.toContain('fields-missing');
  });

  it('is not fit if it judges less than half of what crawlers requested', async () => {
    const noStatus = lineOf('10:00:05', { request: 'GET /private/x', status: '-' });
    const some = (await audited(allowed.repeat(60) + noStatus.repeat(40))).report;
    expect([some.fitness.isFit, some.headline]).toEqual([
      true,
      expect.stringContaining('No crawler violated robots.txt in 60 of 100 requests that were judged.'),
    ]);
    const few = (await audited(allowed.repeat(40) + noStatus.repeat(60))).report;
    expect(few.fitness.isFit).toBe(false);
    expect(few.headline).toContain(
      'only 40 of 100 requests of crawlers were judged: 60 disallowed, but without a status',
    );
  });
});

describe('names of ranges', () => {
  it.each(['GPTBot', ' gptbot ', 'GPTBot/1.3', 'GPTBot*', 'GPTBot;', 'GPTBot (x)', 'OpenAI'])(
    '%j',
    async (name) => {
      const { report } = await audited(ASKED, {
        evidence: { ranges: readRanges({ [name]: ['203.0.113.0/24'] }) },
      });
      expect([report.crawlers[0]?.identity, codesOf(report)]).toEqual([{ refuted: 1 }, []]);
    },
  );

  it.each(['GPTBto', 'GPTBot,CCBot', '*', ''])('%j has no effect, which is fatal', async (name) => {
    const { report } = await audited(ASKED, {
      evidence: { ranges: readRanges({ [name]: ['203.0.113.0/24'] }) },
    });
    expect(report.fitness.problems).toContainEqual(
      expect.objectContaining({ code: 'unused-ranges', isFatal: true }),
    );
  });

  it('may be those of a crawler that only the log knows', async () => {
    const log = lineOf('10:00:00', { request: 'GET /x', userAgent: 'FooBot/1.0' });
    const { report } = await audited(log, { evidence: { ranges: readRanges({ FooBot: ['192.0.2.0/24'] }) } });
    expect([report.crawlers[0]?.identity, codesOf(report)]).toEqual([{ range: 1 }, []]);
  });
});

describe('requests that are logged twice', () => {
  it('count twice, and the headline says so', async () => {
    const { report } = await audited([ASKED + PRIVATE, ASKED + PRIVATE]);
    expect(codesOf(report)).toEqual(['repeated-lines']);
    expect(report.headline).toContain('2 of 2 crawler requests in log-1 also occur in another log');
  });

  it('also where only the end of one log is the beginning of the next', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => lineOf(`10:00:${at + 10}`, `GET /a/${at}`));
    const { report } = await audited([lines.slice(0, 20).join(''), lines.slice(15).join('')]);
    expect(report.fitness.problems[0]?.message).toMatch(/^5 of 15 crawler requests/);
  });

  it('are not what one log holds twice, nor what two machines log at the same time', async () => {
    const both = [ASKED + PRIVATE + PRIVATE, lineOf('10:00:05', { request: 'GET /private/x', status: 404 })];
    expect(codesOf((await audited(both)).report)).toEqual([]);
  });
});

describe('the last fetch that a sample names', () => {
  const late = lineOf('10:05:00', 'GET /robots.txt');
  const early = lineOf('10:01:00', 'GET /robots.txt');

  it.each([
    ['after the request in the log, before it in time', PRIVATE.replace('10:00:05', '10:06:00') + late, 2],
    ['of two that are not in order', late + early + PRIVATE.replace('10:00:05', '10:06:00'), 1],
    ['of a log whose days are in the wrong order', `${PRIVATE}${lineOf('10:00:06', 'GET /a')}${ASKED}`, 3],
  ])('%s', async (_, log, line) => {
    const { samples } = await audited(log);
    expect(samples[0]).toMatchObject({ class: 'violation', lastFetch: { line, held: 'version' } });
  });

  it('that got no answer left the crawler with nothing', async () => {
    const versions = [
      { from: '2026-11-01', body: '' },
      { ...(closed[0] as VersionSource), from: '2026-11-05T09:00:00Z' },
    ];
    const { findings, samples } = await audited(ASKED.replace(' 200 ', ' - ') + PRIVATE, {}, versions);
    expect(findings[1]?.class).toBe('within-grace');
    expect(samples[0]?.lastFetch?.held).toBe('unknown');
  });
});

describe('times', () => {
  const json = (time: unknown, more: object = {}): string =>
    `${JSON.stringify({ time, ...more, remote_addr: '192.0.2.7', request: 'GET /a HTTP/1.1', status: 200, http_user_agent: 'GPTBot/1.3' })}\n`;

  it.each([
    ['2026-11-05 10:00:00', 0],
    ['05/Nov/2026:10:00:00', 0],
    ['2026-11-05T10:00:00Z', 1],
    ['2026-11-05T10:00:00.5+01:00', 1],
    ['2026-11-05 10:00:00 UTC', 1],
    ['1793872800.5', 1],
    [1_793_872_800_000, 1],
  ])('%j says its zone: %i', async (time, zone) => {
    const { report } = await audited(json(time));
    expect(report.fitness.fields).toMatchObject({ requests: 1, zone });
    expect(codesOf(report).includes('no-time-zone')).toBe(zone === 0);
  });

  it('without a zone do not matter where one version was always served', async () => {
    const always = [{ from: Number.NEGATIVE_INFINITY, body: 'User-agent: *\nDisallow: /\n' }];
    const { report } = await audited(json('2026-11-05 10:00:00'), {}, always);
    expect(codesOf(report)).not.toContain('no-time-zone');
  });

  it('are not what a request took', async () => {
    for await (const hit of readLog(json(0.003, { date: '2026-11-05T10:00:00Z' }))) {
      expect(new Date(hit.time).toISOString()).toBe('2026-11-05T10:00:00.000Z');
    }
  });

  it.each(['30/Feb', '31/Nov', '00/Nov', '29/Feb'])('%s/2026 is no day', async (day) => {
    const reading = readLog(PRIVATE.replace('05/Nov', day), 'combined');
    for await (const hit of reading) expect(hit).toBeUndefined();
    expect(reading.summary.skipped).toBe(1);
  });

  it.each([
    ['the hour that is there twice', '+0200', '+0100', 3600],
    ['the hour that is not there', '+0100', '+0200', -3600],
  ])('with a zone are exact where clocks change: %s', async (_, before, after, seconds) => {
    const log = PRIVATE.replace('+0000', before) + PRIVATE.replace('+0000', after);
    const times: number[] = [];
    for await (const { time } of readLog(log)) times.push(time);
    expect(((times[1] ?? 0) - (times[0] ?? 0)) / 1000).toBe(seconds);
  });
});

describe('a chain of proxies', () => {
  const evidence = { ranges: readRanges({ GPTBot: ['20.15.240.64/28'] }) };

  it.each([
    ['20.15.240.70', 'range', 'its own address'],
    ['203.0.113.9, 20.15.240.70', 'range', 'what a client says before it'],
    ['20.15.240.70, 10.0.0.1', 'range', 'a proxy of the site behind it'],
    ['20.15.240.70, 10.0.0.1, fd00::2', 'range', 'two proxies of the site behind it'],
    ['20.15.240.70, 198.51.100.7', 'unknown', 'somebody says that it is passed on'],
    ['203.0.113.9, 198.51.100.7', 'refuted', 'nobody of the chain is the operator’s'],
    ['10.0.0.2, 10.0.0.1', 'unknown', 'only proxies of the site'],
    ['unknown, 198.51.100.7', 'refuted', 'a hidden client before it'],
    ['198.51.100.7, unknown', 'unknown', 'a hidden client at the end'],
  ])('%s: %s (%s)', (chain, identity) => {
    expect(identify(chain, 'GPTBot/1.3', evidence).identity).toBe(identity);
  });

  it.each<[string, string]>([
    ['Combined', lineOf('10:00:05', { request: 'GET /a', address: '20.15.240.70, 198.51.100.7' })],
    [
      'JSON',
      `${JSON.stringify({ ts: 1_793_872_800, x_forwarded_for: '20.15.240.70:4711, 198.51.100.7', request: 'GET /a HTTP/1.1', status: 200, http_user_agent: 'GPTBot/1.3' })}\n`,
    ],
    [
      'Envoy',
      '[2026-11-05T10:00:00.000Z] "GET /a HTTP/1.1" 200 - 0 5 1 1 "20.15.240.70,198.51.100.7" "GPTBot/1.3" "id" "a.example" "10.0.0.1:80"\n',
    ],
  ])('is read whole: %s', async (_, log) => {
    const addresses: string[] = [];
    for await (const { address } of readLog(log)) addresses.push(address);
    expect(addresses).toEqual(['20.15.240.70, 198.51.100.7']);
  });

  it('is what a log_format names as the client', async () => {
    const format = '$http_x_forwarded_for - [$time_local] "$request" $status "$http_user_agent"';
    const log =
      '20.15.240.70, 10.0.0.1 - [05/Nov/2026:10:00:05 +0000] "GET /private/x HTTP/1.1" 200 "GPTBot/1.3"\n';
    const { findings } = await audited(log, { format, evidence });
    expect(findings[0]?.identity).toBe('range');
  });
});

describe('a header that the log percent-encodes', () => {
  it.each([
    [
      'combined',
      lineOf('10:00:05', { request: 'GET /a', userAgent: 'Mozilla/5.0%20(compatible;%20GPTBot/1.3)' }),
    ],
    [
      'csv',
      'time,request,status,useragent\n2026-11-05T10:00:00Z,GET /a HTTP/1.1,200,Mozilla/5.0%20(compatible;%20GPTBot/1.3)\n',
    ],
  ])('is decoded in every format: %s', async (_, log) => {
    const { findings } = await audited(log);
    expect(findings[0]?.token).toBe('GPTBot');
  });
});

describe("a person's tool with the marks of crawlers is not accused", () => {
  it.each([
    'Mozilla/5.0 (compatible; ABrowse 0.4; Syllable)',
    'Mozilla/5.0 (compatible; IBrowse 3.0; AmigaOS4.0)',
    'Mozilla/3.0 (compatible; NetPositive/2.2)',
    'Mozilla/4.0 (compatible; RISC OS 5.13; Oregano 1.10)',
    'Mozilla/4.0 (compatible; AOL 7.0; Windows NT 5.1)',
    'Mozilla/5.0 (compatible; Nextcloud News)',
    'Pocket Casts/1.0 (+https://pocketcasts.com)',
    'Synapse (bot; +https://github.com/matrix-org/synapse)',
    'Bluesky Cardyb/1.1; +mailto:support@bsky.app',
    'Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets; +http://docs.google.com)',
    "Mozilla/5.0 (compatible; Let's Encrypt validation server; +https://www.letsencrypt.org)",
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'facebookexternalhit/1.1;line-poker/1.0',
    'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
    'Talbot/3.2 CFNetwork/1494.0.7 Darwin/23.4.0',
    'Mozilla/5.0 (compatible;)',
    'Mozilla/5.0 (compatible; +https://example.org/)',
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'gPodder/3.5.2 (+http://gpodder.org/)',
    'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
    'Mozilla/5.0 (compatible; OhDear/1.1; +https://ohdear.app/checker; brokenLinks)',
    'Mozilla/5.0 (compatible; PRTG Network Monitor (www.paessler.com); Windows)',
    'iPad (compatible; Tablet2.0) Reader 10.0.7 (197) / iPadOS 16.6',
    'Mozilla/5.0 (Linux; Android 12; compatible; en) Firefox/120.0',
  ])('%s', async (userAgent) => {
    const log = `192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${userAgent}"\n`;
    const history = timeline([{ body: 'User-agent: *\nDisallow: /\n', from: Number.NEGATIVE_INFINITY }]);
    const { classes } = await audit([{ name: 'log', open: () => log }], { timeline: history });
    expect(classes['not-bound'] + classes.unidentified).toBe(1);
  });
});
