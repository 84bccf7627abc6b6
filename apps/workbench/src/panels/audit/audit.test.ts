import { describe, expect, it } from 'vitest';
import { audit } from './job.ts';

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
    const answer = await audit({ draft, logs: [log], names: ['access.log'] }, ({ lines }) =>
      told.push(lines),
    );
    if ('problem' in answer) throw new Error(answer.problem);
    expect(answer.report.classes.violation).toBe(2);
    expect(answer.report.rules[0]).toMatchObject({ line: 2, token: 'GPTBot' });
    expect(answer.urls[0]).toEqual(['/private/x', 2]);
    expect(told.at(-1)).toBeGreaterThan(0);
  });

  it('says what is wrong with what is not a log', async () => {
    const answer = await audit({ draft: '', logs: [new Blob(['\0\0\0'])], names: [] }, () => undefined);
    expect('problem' in answer || answer.report.requests === 0).toBe(true);
  });
});
