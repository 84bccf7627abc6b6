import { runs, slowVerdict } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { google } from '../dialects/google.ts';
import { compile } from '../engine/compile.ts';
import { explainer } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';
import { diff } from './diff.ts';
import type { CrawlerDiff } from './diff-report.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

const encoder = new TextEncoder();
const group = (...lines: string[]): string => `User-agent: *\n${lines.join('\n')}\n`;

/** Formats each region as `direction witness line-before→line-after`. */
function regionsOf(before: string, after: string): string[] {
  const report = diff(before, after);
  expect(report.isComplete).toBe(true);
  return report.crawlers.flatMap(({ regions }) =>
    regions.map(
      (region) =>
        `${region.direction} ${region.witness} ${region.before?.line ?? '-'}→${region.after?.line ?? '-'}`,
    ),
  );
}

describe('diff: regions', () => {
  it.each([
    ['the same rules', ['Disallow: /a'], ['Disallow: /%61'], []],
    ['a rule more', ['Disallow: /a'], ['Disallow: /a', 'Disallow: /b'], ['closed /b -→3']],
    ['a rule less', ['Disallow: /a', 'Disallow: /b'], ['Disallow: /a'], ['opened /b 3→-']],
    ['an exception', ['Disallow: /a'], ['Disallow: /a', 'Allow: /a/b'], ['opened /a/b 2→3']],
    ['a rule that changes nothing', ['Disallow: /a'], ['Disallow: /a', 'Disallow: /a/b'], []],
    ['a needless star', ['Disallow: /a*'], ['Disallow: /a'], []],
    [
      'a star that outranked',
      ['Disallow: /a*', 'Allow: /a'],
      ['Disallow: /a', 'Allow: /a'],
      ['opened /a 2→3'],
    ],
    ['the whole site', [], ['Disallow: /'], ['closed / -→2']],
    ['all but what was allowed', ['Allow: /p'], ['Disallow: /', 'Allow: /p'], ['closed / -→2']],
    ['an end', ['Disallow: /a'], ['Disallow: /a$'], ['opened /a! 2→-']],
    [
      'one exception moved',
      ['Disallow: /', 'Allow: /a'],
      ['Disallow: /', 'Allow: /b'],
      ['opened /b 2→3', 'closed /a 3→2'].sort(),
    ],
    ['both kinds of rules', ['Disallow: /a'], ['Allow: /a'], ['opened /a 2→2']],
    ['a rule about /robots.txt', [], ['Disallow: /robots.txt$'], []],
    ['a rule about more than /robots.txt', [], ['Disallow: /robots.txt'], ['closed /robots.txt! -→2']],
    ['dot segments', [], ['Disallow: /*/../'], ['closed /?/../ -→2']],
    ['the plain form', ['Disallow: /*%2C'], ['Disallow: /*,'], ['opened /%%32C%21 2→-']],
    [
      'two deciding rules over one new one',
      ['Disallow: /a', 'Disallow: /ab'],
      ['Disallow: /a', 'Disallow: /ab', 'Allow: /a*c'],
      ['opened /aXc 2→4', 'opened /abc 3→4'].map((text) => text.replace('X', '')),
    ],
  ])('%s', (_, before, after, expected) => {
    expect(regionsOf(group(...before), group(...after)).sort()).toEqual([...expected].sort());
  });

  it('names regions of the same rules in the order of their witnesses', () => {
    const before = group('Disallow: /a', 'Disallow: /ab');
    const after = group('Disallow: /a', 'Disallow: /ab', 'Allow: /a*c');
    expect(regionsOf(before, after)).toEqual(['opened /abc 3→4', 'opened /ac 2→4']);
  });

  it('is of documents as of their bodies, if they are read by RFC 9309', () => {
    const [before, after] = [group('Disallow: /a'), group('Disallow: /b')];
    expect(diff(parse(before), parse(after))).toEqual(diff(before, after));
    expect(() => diff(parse(before, { dialect: google }), after)).toThrow(TypeError);
  });

  it('names at most eight exceptions', () => {
    const allowed = (count: number) => Array.from({ length: count }, (_, at) => `Allow: /a/${at}`);
    const exceptionsOf = (count: number) => {
      const [one] = diff(group('Disallow: /a', ...allowed(count)), group(...allowed(count))).crawlers;
      const { except = [], hasMoreExceptions } = one?.regions[0] ?? {};
      return [except.length, hasMoreExceptions];
    };
    expect([8, 9, 10].map(exceptionsOf)).toEqual([
      [8, false],
      [8, true],
      [8, true],
    ]);
  });

  it('names the gravest crawler first, each as the file first spells it', () => {
    const before = 'User-agent: aa\nDisallow:\n\nUser-agent: Bb\nDisallow:\n\nUser-agent: bB\nDisallow:\n';
    const after = before.replace('Disallow:', 'Disallow: /x').replace('Bb\nDisallow:', 'Bb\nDisallow: /');
    const report = diff(before, after);
    expect(report.severity).toBe('error');
    expect(report.crawlers.map(({ crawlers, severity }) => [...crawlers, severity])).toEqual([
      ['Bb', 'error'],
      ['aa', 'warning'],
    ]);
  });

  it('names each group that disappears once, with all its lines', () => {
    const before = 'User-agent: Aa\nDisallow: /\n\nUser-agent: b\nAllow: /\n\nUser-agent: aA\nDisallow: /\n';
    expect(diff(before, 'User-agent: b\nAllow: /\n').groups).toEqual([
      { crawler: 'Aa', change: 'disappeared', lines: [1, 7] },
    ]);
  });

  it('says which targets a region is', () => {
    const before = group('Disallow: /a', 'Allow: /a/b', 'Disallow: /x');
    const [region] = diff(before, group('Allow: /a/b', 'Disallow: /x')).crawlers[0]?.regions ?? [];
    expect(region).toMatchObject({
      direction: 'opened',
      severity: 'warning',
      witness: '/a',
      before: { kind: 'disallow', text: 'Disallow: /a', line: 2 },
      matching: ['/a'],
      except: ['/a/b'],
      hasMoreExceptions: false,
    });
  });

  it.each([
    ['a site closed', '', 'Disallow: /', 'error'],
    ['a site opened', 'Disallow: /*', '', 'error'],
    ['the front page alone', '', 'Disallow: /$', 'warning'],
    ['a folder', '', 'Disallow: /a', 'warning'],
    ['another order', 'Allow: /a\nDisallow: /b', 'Disallow: /b\nAllow: /a', undefined],
  ])('%s is graver than less', (_, before, after, severity) => {
    expect(diff(group(before), group(after)).severity).toBe(severity);
  });
});

describe('diff: crawlers', () => {
  it('distinguishes crawlers that one file names, and everybody else', () => {
    const report = diff(
      'User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n',
      'User-agent: A\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n',
    );
    expect(report.crawlers.map(({ crawlers, severity }) => [crawlers, severity])).toEqual([[['b'], 'error']]);
    expect(report.unchangedCrawlers).toEqual(['*', 'A']);
    expect(report.groups).toEqual([{ crawler: 'b', change: 'disappeared', lines: [2] }]);
  });

  it('puts crawlers with the same rules together', () => {
    const rules = 'Disallow: /x\n\n';
    const before = `User-agent: a\n${rules}User-agent: b\n${rules}User-agent: *\n${rules}`;
    const { crawlers } = diff(before, before.replaceAll('/x', '/y'));
    expect(crawlers.map((one) => one.crawlers)).toEqual([['*', 'a', 'b']]);
  });

  it('compares known crawlers by the groups that they follow, whether they are asked for or not', () => {
    const before = 'User-agent: Foo\nDisallow: /\n';
    const after = `${before}\nUser-agent: foo-news\nAllow: /\n`;
    const news = { token: 'Foo-News', fallbackTokens: ['Foo'], appliesStar: true };
    const changed = (options: object) =>
      diff(before, after, options).crawlers.map(({ crawlers, regions }) => [crawlers, regions[0]?.direction]);
    expect(changed({})).toEqual([]);
    for (const options of [{ known: [news] }, { crawlers: [news] }, { known: [news], crawlers: [news] }])
      expect(changed(options)).toEqual([[['Foo-News'], 'opened']]);
  });

  it('compares for a crawler of several tokens if it is asked for', () => {
    const before = 'User-agent: a\nAllow: /x\n\nUser-agent: b\nDisallow: /\n';
    const after = 'User-agent: a\nAllow: /y\n\nUser-agent: b\nDisallow: /\n';
    expect(diff(before, after).changesVerdicts).toBe(false);
    const report = diff(before, after, { crawlers: [['a', 'b']] });
    expect(report.crawlers.map(({ crawlers }) => crawlers)).toEqual([['a, b']]);
  });
});

describe('diff: what is not a verdict', () => {
  it('reports usage preferences, sitemaps and delays', () => {
    const before = `License: https://e.com/l\n${group('Content-Usage: train-ai=n', 'Crawl-delay: 5')}Sitemap: https://e.com/a\n`;
    const after = `${group('content-usage: train-ai=y')}Sitemap: https://e.com/b\n`;
    const report = diff(before, after);
    expect(report.changesVerdicts).toBe(false);
    expect(report.severity).toBe('info');
    expect(report.usage).toEqual([
      { crawlers: [], records: [{ change: 'removed', text: 'License: https://e.com/l', line: 1 }] },
      {
        crawlers: ['*'],
        records: [
          { change: 'removed', text: 'Content-Usage: train-ai=n', line: 3 },
          { change: 'added', text: 'content-usage: train-ai=y', line: 2 },
        ],
      },
    ]);
    expect(report.sitemaps.map(({ change, text }) => `${change} ${text}`)).toEqual([
      'removed Sitemap: https://e.com/a',
      'added Sitemap: https://e.com/b',
    ]);
    expect(report.crawlDelays).toEqual([{ crawlers: ['*'], beforeSeconds: 5 }]);
  });

  it('says nothing where nothing is said anew', () => {
    const body = group('Disallow: /a', 'Content-Signal: ai-train=no', 'Crawl-delay: 1');
    expect(diff(body, `# hello\n${body}`)).toEqual({
      changesVerdicts: false,
      isComplete: true,
      crawlers: [],
      unchangedCrawlers: ['*'],
      groups: [],
      usage: [],
      sitemaps: [],
      crawlDelays: [],
      isTruncated: { before: false, after: false },
    });
  });
});

const RUNS = runs(100, 4);

describe('diff beside brute force', () => {
  const part = fc.constantFrom('a', 'b', '/', '*', '*', '?', '%2', '%2C', ',', 'C', '%2F', '$');

  it.each([
    ['in both forms', part, 3, ['/', 'a', 'b', '.', '?', '%', '2', 'C', ',', '%2C', '%2F', '%3F', '%41']],
    ['with many stars', fc.constantFrom('a', 'b', '*', '*', '$'), 7, ['/', 'a', 'b']],
    [
      'without octets of escapes',
      fc.constantFrom('a', 'B', '/', '*', '?', 'F', '2F'),
      3,
      ['/', 'a', 'B', 'F', '2', '?', '!', '%', '%2C', '%2F', '%3F', '%42', 'C'],
    ],
  ])('misses nothing, invents nothing, has the smallest witnesses: %s', (_, ofRules, count, ofTargets) => {
    const targets = targetsUpTo(count, ofTargets);
    const lines = arbitraryRules(ofRules);
    fc.assert(
      fc.property(lines, lines, (linesBefore, linesAfter) => {
        const [before, after] = [group(...linesBefore), group(...linesAfter)];
        const report = diff(before, after);
        expect(report.isComplete).toBe(true);
        const isEqual = report.crawlers.length === 0;
        expect(proveSameVerdicts(before, after).kind).toBe(isEqual ? 'equal' : 'changed');
        checkRegions(report.crawlers[0], before, after, targets);
        checkDescriptions(report.crawlers[0], before, after, targets.slice(0, 400));
      }),
      { numRuns: RUNS },
    );
  });
});

/** Checks the regions by brute force: each pair of deciding lines has a region, and no smaller witness exists. */
function checkRegions(
  reported: CrawlerDiff | undefined,
  before: string,
  after: string,
  targets: readonly string[],
): void {
  const ruleSets = [compile(parse(before), 'x'), compile(parse(after), 'x')] as const;
  const sides = [explainer(ruleSets[0]), explainer(ruleSets[1])] as const;
  const regions = new Map<string, string>();
  for (const region of reported?.regions ?? []) {
    const key = `${region.before?.line}→${region.after?.line}`;
    // The reference implementation shares no code with the code under test.
    const verdicts = [before, after].map((body) => slowVerdict(encoder.encode(body), ['x'], region.witness));
    expect(verdicts.map(({ line }) => line).join('→')).toBe(key.replaceAll('undefined', ''));
    expect(verdicts.map(({ allowed }) => allowed)).toEqual(
      region.direction === 'opened' ? [false, true] : [true, false],
    );
    expect(regions.has(key)).toBe(false);
    regions.set(key, region.witness);
  }
  const seen = new Set<string>();
  for (const target of targets) {
    if (ruleSets[0].allows(target) === ruleSets[1].allows(target)) continue;
    const [a, b] = [sides[0](target), sides[1](target)];
    const key = `${a.rule?.line}→${b.rule?.line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const witness = regions.get(key) as string;
    expect(witness, `${key} ${target}`).toBeDefined();
    expect(witness.length < target.length || (witness.length === target.length && witness <= target)).toBe(
      true,
    );
  }
}

/** Checks that the patterns of a region match exactly its targets. */
function checkDescriptions(
  reported: CrawlerDiff | undefined,
  before: string,
  after: string,
  targets: readonly string[],
): void {
  const sides = [explainer(compile(parse(before), 'x')), explainer(compile(parse(after), 'x'))] as const;
  const isMatch = (text: string, target: string): boolean =>
    !compile(parse(`User-agent: *\nDisallow: ${text}\n`), 'x').allows(target);
  for (const region of reported?.regions ?? []) {
    if (region.hasMoreExceptions) continue;
    for (const target of targets) {
      const lines = sides.map((side) => side(target).rule?.line);
      const isInside = lines[0] === region.before?.line && lines[1] === region.after?.line;
      const isDescribed =
        region.matching.every((text) => isMatch(text, target)) &&
        !region.except.some((text) => isMatch(text, target));
      expect([target, region, isDescribed]).toEqual([target, region, isInside]);
    }
  }
}

/** Generates up to four rules from the parts. */
function arbitraryRules(part: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), fc.array(part, { maxLength: 4 }))
    .map(([kind, texts]) => `${kind}: /${texts.join('')}`);
  return fc.array(rule, { maxLength: 4 });
}
