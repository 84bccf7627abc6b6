/**
 * Planted logs of 5,000 requests each, over several hosts and weeks, with families of crawlers, spoofers, redirects,
 * and incomplete lines. A judge that shares no code with the package recounts all totals of the report.
 */
import { describe, expect, it } from 'vitest';
import { type AuditReport, audit, type Finding, readNames, readRanges, timeline } from '../src/index.ts';
import { GRACE, ranges, rdns, senders } from './senders.ts';
import { type Deed, type SlowVersion, slowClass } from './slow-judge.ts';

const SEEDS = 20;
const COUNT = 5000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 1);
const SPAN_HOURS = 21 * 24;

type Planted = Deed & { sender: (typeof senders)[number]; index: number };

/**
 * A generator of random numbers that depend only on the seed, not on the machine (Marsaglia, "Xorshift RNGs", 2003).
 */
function randomOf(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function pick<Item>(random: (below: number) => number, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

const AGENTS = ['*', 'GPTBot', 'Googlebot', 'FooBot', 'AdsBot-Google', 'Googlebot-Image', 'bingbot'];
const PATHS = ['/', '/a', '/a/b', '/*?x', '/c$', '/private/'];
const URLS = ['/', '/a', '/a/b/c', '/d?x', '/c', '/cc', '/private/1', '/p%72ivate/2', '/private/3?x=y'];

function bodyOf(random: (below: number) => number, serial: string): string {
  const agents = AGENTS.filter(() => random(2) === 0);
  const groups = agents.map((agent) => {
    const rules = Array.from(
      { length: 1 + random(3) },
      () => `${pick(random, ['Allow', 'Disallow', 'Disallow'])}: ${pick(random, PATHS)}\n`,
    );
    return `User-agent: ${agent}\n${rules.join('')}`;
  });
  // Most versions have a unique size, so the octets of a response identify the version.
  return `# ${serial}\n${groups.join('\n')}`;
}

function versionsOf(random: (below: number) => number, host: string): SlowVersion[] {
  return Array.from({ length: 2 + random(4) }, (_, at) => ({
    from: START + (at === 0 ? 6 : at * 80 + random(75)) * HOUR,
    body: bodyOf(random, `${host} ${'x'.repeat(at)}`),
  }));
}

const HOSTS = ['a.example', 'b.example', 'c.example:8443'];
const WITHOUT = 'none.example';

function plant(seed: number): { versions: Map<string, SlowVersion[]>; deeds: Planted[] } {
  const random = randomOf(seed);
  const versions = new Map(HOSTS.map((host) => [host, versionsOf(random, host)]));
  const deeds = Array.from({ length: COUNT }, (): Omit<Planted, 'index'> => {
    const host = random(50) === 0 ? WITHOUT : pick(random, HOSTS);
    const own = versions.get(host) ?? [];
    const isFetch = random(40) === 0;
    // Some requests are at the boundaries of versions and of their grace periods.
    const edge = own.length > 0 && random(4) === 0 ? pick(random, own).from : undefined;
    const time =
      edge === undefined
        ? START + random(SPAN_HOURS * 3600) * 1000
        : edge + pick(random, [-1000, 0, 1000, GRACE - 1000, GRACE, GRACE + 1000]);
    return {
      sender: pick(random, senders),
      time,
      host,
      method: random(10) === 0 ? 'HEAD' : 'GET',
      url: isFetch ? '/robots.txt' : pick(random, URLS),
      status: pick(random, [200, 200, 200, 200, 200, 304, 301, 308, 404, 403, 500, 503, 0]),
      bytes: random(3) === 0 && own.length > 0 ? pick(random, own).body.length : 100_000 + random(1000),
    };
  });
  // The lines of a log are in order, with a few exceptions.
  deeds.sort((a, b) => a.time - b.time);
  for (let at = 0; at < COUNT; at += 97) deeds.push(...deeds.splice(random(deeds.length), 1));
  return { versions, deeds: deeds.map((deed, index) => ({ ...deed, index })) };
}

function lineOf({ sender, time, host, method, url, status, bytes }: Planted): string {
  const iso = new Date(time).toISOString();
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const day = `${iso.slice(8, 10)}/${months[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}`;
  const authority = host.includes(':') ? host : `${host}:443`;
  const answer = `${status === 0 ? '-' : status} ${bytes}`;
  return `${authority} ${sender.address} - - [${day}:${iso.slice(11, 19)} +0000] "${method} ${url} HTTP/1.1" ${answer} "-" "${sender.userAgent || '-'}"\n`;
}

/** The class of each request, from all requests for robots.txt and the versions of its host. */
function classesOf(deeds: readonly Planted[], versions: ReadonlyMap<string, SlowVersion[]>): string[] {
  const fetches = deeds.filter(({ url }) => url === '/robots.txt');
  return deeds.map((deed) => {
    const own = versions.get(deed.host);
    const { token, isSpoofer, isNotBound } = deed.sender;
    if (!own)
      return token === undefined || isSpoofer ? 'unidentified' : isNotBound ? 'not-bound' : 'not-judged';
    const others = fetches.filter(({ index, host }) => index !== deed.index && host === deed.host);
    const around = [...others, deed].sort((a, b) => a.index - b.index);
    return slowClass(around, around.indexOf(deed), own, GRACE);
  });
}

function tallied(keys: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) if (key !== undefined) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

const present = (counts: Readonly<Partial<Record<string, number>>>): object =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

interface Audited {
  report: AuditReport;
  findings: Finding[];
}

async function audited(seed: number): Promise<Audited & ReturnType<typeof plant> & { classes: string[] }> {
  const { versions, deeds } = plant(seed);
  const log = deeds.map(lineOf).join('');
  const findings: Finding[] = [];
  const sources = [...versions].flatMap(([host, own]) => own.map((version) => ({ ...version, host })));
  const report = await audit([{ name: 'log', open: () => log }], {
    timeline: timeline(sources),
    evidence: { ranges: readRanges(ranges), namesOf: readNames(rdns) },
    onFindings: (more) => {
      findings.push(...more);
    },
  });
  return { report, findings, versions, deeds, classes: classesOf(deeds, versions) };
}

describe('planted logs', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'every class and identity, seed %i',
    async (seed) => {
      const { report, findings, deeds, classes } = await audited(seed);
      const found = [...findings].sort((a, b) => a.line - b.line);
      const wrong = deeds.flatMap((deed, index) => {
        const { class: name, identity, token } = found[index] as Finding;
        const expected = [classes[index], deed.sender.identity, deed.sender.token ?? null];
        return JSON.stringify([name, identity, token]) === JSON.stringify(expected)
          ? []
          : [{ index, expected, found: [name, identity, token] }];
      });
      expect(wrong).toEqual([]);

      expect(present(report.classes)).toEqual(tallied(classes));
      const statuses = deeds.filter(({ status }) => status !== 0).length;
      expect(report.fitness.fields).toEqual({
        ...{ requests: COUNT, zone: COUNT, status: statuses, address: COUNT, host: COUNT },
        userAgent: deeds.filter(({ sender }) => sender.userAgent !== '').length,
      });
      for (const crawler of report.crawlers) {
        const own = deeds.filter(({ sender }) => sender.token === crawler.token);
        const counted = own.filter(({ sender }) => !sender.isSpoofer);
        expect(crawler.identity).toEqual(tallied(own.map(({ sender }) => sender.identity)));
        expect(crawler.classes).toEqual(tallied(counted.map(({ index }) => classes[index])));
        expect(crawler.traffic.octets).toBe(counted.reduce((sum, { bytes }) => sum + bytes, 0));
        expect(crawler.robotsFetches).toBe(counted.filter(({ url }) => url === '/robots.txt').length);
      }
      expect(report.crawlers.length).toBe(new Set(deeds.flatMap(({ sender }) => sender.token ?? [])).size);
    },
  );

  it('hold every class, so that none is right by chance', async () => {
    const { classes } = await audited(0);
    expect(Object.keys(tallied(classes)).sort()).toEqual(
      [
        'violation',
        'never-asked',
        'redirected',
        'within-grace',
        'allowed',
        'not-bound',
        'not-judged',
        'unidentified',
      ].sort(),
    );
  });
});
