import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { isAllowed } from '../engine/is-allowed.ts';
import { format } from '../format/format.ts';
import { DEFAULT_MAX_BYTES } from '../parse/limits.ts';
import { parse } from '../parse/parse.ts';
import { crawlDelay } from '../records/crawl-delay.ts';
import type { GroupConfig, RobotsConfig, RuleConfig } from './config.ts';
import { generate } from './generate.ts';

describe('generate', () => {
  it('writes groups, sitemaps and records, one blank line between', () => {
    const config: RobotsConfig = {
      comment: 'Shop\n\nsee /help',
      groups: [
        {
          userAgents: ['FooBot', 'BarBot'],
          rules: [{ disallow: '/' }, { allow: '/help$', comment: 'Except\nthis' }],
          comment: 'Not for these',
        },
        {
          userAgents: '*',
          rules: [{ disallow: '' }],
          crawlDelaySeconds: 1.5,
          contentSignal: { search: true, 'ai-train': false },
          contentUsage: [{ preferences: 'train-ai=n' }, { path: '/open/', preferences: 'train-ai=y' }],
        },
      ],
      sitemaps: ['https://example.com/s.xml'],
      records: [{ name: 'License', value: 'https://example.com/l.xml' }],
    };
    expect(generate(config)).toBe(`# Shop
#
# see /help

# Not for these
User-agent: FooBot
User-agent: BarBot
Disallow: /
# Except
# this
Allow: /help$

User-agent: *
Disallow:
Crawl-delay: 1.5
Content-Signal: search=yes, ai-train=no
Content-Usage: train-ai=n
Content-Usage: /open/ train-ai=y

Sitemap: https://example.com/s.xml

License: https://example.com/l.xml
`);
  });

  it('writes nothing from nothing', () => {
    expect(generate({})).toBe('');
  });

  it.each<[RobotsConfig, string]>([
    [{ groups: [{ userAgents: [] }] }, 'at least one'],
    [{ groups: [{ userAgents: 'Foo Bot' }] }, '"Foo Bot"'],
    [{ groups: [{ userAgents: '*', rules: [{ disallow: 'a' }] }] }, 'begins with "/" or "*"'],
    [{ groups: [{ userAgents: '*', rules: [{ allow: '/a\nDisallow: /' }] }] }, 'no line end'],
    [{ groups: [{ userAgents: '*', rules: [{ allow: '/a#b' }] }] }, 'write %23'],
    [{ groups: [{ userAgents: '*', crawlDelaySeconds: Number.NaN }] }, '"NaN"'],
    [{ groups: [{ userAgents: '*', contentUsage: [{ path: 'x', preferences: 'a=n' }] }] }, '"x"'],
    [{ sitemaps: ['/s.xml'] }, 'absolute URL'],
    [{ sitemaps: ['https://example.com/s x.xml'] }, 'without white space'],
    [{ records: [{ name: 'request-rate', value: '1/5' }] }, 'in the "records" of a group'],
    [{ records: [{ name: 'Noindex', value: '/a' }] }, 'in the "records" of a group'],
    [{ records: [{ name: 'A:B', value: 'c' }] }, '"A:B"'],
    [{ records: [{ name: 'Disallow', value: '/' }] }, 'has a field for'],
    [{ groups: [{ userAgents: 'A', records: [{ name: 'user-agent', value: '*' }] }] }, 'has a field for'],
    [{ groups: [{ userAgents: 'A', records: [{ name: 'Allowance', value: '/' }] }] }, 'has a field for'],
    [{ records: [{ name: 'Crawl-Delay', value: '5' }] }, 'has a field for'],
    [{ groups: [{ userAgents: '*', rules: [{ allow: '/a\u2028b' }] }] }, 'no line end'],
    [{ groups: [{ userAgents: '*', rules: [{ allow: '/a\ud800' }] }] }, 'lone surrogate'],
    [
      { groups: [{ userAgents: '*', contentUsage: [{ preferences: '/a train-ai=n' }] }] },
      'give a path as "path"',
    ],
    [
      { groups: [{ userAgents: '*', rules: [{ allow: `/${'a'.repeat(DEFAULT_MAX_BYTES)}` }] }] },
      `${DEFAULT_MAX_BYTES}`,
    ],
  ])('refuses what it cannot write as it is: %#', (config, message) => {
    expect(() => generate(config)).toThrow(RangeError);
    expect(() => generate(config)).toThrow(message);
  });

  it.each<[unknown, string]>([
    [null, 'null'],
    [[], 'expected an object'],
    [{ group: [] }, '"group"'],
    [{ groups: { userAgents: '*' } }, 'expected an array'],
    [{ groups: [{ userAgents: '*', rule: [] }] }, '"rule"'],
    [
      { groups: [{ userAgents: '*', rules: [{ allow: '/a', disallow: '/' }] }] },
      'expected either "allow" or "disallow"',
    ],
    [{ groups: [{ userAgents: '*', rules: [{}] }] }, 'either "allow" or "disallow"'],
    [{ groups: [{ userAgents: '*', rules: [{ dissallow: '/' }] }] }, '"dissallow"'],
    [{ groups: [{ userAgents: '*', rules: '/a' }] }, 'expected an array'],
    [{ groups: [{ userAgents: '*', contentSignal: { 'ai-training': false } }] }, '"ai-training"'],
    [{ groups: [{ userAgents: '*', contentSignal: { search: 'no' } }] }, 'true or false'],
    [{ sitemaps: 'https://example.com/s.xml' }, 'expected an array'],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    [{ groups: [, { userAgents: '*' }] }, 'an object'],
    [{ comment: 'a\0b' }, 'without controls'],
    [{ groups: [{ userAgents: '*', rules: [{ disallow: ['/a', '/b'] }] }] }, '2 path patterns in one rule'],
  ])('refuses what is not a configuration: %j', (config, message) => {
    expect(() => generate(config as RobotsConfig)).toThrow(TypeError);
    expect(() => generate(config as RobotsConfig)).toThrow(message);
  });

  it.each([
    [1e-7, '0.0000001'],
    [2.5e-8, '0.000000025'],
    [1e21, '1000000000000000000000'],
    [0, '0'],
  ])('writes the delay %d as a reader of plain decimals reads it', (crawlDelaySeconds, text) => {
    const written = generate({ groups: [{ userAgents: '*', crawlDelaySeconds }] });
    expect(written).toBe(`User-agent: *\nDisallow:\nCrawl-delay: ${text}\n`);
    expect(crawlDelay(parse(written), 'FooBot')?.seconds).toBe(crawlDelaySeconds);
  });

  it('RFC 9309 §2.1: a group without rules does not run into the next one', () => {
    const closed: GroupConfig = { userAgents: '*', rules: [{ disallow: '/' }] };
    for (const more of [{}, { crawlDelaySeconds: 5 }, { contentUsage: [{ preferences: 'train-ai=n' }] }]) {
      const text = generate({ groups: [{ userAgents: 'Good', ...more }, closed] });
      expect(isAllowed(text, 'Good', '/')).toBe(true);
      expect(isAllowed(text, 'Other', '/')).toBe(false);
    }
  });

  it('ends a comment at whatever some reader ends a line at', () => {
    expect(generate({ comment: 'a\u2028Disallow: /\u0085b' })).toBe('# a\n# Disallow: /\n# b\n');
  });
});

const pattern = fc.stringMatching(/^[/*][!-"$-~]{0,10}$/);
const rule = fc.oneof(
  fc.record({ allow: pattern }),
  fc.record({ disallow: fc.oneof(pattern, fc.constant('')) }),
);
const token = fc.oneof(fc.constant('*'), fc.stringMatching(/^[A-Za-z_-][A-Za-z0-9_-]{0,8}$/));
const group = fc.record({
  userAgents: fc.array(token, { minLength: 1, maxLength: 3 }),
  rules: fc.array(rule, { maxLength: 4 }),
});

/** A complete configuration with a small set of names and patterns, so that groups, rules and targets interact. */
const anyGroup: fc.Arbitrary<GroupConfig> = fc.record(
  {
    userAgents: fc.oneof(
      fc.constantFrom('*', 'A', 'a', 'B'),
      fc.array(fc.constantFrom('*', 'A', 'B'), { minLength: 1 }),
    ),
    comment: fc.constantFrom('', 'Disallow: /', 'a\nUser-agent: A', 'a\u2028Allow: /'),
    rules: fc.array(
      fc
        .tuple(fc.constantFrom('allow', 'disallow'), fc.stringMatching(/^(?:[/*][ab*$/]{0,4})?$/))
        .map(([kind, value]) => ({ [kind]: value }) as RuleConfig),
      { maxLength: 3 },
    ),
    crawlDelaySeconds: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    contentUsage: fc.array(fc.record({ preferences: fc.constantFrom('train-ai=n', 'search=y') }), {
      maxLength: 2,
    }),
    contentSignal: fc.record({ search: fc.boolean(), 'ai-train': fc.boolean() }, { requiredKeys: [] }),
    records: fc.array(fc.record({ name: fc.constantFrom('Host', 'X'), value: fc.constantFrom('', 'a.b') }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['userAgents'] },
);
const anyConfig: fc.Arbitrary<RobotsConfig> = fc.record(
  {
    comment: fc.constantFrom('User-agent: *', ''),
    groups: fc.array(anyGroup, { maxLength: 4 }),
    sitemaps: fc.array(fc.constantFrom('https://a.test/s.xml', 'https://a.test/t'), { maxLength: 2 }),
    records: fc.array(fc.record({ name: fc.constantFrom('Y', 'License'), value: fc.constant('z') }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
);

/** The groups of a configuration that apply to a crawler. */
function groupsFor({ groups = [] }: RobotsConfig, crawler: string): readonly GroupConfig[] {
  const named = (name: string) =>
    groups.filter(({ userAgents }) => [userAgents].flat().some((each) => each.toLowerCase() === name));
  const own = named(crawler.toLowerCase());
  return own.length > 0 ? own : named('*');
}

/** The verdict for a target, computed from the configuration alone. */
function isAllowedBy(groups: readonly GroupConfig[], target: string): boolean {
  const matching = groups
    .flatMap(({ rules = [] }) => rules)
    .map((one) =>
      'allow' in one ? { text: one.allow, isAllow: true } : { text: one.disallow, isAllow: false },
    )
    .filter(({ text }) => text !== '' && toExpression(text).test(target));
  const longest = Math.max(...matching.map(({ text }) => text.length));
  const best = matching.filter(({ text }) => text.length === longest);
  return best.length === 0 || best.some(({ isAllow }) => isAllow);
}

function toExpression(pattern: string): RegExp {
  const body = pattern.replace(/\$$/, '').replaceAll('$', '\\$').replaceAll('*', '.*');
  return new RegExp(`^${body}${pattern.endsWith('$') ? '$' : ''}`);
}

const TARGETS = ['', 'a', 'b', 'aa', 'ab', 'ba', 'a/b', 'a$', 'b/', '/', '/a', 'aab', 'a$b'].map(
  (path) => `/${path}`,
);

describe('RFC 9309 §2.2: what is generated is read back', () => {
  it('in canonical form, also where a record of no group is written into one', () => {
    const records = [{ name: 'HOST', value: 'a.test' }];
    const text = generate({ groups: [{ userAgents: '*', rules: [{ disallow: '/a' }], records }] });
    expect(text).toBe('User-agent: *\nDisallow: /a\n\nHost: a.test\n');
  });

  it('with the same groups and rules, without diagnostics, in canonical form', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), (groups) => {
        const text = generate({ groups });
        const document = parse(text);
        expect(document.diagnostics).toEqual([]);
        expect(format(text)).toBe(text);
        expect(document.groups.map(({ productTokens }) => productTokens)).toEqual(
          groups.map(({ userAgents }) => userAgents),
        );
        const rules = document.groups.flatMap((read) =>
          read.rules.map(({ kind, value }) => ({ [kind]: value })),
        );
        expect(rules).toEqual(
          groups.flatMap(({ rules }) => (rules.length === 0 ? [{ disallow: '' }] : rules)),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('with every verdict that the configuration says, and every record', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const text = generate(config);
        const document = parse(text);
        expect(document.diagnostics.filter(({ code }) => code !== 'unknown-record')).toEqual([]);
        for (const crawler of ['A', 'B', 'C']) {
          const groups = groupsFor(config, crawler);
          const rules = compile(document, crawler);
          for (const target of TARGETS) expect(rules.allows(target)).toBe(isAllowedBy(groups, target));
          const [delay] = groups.flatMap(({ crawlDelaySeconds }) => crawlDelaySeconds ?? []);
          expect(crawlDelay(document, crawler)?.seconds).toBe(delay);
        }
        const others = document.records.filter(({ kind }) =>
          /^(?:sitemap|license|other|host|content-.*)$/.test(kind),
        );
        expect(others.map(({ name, value }) => `${name}: ${value}`)).toEqual(otherRecordsOf(config));
      }),
      { numRuns: runs(500, 60) },
    );
  });
});

function otherRecordsOf({ groups = [], sitemaps = [], records = [] }: RobotsConfig): string[] {
  const lines = (list: RobotsConfig['records'] = []) => list.map(({ name, value }) => `${name}: ${value}`);
  return [
    ...groups.flatMap(({ contentSignal = {}, contentUsage = [], records: own = [] }) => [
      ...(Object.keys(contentSignal).length === 0
        ? []
        : [
            `Content-Signal: ${Object.entries(contentSignal)
              .map(([use, isAllowed]) => `${use}=${isAllowed ? 'yes' : 'no'}`)
              .join(', ')}`,
          ]),
      ...contentUsage.map(({ preferences }) => `Content-Usage: ${preferences}`),
      ...lines(own),
    ]),
    ...sitemaps.map((url) => `Sitemap: ${url}`),
    ...lines(records),
  ];
}
