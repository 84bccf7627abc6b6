/**
 * Tests RFC 9309 §2.4 request by request: compares the judge with a slow and simple one, in every log format. The
 * totals of a report on several hosts are counted again from the classes of that judge.
 */
import { gzipSync } from 'node:zlib';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditReport, audit, type Finding, readNames, readRanges, timeline } from '../src/index.ts';
import { GRACE, ranges, rdns, senders } from './senders.ts';
import { type Deed, type SlowVersion, slowClass } from './slow-judge.ts';
import { edges, type LogWriter, lineOf, logOf, type Request, writers } from './write-log.ts';

const START = Date.UTC(2026, 10, 1);
const HOUR = 3_600_000;

const evidence = { ranges: readRanges(ranges), namesOf: readNames(rdns) };

async function audited(
  writer: LogWriter,
  deeds: readonly PlantedDeed[],
  versions: readonly (SlowVersion & { host?: string })[],
): Promise<{ report: AuditReport; findings: Finding[] }> {
  const requests = deeds.map(
    ({ sender, ...rest }): Request => ({
      ...rest,
      userAgent: sender.userAgent,
      address: sender.address,
    }),
  );
  const log = Buffer.from(logOf(writer, requests));
  const octets = deeds.length % 2 === 0 ? gzipSync(log) : log;
  const findings: Finding[] = [];
  const report = await audit([{ name: 'log', open: () => cutUp(octets) }], {
    timeline: timeline(versions),
    evidence,
    format: writer.format,
    onFindings: (some) => void findings.push(...some),
  });
  return { report, findings };
}

/** Yields the octets in pieces that split lines and escapes. */
function* cutUp(octets: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < octets.length; at += 777) yield octets.subarray(at, at + 777);
}

type PlantedDeed = Deed & { sender: (typeof senders)[number] };

const arbitraryRules = fc
  .uniqueArray(
    fc.record({
      agent: fc.constantFrom('*', 'GPTBot', 'Googlebot', 'FooBot', 'AdsBot-Google', 'Googlebot-Image'),
      rules: fc.array(
        fc.tuple(fc.constantFrom('Allow', 'Disallow'), fc.constantFrom('/', '/a', '/a/b', '/*?x', '/c$', '')),
        { maxLength: 3 },
      ),
    }),
    { selector: ({ agent }) => agent, maxLength: 4 },
  )
  .map((groups) =>
    groups
      .map(
        ({ agent, rules }) =>
          `User-agent: ${agent}\n${rules.map(([kind, path]) => `${kind}: ${path}\n`).join('')}`,
      )
      // Adds an empty rule to groups without rules. Such a group would be merged with the next group.
      .map((group) => (group.split('\n').length > 2 ? group : `${group}Disallow:\n`))
      .join('\n'),
  );

/**
 * Versions whose starts are some hours apart, so that a version starts within the grace period of another, at its end,
 * or after it.
 */
const arbitraryVersions: fc.Arbitrary<SlowVersion[]> = fc
  .array(fc.tuple(fc.constantFrom(1, 23, 24, 25, 60), arbitraryRules), { minLength: 1, maxLength: 4 })
  .map((list) => {
    let from = START;
    return list.map(([hours, body]) => {
      from += hours * HOUR;
      return { from, body };
    });
  });

const DAY = 24 * HOUR;
const DELTAS = [-1000, 0, 1000, HOUR, DAY - 1000, DAY, DAY + 1000, 2 * DAY];

/**
 * Requests of few senders, at the boundaries of versions and grace periods, so that requests affect each other's
 * results.
 */
function arbitraryDeeds(versions: readonly SlowVersion[]): fc.Arbitrary<PlantedDeed[]> {
  const time = fc
    .tuple(fc.constantFrom(...versions), fc.constantFrom(...DELTAS))
    .map(([{ from }, delta]) => from + delta);
  return fc.uniqueArray(fc.constantFrom(...senders), { minLength: 1, maxLength: 3 }).chain((some) => {
    const deed = fc.record({
      sender: fc.constantFrom(...some),
      time,
      host: fc.constant('www.example.com'),
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      url: fc.constantFrom('/robots.txt', '/robots.txt', '/', '/a', '/a/b/c', '/d?x', '/c', '/cc'),
      status: fc.constantFrom(200, 200, 200, 200, 304, 301, 404, 404, 500),
      bytes: fc.constantFrom(5, ...versions.map(({ body }) => body.length)),
    });
    return fc.array(deed, { maxLength: 30 });
  });
}

const arbitraryCase = arbitraryVersions.chain((versions) =>
  arbitraryDeeds(versions).map((deeds) => ({ versions, deeds })),
);

describe('RFC 9309 §2.4: every class, by a slow and obvious judge', () => {
  it.each(writers.map((writer) => [writer.name, writer] as const))('%s', async (_, writer) => {
    const property = fc.asyncProperty(arbitraryCase, async ({ versions, deeds }) => {
      // Removes what the format does not log, because the judge knows only the contents of the log.
      const known = deeds.map((deed) => ({
        ...deed,
        ...(!writer.hasUserAgent && { sender: { ...nobody, address: deed.sender.address } }),
        ...(writer.hasBytes === false && { bytes: Number.NaN }),
      }));
      const expected = known.map((deed, index) => ({
        line: lineOf(writer, index),
        host: writer.hasHost ? deed.host : null,
        token: deed.sender.token ?? null,
        identity: deed.sender.identity,
        url: deed.url,
        class: slowClass(known, index, versions, GRACE),
      }));
      const { findings: found } = await audited(writer, deeds, versions);
      expect(
        found.map(({ line, host, token, identity, url, class: name }) => ({
          line,
          host,
          token,
          identity,
          url,
          class: name,
        })),
      ).toEqual(expected);
    });
    await fc.assert(property, { numRuns: runsOf(writer) });
  });
});

const withHosts = writers.find(({ name }) => name === 'vhost_combined') as LogWriter;
const HOSTS = ['a.example', 'b.example', 'none.example'];
/** Files for the first two hosts, and requests to all three. */
const arbitrarySites = fc.tuple(arbitraryCase, arbitraryCase, arbitraryCase).map((cases) =>
  cases.map(({ versions, deeds }, at) => ({
    versions: at < 2 ? versions.map((version) => ({ ...version, host: HOSTS[at] as string })) : [],
    deeds: deeds.map((deed) => ({ ...deed, host: HOSTS[at] as string })),
  })),
);

function tallied(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

it('a report counts each request once, judged by the versions of its own host', async () => {
  const property = fc.asyncProperty(arbitrarySites, async (sites) => {
    const judged = sites.flatMap(({ versions, deeds }) =>
      deeds.map((deed, at) => ({ deed, name: slowClass(deeds, at, versions, GRACE) })),
    );
    const versions = sites.flatMap((site) => site.versions);
    const { report, findings } = await audited(
      withHosts,
      judged.map(({ deed }) => deed),
      versions,
    );
    expect(findings.map((one) => one.class)).toEqual(judged.map(({ name }) => name));
    const present = Object.entries(report.classes).filter(([, count]) => count !== 0);
    expect(Object.fromEntries(present)).toEqual(tallied(judged.map(({ name }) => name)));
    expect(report.fitness.fields).toMatchObject({
      ...{ requests: judged.length, host: judged.length, status: judged.length },
      userAgent: judged.filter(({ deed }) => deed.sender.userAgent !== '').length,
    });
    const tokens = judged.flatMap(({ deed }) => deed.sender.token ?? []);
    expect(report.crawlers.map(({ token }) => token).sort()).toEqual([...new Set(tokens)].sort());
    for (const { token, identity, classes, traffic, robotsFetches } of report.crawlers) {
      const own = judged.filter(({ deed }) => deed.sender.token === token);
      const counted = own.filter(({ deed }) => !deed.sender.isSpoofer);
      expect(identity).toEqual(tallied(own.map(({ deed }) => deed.sender.identity)));
      expect(classes).toEqual(tallied(counted.map(({ name }) => name)));
      expect(traffic.octets).toBe(counted.reduce((sum, { deed }) => sum + deed.bytes, 0));
      expect(robotsFetches).toBe(counted.filter(({ deed }) => deed.url === '/robots.txt').length);
    }
  });
  await fc.assert(property, { numRuns: runs(2000, 30) });
});

/**
 * The judge does not depend on the format, so most runs use one format. Runs in the other formats mainly test that
 * fields are read correctly.
 */
function runsOf(writer: LogWriter): number {
  if (writer.name === 'log_format of nginx') return runs(3000, 30);
  return runs(550, edges.includes(writer) ? 3 : 6);
}

const nobody = senders.find(({ userAgent }) => userAgent === '') as (typeof senders)[number];
