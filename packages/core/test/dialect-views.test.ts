/**
 * Tests that a document's groups, records and preferences, like its rules, follow the dialect in which it is parsed.
 */
import { execFileSync } from 'node:child_process';
import { isOnPath, needs, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects, findDialect } from '../src/dialects/index.ts';
import { compile, type Dialect, explain, parse, rfc9309 } from '../src/index.ts';
import {
  crawlDelay,
  recordDiagnostics,
  recordsForCrawler,
  sitemaps,
  unreadRecords,
} from '../src/records/index.ts';
import { aiTrainingRule, usageDiagnostics, usagePreferences, usageReport } from '../src/usage/index.ts';

const named = (name: string): Dialect => findDialect(name) ?? rfc9309;
const [google, python, reppy, yandex] = [named('google'), named('python'), named('reppy'), named('yandex')];

describe('google: a token ends where its letters end', () => {
  const body = 'User-agent: FooBot2\nDisallow: /\nCrawl-delay: 5\n';
  const document = parse(body, { dialect: google });

  it('groups, the verdict and the rules name the same crawler', () => {
    expect(document.groups.map(({ productTokens }) => productTokens)).toEqual([['FooBot']]);
    const verdict = explain(compile(document, 'FooBot'), '/a');
    expect(verdict).toMatchObject({ allowed: false, group: { productTokens: ['FooBot'], lines: [1] } });
    expect(recordsForCrawler(document, 'FooBot').map(({ line }) => line)).toEqual([3]);
    expect(recordsForCrawler(document, 'FooBot2')).toEqual([]);
  });

  it('has no Crawl-delay, and says so', () => {
    expect(crawlDelay(document, 'FooBot')).toBeUndefined();
    expect(unreadRecords(document).map(({ line }) => line)).toEqual([3]);
    expect(recordDiagnostics(document)).toMatchObject([{ code: 'unread-record', severity: 'info', line: 3 }]);
    expect(crawlDelay(parse(body), 'FooBot2')?.seconds).toBe(5);
    expect(unreadRecords(parse(body))).toEqual([]);
  });

  it('has no records about use, and says so', () => {
    const records = 'Content-Usage: train-ai=n\nContent-Signal: ai-train=no\nDisallowAITraining: /\n';
    const about = parse(`User-agent: FooBot\nAllow: /\n${records}`, { dialect: google });
    expect(usagePreferences(about, 'FooBot', '/')['train-ai']).toBe('unknown');
    expect(usageReport(about, 'FooBot', '/').statements).toEqual([]);
    expect(aiTrainingRule(about, 'FooBot', '/')).toBeUndefined();
    expect(usageDiagnostics(about).map(({ code, line }) => [code, line])).toEqual([
      ['unread-record', 3],
      ['unread-record', 4],
    ]);
  });
});

describe('which group, and which of its records, as each original has it', () => {
  it('python: the first group whose name is within the caller’s; the last delay of digits', () => {
    const body =
      'User-agent: Foo\nCrawl-delay: 1\nCrawl-delay: 2\nCrawl-delay: 3.5\n\nUser-agent: FooBot\nCrawl-delay: 9\n';
    expect(crawlDelay(parse(body, { dialect: python }), 'FooBot/1.0')?.seconds).toBe(2);
    expect(crawlDelay(parse(body), 'FooBot')?.seconds).toBe(1);
  });

  it('python: a group without a rule or a delay does not exist', () => {
    const document = parse('User-agent: a\n\nUser-agent: b\nDisallow: /\n', { dialect: python });
    expect(document.groups.map(({ productTokens }) => productTokens)).toEqual([['b']]);
  });

  it('reppy: another name of a run gets a copy of what the first one holds when the next run begins', () => {
    const body = 'User-agent: a\nUser-agent: b\nCrawl-delay: 1\nUser-agent: a\nCrawl-delay: 2\n';
    const document = parse(body, { dialect: reppy });
    expect([crawlDelay(document, 'a')?.seconds, crawlDelay(document, 'b')?.seconds]).toEqual([2, 1]);
  });

  it('yandex: a blank line ends a group, and Crawl-delay is not read', () => {
    const document = parse('User-agent: a\n\nUser-agent: b\nDisallow: /\nCrawl-delay: 1\n', {
      dialect: yandex,
    });
    expect(document.groups.map(({ productTokens }) => productTokens)).toEqual([['a'], ['b']]);
    expect(crawlDelay(document, 'b')).toBeUndefined();
    expect(unreadRecords(document).map(({ line }) => line)).toEqual([5]);
  });

  it.each(['wget', 'koster-1996', 'koster-1994'])('%s knows rules only', (name) => {
    const body = 'User-agent: a\nDisallow: /\nCrawl-delay: 1\nSitemap: https://a.test/s.xml\n';
    const document = parse(body, { dialect: findDialect(name) as Dialect });
    expect([crawlDelay(document, 'a'), sitemaps(document)]).toEqual([undefined, []]);
    expect(unreadRecords(document).map(({ line }) => line)).toEqual([3, 4]);
  });

  it('reppy: a rule before any group is one for everybody', () => {
    const [first] = parse('Disallow: /a\n', { dialect: reppy }).groups;
    expect(first).toMatchObject({ userAgents: [], productTokens: [], rules: [{ line: 1 }] });
  });
});

const LINE = fc.constantFrom(
  'User-agent: foobot',
  'User-agent: FooBot2',
  'User-agent: foo',
  'User-agent: *',
  'User-agent:',
  'Disallow: /a',
  'Allow: /a/b',
  'Disallow:',
  'Crawl-delay: 3',
  'Crawl-delay: 7',
  'crawl-delay: x',
  'Sitemap: https://example.com/s.xml',
  'X: y',
  ': z',
  '',
  ' ',
);
const FILES = fc.array(LINE, { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`);

describe.each([...dialects].map((dialect) => [dialect.name, dialect] as const))('%s', (_, dialect) => {
  it('one document, one choice of groups: rules, groups and records agree', () => {
    fc.assert(
      fc.property(FILES, fc.constantFrom('foobot', 'FooBot2', 'other', '*'), (body, who) => {
        const document = parse(body, { dialect });
        const verdict = explain(compile(document, who), '/a/b');
        // A copied or shared group may include records of a group that names only the first crawler of the run.
        const isCopied = dialect.name === 'reppy' || dialect.name === 'heritrix';
        const groups = document.groups.filter(
          ({ userAgents }) =>
            isCopied ||
            userAgents.length === 0 ||
            userAgents.some(({ line }) => verdict.group?.lines.includes(line)),
        );
        const lines = document.groups.flatMap(({ userAgents }) => userAgents.map(({ line }) => line));
        for (const line of verdict.group?.lines ?? []) expect(lines).toContain(line);
        const ruleLines = document.groups.flatMap(({ rules }) => rules.map(({ line }) => line));
        for (const { line } of verdict.candidates) expect(ruleLines).toContain(line);
        const others = groups.flatMap(({ others }) => others.map(({ line }) => line));
        for (const { line } of recordsForCrawler(document, who)) expect(others).toContain(line);
        const delay = crawlDelay(document, who);
        if (delay) expect(others).toContain(delay.record.line);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** A Python program that prints, for each file, the delays that Python's standard library reads. */
const ASK_PYTHON = `
import json, sys, urllib.robotparser
for line in sys.stdin:
    q = json.loads(line)
    p = urllib.robotparser.RobotFileParser()
    p.parse(q["body"].splitlines())
    p.modified()
    print(json.dumps(p.crawl_delay(q["who"])))
`;

describe(
  'python: crawl_delay of the standard library',
  needs('python3 on the PATH', isOnPath('python3')),
  () => {
    it('is the same on random files', () => {
      const questions = fc
        .sample(fc.tuple(FILES, fc.constantFrom('foobot', 'FooBot2/1', 'other')), { numRuns: 500, seed: 11 })
        .map(([body, who]) => ({ body, who }));
      const input = questions.map((question) => JSON.stringify(question)).join('\n');
      const answers = execFileSync('python3', ['-c', ASK_PYTHON], { input, encoding: 'utf8' })
        .trim()
        .split('\n');
      const ours = questions.map(
        ({ body, who }) => crawlDelay(parse(body, { dialect: python }), who)?.seconds ?? null,
      );
      expect(ours).toEqual(answers.map((answer) => JSON.parse(answer)));
    });
  },
);
