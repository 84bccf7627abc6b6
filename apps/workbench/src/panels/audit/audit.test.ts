import { describe, expect, it } from 'vitest';
import type { NamedText } from './evidence-files.ts';
import { audit } from './job.ts';
import { dayScale, timeScale } from './lane-scale.ts';

const line = (path: string, agent: string): string =>
  `192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${agent}"\n`;

describe('the audit panel', () => {
  it('judges a log by the draft, and counts its URLs', async () => {
    const log = new Blob([
      line('/robots.txt', 'GPTBot/1.3'),
      line('/private/x', 'GPTBot/1.3'),
      line('/private/x', 'GPTBot/1.3'),
      line('/free', 'CCBot/2.0'),
    ]);
    const draft = 'User-agent: *\nDisallow: /private/\n';
    const told: number[] = [];
    const question = {
      draft,
      logs: [log],
      names: ['access.log'],
      versions: [],
      isFromLog: false,
      evidence: [],
    };
    const answer = await audit(question, ({ lines }) => told.push(lines));
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.report.classes.violation).toBe(2);
    expect(answer.report.rules[0]).toMatchObject({ line: 2, token: 'GPTBot' });
    expect(answer.urls[0]).toEqual(['/private/x', 2]);
    expect(answer.requestsOmitted).toBe(0);
    expect(told.at(-1)).toBeGreaterThan(0);
  });

  it('counts the requests to URLs beyond the most requested ones', async () => {
    const lines = Array.from({ length: 50_002 }, (_, at) => line(`/${at}`, 'CCBot/2.0')).join('');
    const log = new Blob([lines, line('/0', 'CCBot/2.0')]);
    const question = { draft: '', logs: [log], names: [], versions: [], isFromLog: false, evidence: [] };
    const answer = await audit(question, () => undefined);
    if ('problem' in answer) throw new Error(answer.problem);
    expect([answer.urls.length, answer.urls[0], answer.requestsOmitted]).toEqual([50_000, ['/0', 2], 2]);
  });

  it('says what is wrong with what is not a log', async () => {
    const question = {
      draft: '',
      logs: [new Blob(['\0\0\0'])],
      names: [],
      versions: [],
      isFromLog: false,
      evidence: [],
    };
    const answer = await audit(question, () => undefined);
    expect('problem' in answer || answer.report.requests === 0).toBe(true);
  });

  it('judges by versions that are named by their instants, and by the log’s own answers', async () => {
    const [open, closed] = ['User-agent: *\nAllow: /\n', 'User-agent: *\nDisallow: /private/\n'];
    const log = new Blob([
      line('/robots.txt', 'GPTBot/1.3').replace('200 5', `200 ${closed.length}`),
      line('/private/x', 'GPTBot/1.3'),
    ]);
    const found = async (versions: readonly NamedText[], isFromLog = false) => {
      const answer = await audit(
        { draft: '', logs: [log], names: [], versions, isFromLog, evidence: [] },
        () => undefined,
      );
      return 'problem' in answer ? answer.problem : answer.report.classes.violation;
    };
    const dated = [
      { name: '2026-11-01T00-00-00Z.txt', text: closed },
      { name: '2026-11-08T00-00-00Z.txt', text: open },
    ];
    expect(await found(dated)).toBe(1);
    expect(await found([dated[1] as NamedText])).toBe(0);
    expect(
      await found([
        { name: 'a.txt', text: closed },
        { name: 'b.txt', text: open },
      ]),
    ).toMatch(/"a.txt" was served/);
    const undated = [
      { name: 'a.txt', text: open },
      { name: 'b.txt', text: closed },
    ];
    expect(await found(undated, true)).toBe(1);
    expect(await found([undated[0] as NamedText], true)).toBe(0);
  });

  it.each<[string, readonly NamedText[], string, number]>([
    ['nothing', [], 'claimed', 2],
    ['ranges by crawler', [{ name: 'r.json', text: '{ "GPTBot": ["203.0.113.0/24"] }' }], 'refuted', 0],
    [
      'a published list under its name',
      [{ name: 'gptbot.json', text: '{ "prefixes": [{ "ipv4Prefix": "192.0.2.0/24" }] }' }],
      'range',
      2,
    ],
    [
      'answers of DNS about another crawler',
      [{ name: 'names.json', text: '{ "192.0.2.7": null }' }],
      'claimed',
      2,
    ],
  ])('proves identities by files: %s', async (_, evidence, grade, against) => {
    const log = new Blob([line('/private/x', 'GPTBot/1.3'), line('/private/y', 'GPTBot/1.3')]);
    const draft = 'User-agent: *\nDisallow: /private/\n';
    const question = { draft, logs: [log], names: [], versions: [], isFromLog: false, evidence };
    const answer = await audit(question, () => undefined);
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.report.crawlers[0]?.identity).toEqual({ [grade]: 2 });
    expect(answer.report.classes['never-asked']).toBe(against);
  });

  it.each([
    [{}, { unknown: 1 }],
    [{ ownProxies: '203.0.113.0/24, 2001:db8::/32' }, { range: 1 }],
    [{ clientAddress: 'X-Forwarded-For' }, { range: 1 }],
    [{ clientAddress: 'peer' }, { refuted: 1 }],
  ])('knows the client behind a proxy if it is told: %j', async (told, identity) => {
    const log = line('/', 'GPTBot/1.3').replace('192.0.2.7', '203.0.113.20').replace('\n', ' "192.0.2.7"\n');
    const evidence = [{ name: 'r.json', text: '{ "GPTBot": ["192.0.2.0/24"] }' }];
    const question = {
      draft: '',
      logs: [new Blob([log])],
      names: [],
      versions: [],
      isFromLog: false,
      evidence,
    };
    const answer = await audit({ ...question, ...told }, () => undefined);
    expect('report' in answer && answer.report.crawlers[0]?.identity).toEqual(identity);
  });

  it('refutes by DNS and ranges only together, where both are documented', async () => {
    const log = new Blob([line('/private/x', 'Googlebot/2.1')]);
    const [ranges, names] = [
      { name: 'r.json', text: '{ "Googlebot": ["66.249.64.0/19"] }' },
      { name: 'n.json', text: '{ "192.0.2.7": "host.example" }' },
    ];
    const found = async (evidence: readonly NamedText[]) => {
      const question = { draft: '', logs: [log], names: [], versions: [], isFromLog: false, evidence };
      const answer = await audit(question, () => undefined);
      return 'problem' in answer ? answer.problem : answer.report.crawlers[0]?.identity;
    };
    expect(await found([ranges])).toEqual({ claimed: 1 });
    expect(await found([names])).toEqual({ claimed: 1 });
    expect(await found([ranges, names])).toEqual({ refuted: 1 });
  });

  it.each([
    ['list.json', '{ "prefixes": [] }', /^list\.json: Cannot tell whose/],
    ['a.json', '{', /^a\.json: /],
    ['b.json', '{ "GPTBot": ["x"] }', /^b\.json: Cannot read "x"/],
    ['c.json', '5', /^c\.json: Cannot read ranges/],
  ])('says what is wrong with a file: %s', async (name, text, expected) => {
    const question = { draft: '', logs: [new Blob([''])], names: [], versions: [], isFromLog: false };
    const answer = await audit({ ...question, evidence: [{ name, text }] }, () => undefined);
    expect(answer).toEqual({ problem: expect.stringMatching(expected) });
  });

  it('shows lanes by day where a request of another year would take the room', async () => {
    const day = (text: string): string => line('/private/x', 'GPTBot/1.3').replace('05/Nov/2026', text);
    const reportOf = async (...days: string[]) => {
      const logs = [new Blob([days.map(day).join('')])];
      const draft = 'User-agent: *\nDisallow: /private/\n';
      const question = { draft, logs, names: [], versions: [], isFromLog: false, evidence: [] };
      const answer = await audit(question, () => undefined);
      if ('problem' in answer) throw new Error(answer.problem);
      return answer.report;
    };
    const far = await reportOf('05/Nov/2026', '06/Nov/2026', '01/Jan/1999');
    const scale = dayScale(far, far.crawlers);
    const bars = scale?.barsOf(far.crawlers[0] as (typeof far.crawlers)[number]);
    expect(bars?.map(({ when, x, broken }) => [when, x, broken])).toEqual([
      ['1999-01-01', 0, 1],
      ['2026-11-05', 200, 1],
      ['2026-11-06', 400, 1],
    ]);
    expect(
      ['1998-01-01', '2010-01-01', '2026-11-06', '2030-01-01'].map((at) => scale?.markAt(Date.parse(at))),
    ).toEqual([undefined, 200, 400, undefined]);
    const near = await reportOf('05/Nov/2026', '12/Nov/2026');
    expect(dayScale(near, near.crawlers)).toBeUndefined();
    expect(
      timeScale(near, near.crawlers).barsOf(near.crawlers[0] as (typeof near.crawlers)[number]),
    ).toHaveLength(2);
  });
});
