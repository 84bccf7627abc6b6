import { explain } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import type { GoodCopy } from './policy/origin-record.ts';
import { rulesOf, verdictOn } from './rule-sets.ts';

function copyOf(body: string, digest: string): GoodCopy {
  const octets = new TextEncoder().encode(body);
  const finalUrl = 'https://example.com/robots.txt';
  return {
    body: octets,
    digest,
    isTruncated: false,
    status: 200,
    fetchedAt: 0,
    validatedAt: 0,
    finalUrl,
    headers: {},
  };
}

const body = 'User-agent: *\nDisallow: /a\nAllow: /a/b$\nDisallow: /*.php\nCrawl-delay: 3\n';

describe('compiled rules of a copy', () => {
  it('answer alike however often they are asked', () => {
    const rules = rulesOf(copyOf(body, 'often'), ['FooBot'], 512_000);
    for (let round = 0; round < 20; round++) {
      for (const path of ['/a', '/a/b', '/x.php', '/', '/robots.txt']) {
        const url = `https://example.com${path}`;
        expect(verdictOn(rules, url)).toEqual(explain(rules.ruleSet, url));
      }
    }
  });

  it('are shared by copies of one digest, apart for each crawler', () => {
    const first = rulesOf(copyOf(body, 'shared'), ['FooBot'], 512_000);
    expect(rulesOf(copyOf(body, 'shared'), ['FooBot'], 512_000)).toBe(first);
    expect(rulesOf(copyOf(body, 'shared'), ['BarBot'], 512_000)).not.toBe(first);
    expect(first.crawlDelaySeconds).toBe(3);
  });

  it('of the largest body answer, too', () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `Disallow: /section-${index}/\n`);
    const rules = rulesOf(copyOf(`User-agent: *\n${lines.join('')}`, 'large'), ['FooBot'], 2_000_000);
    for (let round = 0; round < 10; round++) {
      expect(verdictOn(rules, 'https://example.com/section-39999/x').rule?.line).toBe(40_001);
    }
  });
});
