/**
 * Tests that every rule reports its bad example but not its good example, and that the fixes repair the bad example.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { registryWith } from '../../agents/index.ts';
import { applyEdits } from '../../bytes/edit.ts';
import { google } from '../../dialects/google.ts';
import { compile } from '../../engine/compile.ts';
import { type DivergenceReport, divergences } from '../../interpret/divergences.ts';
import type { Diagnostic, Fix } from '../../parse/diagnostics.ts';
import { rfc9309 } from '../../parse/dialect.ts';
import { DEFAULT_MAX_BYTES } from '../../parse/limits.ts';
import { parse } from '../../parse/parse.ts';
import { fixAll } from '../fix.ts';
import { lint } from '../lint.ts';
import { LintContext } from '../lint-context.ts';
import type { LintExample } from '../lint-rule.ts';
import { lintRules } from './index.ts';
import { nearlyTooLarge, tooLarge } from './whole-file.ts';

const bodyOf = ({ body, encoding }: LintExample) => new Uint8Array(Buffer.from(body, encoding ?? 'utf8'));
const optionsOf = ({ robotsUrl, profile, withDialects }: LintExample) => ({
  ...(withDialects && { divergences }),
  ...(robotsUrl !== undefined && { robotsUrl }),
  ...(profile !== undefined && { profile }),
});
/** Some examples are 500 KB long, so each is linted once. */
const linted = new Map<LintExample, readonly Diagnostic[]>();
function findingsOf(example: LintExample): readonly Diagnostic[] {
  const known = linted.get(example) ?? lint(bodyOf(example), optionsOf(example));
  linted.set(example, known);
  return known;
}
const found = (code: string, example: LintExample) =>
  findingsOf(example).filter((diagnostic) => diagnostic.code === code);

/** What rules report about their bad examples: the position, the message, and the result of each fix. */
interface Said {
  readonly line: number;
  /** The first characters of the reported span. */
  readonly at: string;
  readonly message: string;
  readonly fixes?: readonly { title: string; makes: string; effect?: string }[];
}
const SAID = JSON.parse(readFileSync(new URL('bad-examples.json', import.meta.url), 'utf8')) as Record<
  string,
  readonly Said[]
>;
const textOf = (octets: Uint8Array, start: number, end: number) =>
  Buffer.from(octets.subarray(start, end)).toString('utf8').slice(0, 60);

function saidOf(code: string, bad: LintExample): readonly Said[] {
  const body = bodyOf(bad);
  return found(code, bad).map(({ line, span, message, fixes }) => ({
    ...{ line, at: textOf(body, span.start, span.end), message },
    ...(fixes && { fixes: fixes.map((fix) => fixSaid(body, fix)) }),
  }));
}

function fixSaid(body: Uint8Array, { title, effect, changesVerdicts, edits }: Fix) {
  expect(changesVerdicts).toBe(effect !== undefined);
  const makes = Buffer.from(applyEdits(body, edits)).toString('utf8');
  return { title, makes, ...(effect !== undefined && { effect }) };
}

describe.each(lintRules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
  it('fires on its bad example, at octets of the file', () => {
    const body = bodyOf(rule.bad);
    const diagnostics = found(code, rule.bad);
    expect(diagnostics).not.toEqual([]);
    for (const { span, line, message } of diagnostics) {
      expect(span.start <= span.end && span.end <= Math.max(body.length, DEFAULT_MAX_BYTES)).toBe(true);
      expect(line).toBeGreaterThanOrEqual(1);
      expect(message).toMatch(/^\S.*[^.]$/);
    }
    // A new rule need not be in the table.
    if (code in SAID) expect(saidOf(code, rule.bad)).toEqual(SAID[code]);
  });

  it('is silent on its good example, and so is every other rule that is no remark', () => {
    const others = findingsOf(rule.good).filter(({ severity }) => severity !== 'info');
    expect(found(code, rule.good)).toEqual([]);
    expect(others).toEqual([]);
  });
});

/**
 * For each rule code: the pattern that the rule's message advises, a target that this pattern closes, and a target that
 * it leaves open.
 */
const ADVICE: Readonly<Record<string, { after: string; closed: string; open: string }>> = {
  'doubtful-escape': { after: '/100%25/', closed: '/100%25/', open: '/100/' },
  'comment-cuts-value': { after: '/app%23/settings', closed: '/app%23/settings', open: '/app' },
  'pattern-without-slash': { after: '/*.pdf$', closed: '/a/b.pdf', open: '/a.pdf?x' },
};
const ADVICE_ANYWHERE: readonly { after: string; closed: string; open: string }[] = [
  { after: '/*.css', closed: '/a/b.css?v=1', open: '/css' },
  { after: '/*?print', closed: '/a?print=1', open: '/a?x&print' },
  { after: '/*nocache=', closed: '/a?x&nocache=1', open: '/nocache' },
];
const ADVISED = [
  'Disallow: /100%/',
  'Disallow: /app#/settings',
  'Disallow: .pdf$',
  'Disallow: .css',
  'Disallow: ?print',
  'Disallow: nocache=',
  'Disallow: /*$compare',
  'Disallow: https://b.test/',
];

it('what a message advises to write does what it says, by RFC 9309 and by Google', () => {
  const examples = [
    ...lintRules.map(({ bad }) => bad),
    ...ADVISED.map((line) => ({ body: `User-agent: *\n${line}\n` })),
  ];
  const advising = examples.flatMap((example) =>
    findingsOf(example).filter(({ message }) => /\bwrite\b/i.test(message)),
  );
  const codes = new Set(advising.map(({ code }) => code));
  codes.delete('bad-usage-preference');
  expect([...codes].sort()).toEqual(Object.keys(ADVICE).sort());
  for (const { after, closed, open } of [...Object.values(ADVICE), ...ADVICE_ANYWHERE]) {
    for (const dialect of [rfc9309, google]) {
      const rules = compile(parse(`User-agent: *\nDisallow: ${after}\n`, { dialect }), 'FooBot');
      const origin = 'https://a.test';
      expect([rules.allows(origin + closed), rules.allows(origin + open)]).toEqual([false, true]);
    }
  }
});

describe('no fix where nobody knows what was meant', () => {
  it.each([
    [
      'Disallow: https://b.test/a',
      'https://a.test/robots.txt',
      'It names b.test, but this file applies only to a.test',
    ],
    ['Disallow: https://a.test/', undefined, 'If a.test is this site'],
    ['Disallow: .pdf$', undefined, '"/*.pdf$"'],
    ['Disallow: /a%', undefined, 'does not start a percent-encoded character'],
    ['Disallow: /a%2', undefined, 'does not start a percent-encoded character'],
    ['Disallow: /*$compare', undefined, 'a literal dollar sign'],
    ['Disallow: /a /b /c', undefined, ''],
    ['Disallow: /x, /y', undefined, ''],
    ['Disallow: /(foo|bar)/.*', undefined, ''],
    ['Disallow: [0-9]+', undefined, ''],
    ['Disallow: "/a"', undefined, ''],
    ['Disallow: ^/a', undefined, 'looks like a regular expression'],
    ['Disallow: /a|/b', undefined, 'looks like a regular expression'],
    ['Disallow: .css', undefined, '"/*.css"'],
    ['Disallow: ?print', undefined, '"/*?print"'],
    ['Disallow: nocache=', undefined, '"/*nocache="'],
    ['Disallow: www.a.test/b', undefined, 'matches nothing'],
    ['Disallow: shop.a.test/b', undefined, 'matches nothing'],
    ['Disallow: ./a', undefined, 'matches nothing'],
    ['Disallow: \\a\\', undefined, 'matches nothing'],
    ['Disallow: %2Fa', undefined, 'matches nothing'],
    ['Disallow: $', undefined, 'matches nothing'],
    ['Disallow: \u00a0/a', undefined, 'The invisible character U+00A0'],
    ['Disallow: /a\u00a0', undefined, 'The invisible character U+00A0'],
  ])('%s', (line, robotsUrl, text) => {
    const all = lint(`User-agent: *\n${line}\n`, robotsUrl === undefined ? {} : { robotsUrl });
    const told = all.filter(({ severity }) => severity !== 'info');
    expect(told.some(({ message }) => message.includes(text))).toBe(true);
    expect(all.flatMap(({ fixes = [] }) => fixes.filter(({ changesVerdicts }) => changesVerdicts))).toEqual(
      [],
    );
  });

  it.each(['index.php/a', 'café/', 'a/b.html', '.git/', '.htaccess', '~a', 'uk/en/'])(
    'but a slash before the path %s',
    (path) => {
      const fixes = lint(`User-agent: *\nDisallow: ${path}\n`).flatMap((found) => found.fixes ?? []);
      expect(fixes.map(({ title }) => title)).toContain(`Write "/${path}"`);
    },
  );

  it.each(['/', '*', '/*', '/**', '**', '*$', '/**$'])('%s blocks everything', (pattern) => {
    const codes = lint(`User-agent: *\nDisallow: ${pattern}\n`).map(({ code }) => code);
    expect(codes).toContain('blocks-everything');
  });

  it.each(['/*url%2*x', '/a/%*', '/%25/'])(
    'and none of the escape in %s, which matches as it was meant',
    (path) => {
      const codes = lint(`User-agent: *\nDisallow: ${path}\n`).map(({ code }) => code);
      expect(codes).not.toContain('doubtful-escape');
    },
  );

  it('names the path where the URL is of the own host', () => {
    const options = { robotsUrl: 'https://A.test:443/robots.txt' };
    const [found] = lint('User-agent: *\nDisallow: http://a.test/b\n', options);
    expect(found?.fixes?.[0]).toMatchObject({
      title: 'Write "/b"',
      changesVerdicts: true,
      effect: 'RFC 9309, Google: any other crawler may no longer fetch /b',
    });
  });
});

/** For each finding of a rule: its line, and the titles of its fixes. */
const told = (code: string, body: string, robotsUrl?: string) =>
  lint(body, robotsUrl === undefined ? {} : { robotsUrl })
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ line, fixes = [] }) => [line, ...fixes.map(({ title }) => title)]);

describe('what is no such mistake', () => {
  it.each([
    ['blocks-admin-ajax', 'User-agent: *\nDisallow: /*.php$\n', 'a rule for every script'],
    [
      'blocks-assets',
      'User-agent: *\nDisallow: /css/\nAllow: /css/*.css$\n',
      'a folder whose style sheets are allowed',
    ],
    [
      'blocks-assets',
      'User-agent: *\nDisallow: /wp-includes/\nAllow: /wp-includes/js/\n',
      'a folder of software whose scripts are allowed',
    ],
    [
      'rules-after-gap',
      'User-agent: *\nDisallow: /c\n\nUser-agent: FooBot\nDisallow: /\n\nDisallow: /c\n',
      'rules that everybody has',
    ],
    ['case-probably-misses', 'User-agent: *\nDisallow: /Admin/\nDisallow: /admin/\n', 'both spellings'],
    ['case-probably-misses', 'User-agent: *\nDisallow: /Admin/\nDisallow: /About/\n', 'a site of capitals'],
    ['case-probably-misses', 'User-agent: *\nDisallow: /Admin/\nDisallow: /a.aspx\n', 'a server of .aspx'],
    ['matches-everything', 'User-agent: *\nDisallow: /$\n', 'the front page'],
    ['unknown-record', 'User-agent: *\nDisallow: /a\nComment: x\n', 'a record of a proposal'],
    ['unknown-record', 'User-agent: *\nDisallow: /a\nDisalow: /b\n', 'a misspelt record'],
    [
      'disallowed-sitemap',
      'User-agent: *\nDisallow: /\nSitemap: https://cdn.example.com/s.xml\n',
      'a sitemap of what may be another host',
    ],
    [
      'disallowed-sitemap',
      'User-agent: *\nDisallow: /\nSitemap: s3://bucket/s.xml\n',
      'a URL of no web host',
    ],
    ['discloses-paths', 'User-agent: *\nDisallow: /git/\n', 'a directory that is not hidden'],
    ['discloses-paths', 'User-agent: *\nDisallow: /.gitignore\n', 'a hidden file of another name'],
    [
      'record-outside-group',
      'User-agent: *\nDisallow: /a\nCrawl-delay: soon\n',
      'another defect of a record',
    ],
    ['unknown-product-token', 'User-agent: IonCrawl\nDisallow: /a\n', 'a short name of another letter'],
    ['empty-group', 'User-agent: A\nDisallow: /a\n\nUser-agent: A\n', 'rules in another group'],
    ['empty-group', 'User-agent: A\nDisallow: /a\n\nUser-agent: *\n', 'an empty group for all others'],
    ['empty-group', 'User-agent: A\nDisallow:\n\nUser-agent: B\n', 'nothing that is disallowed'],
    ['empty-group', 'User-agent: A\nAllow: /a\n\nUser-agent: B\n', 'a file that only allows'],
    ['foreign-sitemap', 'Sitemap: https://example.org/sitemap.xml\n', 'an unknown host'],
    ['may-not-obey', 'User-agent: ChatGPT-User.x\nDisallow: /\n', 'a token that only begins like one'],
    [
      'groups-run-together',
      'User-agent: A\nCrawl-delay: 1\nUser-agent: a\nDisallow: /\n',
      'the same crawler once more',
    ],
    ['no-such-crawler', 'User-agent: Microsoft URL Control\nDisallow: /\n', 'a name of several words'],
    [
      'no-such-crawler',
      'User-agent: ChatGPT\nUser-agent: ChatGPT-User\nDisallow: /\n',
      'a listed name beside its own',
    ],
    [
      'allowed-against-preference',
      'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nContent-Signal: ai-train=yes\nAllow: /\n',
      'a group that states the contrary',
    ],
    [
      'named-group-hides-star',
      'User-agent: *\nDisallow: /a$\n\nUser-agent: A\nDisallow: /a$\n',
      'the same URL in both groups',
    ],
    ['unknown-product-token', 'User-agent: ingbot\nDisallow: /a\n', 'a short name without its first letter'],
    ['redundant-rule', 'User-agent: *\nAllow: /\nDisallow: /a\n', 'a statement that the rest is allowed'],
  ])('%s, %j: %s', (code, body) => {
    expect(told(code, body)).toEqual([]);
  });
});

describe('fixes', () => {
  const ORIGIN = 'https://a.test/robots.txt';

  it.each([
    ['relative-sitemap', 'Sitemap: /s.xml\n', [[1, 'Write https://a.test/s.xml']]],
    ['relative-sitemap', 'Sitemap: //a.test/s.xml\n', [[1]]],
    ['relative-sitemap', 'Sitemap: s.xml\n', [[1]]],
    ['unknown-record', 'Sitemap https://a.test/s.xml\n', [[1, 'Write "Sitemap:"']]],
    ['unknown-record', 'Sitemap http://a.test/s.xml\n', [[1, 'Write "Sitemap:"']]],
    ['unknown-record', 'Sitemap httpx://a.test/s.xml\n', [[1]]],
    ['unknown-record', 'https://a.test/s.xml\n', [[1, 'Write "Sitemap: " before it']]],
    ['unknown-record', 'http://a.test/s.xml\n', [[1, 'Write "Sitemap: " before it']]],
    ['shadowed-rule', 'User-agent: *\nDisallow: /x\nAllow: /x*\nDisallow: /x**\n', [[3, 'Remove this line']]],
    [
      'redundant-rule',
      'User-agent: A\nUser-agent: B\nDisallow: /x\n\nUser-agent: A\nAllow: /x*\n\nUser-agent: B\nDisallow: /x*\n',
      [[9]],
    ],
    ['duplicate-rule', 'User-agent: *\nDisallow: /a\nDisallow: all\nDisallow: /a', [[4]]],
    [
      'duplicate-rule',
      'User-agent: A\nDisallow: /a\nDisallow: /a\n\nUser-agent: B\nDisallow: all\n',
      [[3, 'Remove this line']],
    ],
    [
      'duplicate-rule',
      'User-agent: A\nDisallow: all\n\nUser-agent: B\nDisallow: /a\nDisallow: /a\n',
      [[6, 'Remove this line']],
    ],
    ['redundant-rule', 'User-agent: *\nDisallow: /\nAllow: /a\nAllow: /a/b\n', [[4, 'Remove this line']]],
  ])('%s, %j: %j', (code, body, expected) => {
    expect(told(code, body, ORIGIN)).toEqual(expected);
  });

  it('are left out where none is left', () => {
    const found = lint('User-agent: *\nDisallow: /a\nDisallow: all\nDisallow: /a\n');
    expect(found.map((one) => 'fixes' in one)).toEqual([false, false]);
  });

  it('that write a colon or the name of a record are safe', () => {
    for (const body of ['Sitemap https://a.test/s.xml\n', 'https://a.test/s.xml\n']) {
      const [fix] = lint(body).flatMap(({ fixes = [] }) => fixes) as [Fix];
      expect(fix.changesVerdicts).toBe(false);
      expect(fixSaid(Buffer.from(body), fix).makes).toBe('Sitemap: https://a.test/s.xml\n');
    }
  });
});

it.each([
  [
    'crawl-delay-unread',
    'User-agent: Googlebot\nUser-agent: Googlebot-Image\nDisallow: /a\nCrawl-delay: 1\n',
    'Googlebot, Googlebot-Image ignore Crawl-delay',
  ],
  [
    'disallowed-sitemap',
    'User-agent: *\nDisallow: /\nAllow: /a\nSitemap: https://www.example.com/s.xml\n',
    'The rules for "*" disallow this sitemap, so most crawlers will not fetch it',
  ],
  [
    'empty-group',
    'User-agent: *\nDisallow: /a\n\nUser-agent: A\nUser-agent: B\n',
    'This group has no rules, so A, B may fetch everything',
  ],
  [
    'markdown-fence',
    'User-agent: *\n  ```\nDisallow: /a\n',
    'This line is a Markdown code fence and does not belong in a robots.txt',
  ],
  [
    'markdown-fence',
    'User-agent: *\n```\u00a0\nDisallow: /a\n',
    'This line is a Markdown code fence and does not belong in a robots.txt',
  ],
  [
    'unknown-product-token',
    'User-agent: acebookexternalhit\nDisallow: /a\n',
    'Unknown crawler acebookexternalhit. Did you mean facebookexternalhit?',
  ],
  [
    'doubtful-escape',
    'User-agent: *\nDisallow: /a%zé\n',
    'A "%" in this pattern does not start a percent-encoded character',
  ],
])('%s, %j: %s', (code, body, message) => {
  const found = lint(body).filter((diagnostic) => diagnostic.code === code);
  expect(found.map((diagnostic) => diagnostic.message)).toEqual([message]);
});

it.each([
  ['User-agent: *\nDisallow: /a é\n', ['Write /a%20%C3%A9']],
  ['User-agent: *\nDisallow: /~é!\n', ['Write /~%C3%A9!']],
])('a raw pattern is written as a URL has it: %j', (body, titles) => {
  expect(told('raw-octets-in-pattern', body)).toEqual([[2, ...titles]]);
});

it.each([
  ['msnbot', 'bingbot', 0],
  ['msnbot', 'GPTBot', 1],
  ['Neevabot', 'GPTBot', 0],
  ['Neevabot', 'Teoma', 1],
])('%s beside %s is reported unless nobody is missed', (retired, other, findings) => {
  const body = `User-agent: ${retired}\nUser-agent: ${other}\nDisallow: /a\n`;
  expect(told('retired-product-token', body).length > 0).toBe(findings > 0);
});

it.each([
  ['', []],
  ['User-agent: A\nDisallow: /b\n', []],
  ['User-agent: A\nDisallow: /s\n', ['The rules for "A" disallow this sitemap, so it will not fetch it']],
])('a sitemap of a closed site is for the crawler that it admits: %j', (group, messages) => {
  const body = `User-agent: *\nDisallow: /\n\n${group}Sitemap: https://example.com/s.xml\n`;
  const found = lint(body).filter(({ code }) => code === 'disallowed-sitemap');
  expect(found.map(({ message }) => message)).toEqual(messages);
});

it('a crawler that one group names twice is reported where it is named first', () => {
  expect(told('retired-product-token', 'User-agent: msnbot\nUser-agent: MSNBot\nDisallow: /a\n')).toEqual([
    [1],
  ]);
});

it('the name of a misspelt crawler is meant to change verdicts: it is no safe fix that failed its proof', () => {
  const body = 'User-agent: Googelbot\nDisallow: /a\n';
  expect(fixAll(body)).toMatchObject({ made: [], unproven: [] });
  const { made } = fixAll(body, { allowVerdictChanges: true });
  expect(made.map(({ title }) => title)).toEqual(['Write Googlebot']);
});

it('findings about size point to the end of the file, from nine tenths of the limit on', () => {
  const limit = DEFAULT_MAX_BYTES;
  const document = parse('User-agent: *\n');
  const span = { start: 14, end: 14 };
  const found = (size: number) =>
    [nearlyTooLarge, tooLarge].flatMap((rule) => [
      ...rule.check(new LintContext(document, new Uint8Array(size))),
    ]);
  expect(found(0.9 * limit - 1)).toEqual([]);
  expect([0.9 * limit, limit, limit + 1].flatMap(found)).toEqual([
    { message: `The file has ${0.9 * limit} octets. Crawlers only have to read the first ${limit}`, span },
    { message: `The file has ${limit} octets. Crawlers only have to read the first ${limit}`, span },
    { message: `The file has ${limit + 1} octets. Crawlers may stop reading after ${limit}`, span },
  ]);
});

it.each([
  [true, 'google lets FooBot fetch /a, which RFC 9309 disallows'],
  [false, 'google keeps FooBot from /a, which RFC 9309 allows'],
])(
  'a reading that differs is reported without a reason where none is known: allowed %j',
  (allowed, message) => {
    const known = { dialects: [google], lines: [2], line: 2, who: 'FooBot', target: '/a', allowed };
    const report = { divergences: [known], unreadable: [] } as unknown as DivergenceReport;
    const options = { rules: { 'read-differently': 'info' }, divergences: () => report } as const;
    expect(lint('User-agent: *\nDisallow: /a\n', options).map((found) => found.message)).toEqual([message]);
  },
);

it.each([
  ['Disallow: /a', 'no user-agent line precedes this rule'],
  ['Disallow /a', 'it has no colon'],
  ['License: a', 'it does not know the record "license"'],
  ['User-agent:', 'it has no product token'],
  ['Disallow: a', 'a pattern must begin with "/" or "*", or be empty'],
  ['Disallow: /a$b', '"$" is valid only at the end of a pattern'],
  ['Sitemap: a:b', 'a sitemap URL must use http, https or ftp'],
  ['Sitemap: /a', 'a sitemap must be an absolute URL'],
])('Lighthouse fails on the line %j alone: %s', (line, defect) => {
  expect(lint(`${line}\n`, { profile: 'lighthouse' }).map(({ message }) => message)).toEqual([
    `Lighthouse fails on this line: ${defect}`,
  ]);
});

it('a path with a capital looks like a slip where at most a fifth of the paths have one', () => {
  const linesOf = (paths: string) =>
    told(
      'case-probably-misses',
      `User-agent: *\n${[...paths].map((path) => `Disallow: /${path}\n`).join('')}Disallow: /Admin/\n`,
    );
  expect([linesOf('abcdefghA'), linesOf('abcdefgAB')]).toEqual([[[11]], []]);
});

it('a name without a product token is read as none', () => {
  const [found] = lint('User-agent: 中 文\nDisallow: /\n');
  expect(found?.message).toBe(
    'Crawlers that follow RFC 9309 read "中 文" as "中"; Google reads no product token',
  );
});

const own = registryWith(
  [
    { token: 'OpenAI', obeys: 'no', crawlDelay: 'no' },
    { token: 'ZorgelBot' },
    { token: 'GPTBott', appliesStar: false },
    { token: 'Zorgel-Learn', fetches: false, purposes: ['training'] },
  ].map((one) => ({ operator: 'Zorgel', source: 'https://zorgel.example/', asOf: '2026-11-29', ...one })),
);

it.each([
  ['OpenAI\nDisallow: /\nCrawl-delay: 3', ['1 may-not-obey', '3 crawl-delay-unread'], ['1 no-such-crawler']],
  ['ZorgelBo\nDisallow: /', ['1 unknown-product-token'], []],
  ['GPTBott\nDisallow: /', [], ['1 unknown-product-token']],
  ['ZorgelBot OpenAI\nDisallow: /', ['1 several-tokens-on-one-line'], ['1 phrase-as-product-token']],
  [
    'GPTBott\nDisallow: /a\n\nUser-agent: *\nDisallow: /b',
    [],
    ['1 named-group-hides-star', '1 unknown-product-token'],
  ],
  [
    'Zorgel-Learn\nAllow: /\n\nUser-agent: *\nContent-Signal: ai-train=no\nAllow: /',
    ['1 allowed-against-preference'],
    ['1 named-group-loses-preferences'],
  ],
])('crawlers of an own registry are known: %j', (file, expected, without) => {
  const codes = (options: object) =>
    lint(`User-agent: ${file}\n`, options).map(({ line, code }) => `${line} ${code}`);
  expect([codes({ registry: own }), codes({})]).toEqual([expected, without]);
});

it.each(['Google-Extended', 'Applebot-Extended'])(
  'says of %s, which fetches nothing, what its group allows',
  (token) => {
    const [found] = lint(
      `User-agent: ${token}\nDisallow: /a\n\nUser-agent: *\nContent-Signal: search=yes\nDisallow: /b\n`,
    );
    expect(found?.message).toMatch(
      / fetches nothing; its own group allows training.* for what "\*" disallows: \/b \(line 6\)$/,
    );
  },
);

it('a rule at the end does not repeat an opposite one', () => {
  const body = 'User-agent: *\nAllow: /c\nDisallow: /d\n\nUser-agent: FooBot\nDisallow: /\n\nDisallow: /c\n';
  expect(told('rules-after-gap', body)).toEqual([[8]]);
});

/** Mistakes of public files and reports: each with its findings, and words of the first. */
it.each<[robots: string, codes: readonly string[], words: string]>([
  [
    'User-agent: Battle\\ Bazinga\nDisallow: /',
    ['phrase-as-product-token'],
    'as "Battle\\"; Google reads "Battle"',
  ],
  ['User-agent: Node/simplecrawler\nDisallow: /', ['phrase-as-product-token'], 'as "Node"'],
  ['User-agent: GPTBot ClaudeBot\nDisallow: /', ['several-tokens-on-one-line'], '"GPTBot"'],
  ['User-agent: GPTBot|ClaudeBot\nDisallow: /', ['several-tokens-on-one-line'], '"GPTBot"'],
  ['User-agent: GPTBot & ClaudeBot\nDisallow: /', ['several-tokens-on-one-line'], '"GPTBot"'],
  ['User-agent: GPTBot and ClaudeBot\nDisallow: /', ['several-tokens-on-one-line'], '"GPTBot"'],
  [
    'User-agent: *\nDisallow: /tmp/; Disallow: /x/',
    ['several-records-on-one-line'],
    '"Disallow: /x/" is part of',
  ],
  ['User-agent: *\nDisallow: /a Disallow: /b', ['several-records-on-one-line'], '"Disallow: /b" is part of'],
  ['User-agent: * Disallow: /', ['several-records-on-one-line'], '"Disallow: /" is part of'],
  ['User-agent: *\nDisallow: /a;/b', ['several-patterns-on-one-line'], '"/a;/b" as a single path'],
  ['User-agent: *\nDisallow: /a | /b', ['several-patterns-on-one-line'], '"/a | /b" as a single path'],
  ['User-agent: Google-Extendeded\nDisallow: /', ['unknown-product-token'], 'mean Google-Extended?'],
  ['User-agent: Google-Extend\nDisallow: /', ['unknown-product-token'], 'mean Google-Extended?'],
  ['User-agent: Bytespyder\nDisallow: /', ['unknown-product-token'], 'mean Bytespider?'],
  ...['robots.txt', 'robots.tx', 'sitemap.xml', '.well-known/', 'ads.txt', 'favicon.ico'].map(
    (file): [string, string[], string] => [
      `User-agent: *\nDisallow: /\nAllow: /${file}`,
      ['blocks-everything'],
      'the whole site for all crawlers',
    ],
  ),
  [
    'User-agent: *\nDisallow: /admin\n\nUser-agent: GPTBot\nAllow: /',
    ['named-group-hides-star'],
    '/admin (line 2)',
  ],
  ['User-agent: *\\nDisallow: /x\\n', ['escaped-line-end'], 'two characters here'],
  ['User-agent: *\nDisallow: /x\\r\\nDisallow: /y', ['escaped-line-end'], 'two characters here'],
  [
    'User-agent: Googlebot\n\nUser-agent: BarBot\nDisallow: /',
    ['groups-run-together'],
    'Googlebot may fetch nothing (line 4)',
  ],
  ['User-agent: Yandex\n\nDisallow: /private', ['blank-line-in-group'], 'Yandex and older parsers'],
  ['User-agent: *\nDisallow: /_nuxt/*', ['blocks-assets'], 'may not fetch these scripts'],
  ['User-agent: *\nDisallow: /a?x=1&amp;y=2', ['html-entity'], 'do not decode'],
  ...['{{ path }}', `\${dir}/x`, '<%= x %>', '{% url "a" %}', '[[ x ]]'].map(
    (text): [string, string[], string] => [
      `User-agent: *\nDisallow: /${text}`,
      ['failed-template'],
      'was not filled in',
    ],
  ),
  ['User-agent: *\nDisallow: /x\nSitemap: https:/a.example/s.xml', ['relative-sitemap'], 'too few slashes'],
])('a public mistake is named: %j', (robots, codes, words) => {
  const findings = lint(`${robots}\n`);
  expect(findings.map(({ code }) => code)).toEqual(codes);
  expect(findings[0]?.message).toContain(words);
});

it.each(['GPT-Bot', 'Claude-Bot', 'Google-bot', 'perplexity-bot', 'OpenAI', 'Gemini', 'gpt'])(
  'the name %s is reported once',
  (name) => {
    expect(lint(`User-agent: ${name}\nDisallow: /a\n`)).toHaveLength(1);
  },
);

it('an effect that two readings share is reported once, whatever the letter case of their names', () => {
  const [found] = lint('User-agent: Googelbot\nDisallow: /a\n');
  expect(found?.fixes?.[0]?.effect).toBe('RFC 9309, Google: Googlebot may no longer fetch /a');
});

it('every code is used once, and every rule has words', () => {
  expect(new Set(lintRules.map(({ code }) => code)).size).toBe(lintRules.length);
  for (const { code, title, reason } of lintRules) {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect([title.endsWith('.'), reason.endsWith('.')]).toEqual([false, true]);
  }
});
