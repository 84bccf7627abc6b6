import { describe, expect, it } from 'vitest';
import { audit, type NamedText } from './job.ts';

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
    const question = { draft, logs: [log], names: ['access.log'], versions: [], isFromLog: false };
    const answer = await audit(question, ({ lines }) => told.push(lines));
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.report.classes.violation).toBe(2);
    expect(answer.report.rules[0]).toMatchObject({ line: 2, token: 'GPTBot' });
    expect(answer.urls[0]).toEqual(['/private/x', 2]);
    expect(told.at(-1)).toBeGreaterThan(0);
  });

  it('says what is wrong with what is not a log', async () => {
    const question = { draft: '', logs: [new Blob(['\0\0\0'])], names: [], versions: [], isFromLog: false };
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
      const answer = await audit({ draft: '', logs: [log], names: [], versions, isFromLog }, () => undefined);
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
});
