/**
 * Tests a hostile log that names more hosts and crawlers than the limits permit. The site's own hosts must keep their
 * versions and fetches.
 */
import { describe, expect, it } from 'vitest';
import {
  type AuditReport,
  audit,
  type Hit,
  judge,
  readLog,
  timeline,
  type VersionSource,
} from '../src/index.ts';

const BODY = 'User-agent: *\nDisallow: /private/\n';

function line(second: number, host: string, url: string, userAgent = 'GPTBot/1.3'): string {
  const clock = new Date(second * 1000).toISOString().slice(11, 19);
  return `${host} 192.0.2.7 - - [05/Nov/2026:${clock} +0000] "GET ${url} HTTP/1.1" 200 5 "-" "${userAgent}"\n`;
}

/** More than the 10,000 hosts that are kept. */
const crowd = Array.from({ length: 10_050 }, (_, index) => line(0, `h${index}.example`, '/robots.txt')).join(
  '',
);

async function reportOf(log: string, versions: readonly VersionSource[]): Promise<AuditReport> {
  return audit([{ name: 'log', open: () => log }], { timeline: timeline(versions) });
}

const from = Number.NEGATIVE_INFINITY;
const visit = (host: string): string => line(10, host, '/robots.txt') + line(20, host, '/private/x');

describe('a log with more hosts than are kept', () => {
  it('judges a host by its own versions, however late it comes', async () => {
    const own = [{ from, host: 'www.site.example', body: BODY, name: 'own' }];
    const { classes } = await reportOf(crowd + visit('www.site.example'), own);
    expect(classes.violation).toBe(1);
  });

  it('never judges a host by the versions of another', async () => {
    const own = [{ from, host: 'www.site.example', body: BODY, name: 'own' }];
    const late = visit('www.site.example') + visit('other.example');
    const { classes, notJudged } = await reportOf(crowd + late, own);
    expect(classes.violation).toBe(1);
    expect(notJudged).toEqual({ 'no-version': 10_050 + 2 });
  });

  it('judges further hosts by the versions of all hosts, and says that their fetches are not told apart', async () => {
    const shared = [{ from, body: BODY, name: 'shared' }];
    const { classes, notes } = await reportOf(crowd + visit('late.example'), shared);
    expect(classes.violation).toBe(1);
    expect(notes.join()).toContain('more than 10,000 hosts');
  });

  it('does not take them for the host of lines that name none, nor these for one of theirs', async () => {
    const own = [{ from, host: 'www.site.example', body: BODY, name: 'own' }];
    const { classes, notJudged } = await reportOf(`${crowd}${visit('-')}${visit('late.example')}`, own);
    expect(classes.violation).toBe(0);
    expect(notJudged).toEqual({ 'no-version': 10_050 + 2, 'unknown-host': 2 });
  });
});

describe('a log with more crawlers than are kept', () => {
  it('still knows that a known one asked, and counts the requests that it cannot keep', async () => {
    const hits: Hit[] = [];
    for await (const hit of readLog(visit('a.example') + visit('a.example'))) hits.push(hit);
    const [robots, page] = hits as [Hit, Hit, Hit, Hit];
    const history = timeline([{ from, body: `User-agent: Namedbot\n${BODY}` }]);
    for (let index = 0; index < 100_010; index++) history.note(robots, `Crowd${index}bot`);
    expect(history.fetchesLeftOut).toBe(10);
    for (const userAgent of ['GPTBot/1.3', 'Namedbot/1.0']) {
      judge({ ...robots, userAgent }, history);
      expect(judge({ ...page, userAgent }, history).class).toBe('violation');
    }
  });

  it('has a row for each that is known, however late it comes', async () => {
    const many = Array.from({ length: 5010 }, (_, index) =>
      line(1, 'a.example', '/', `Crowd${index}bot/1.0`),
    );
    const { crawlers } = await reportOf(many.join('') + visit('a.example'), [{ from, body: BODY }]);
    expect(crawlers.find(({ token }) => token === 'GPTBot')?.classes).toEqual({ allowed: 1, violation: 1 });
    expect(crawlers).toHaveLength(5001);
  });
});
