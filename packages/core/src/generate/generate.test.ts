import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format } from '../format/format.ts';
import { parse } from '../parse/parse.ts';
import type { RobotsConfig } from './config.ts';
import { generate } from './generate.ts';

describe('generate', () => {
  it('writes groups, sitemaps and records, one blank line between', () => {
    const config: RobotsConfig = {
      comment: 'Shop\n\nsee /help',
      groups: [
        {
          userAgents: ['FooBot', 'BarBot'],
          rules: [{ disallow: '/' }, { allow: '/help$' }],
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
    [{ records: [{ name: 'A:B', value: 'c' }] }, '"A:B"'],
  ])('refuses what it cannot write as it is: %j', (config, message) => {
    expect(() => generate(config)).toThrow(RangeError);
    expect(() => generate(config)).toThrow(message);
  });

  it('refuses what is no configuration', () => {
    expect(() => generate(null as unknown as RobotsConfig)).toThrow(TypeError);
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
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
});

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
        expect(rules).toEqual(groups.flatMap((written) => written.rules));
      }),
      { numRuns: 1_000 },
    );
  });
});
