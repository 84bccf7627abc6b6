import { describe, expect, it } from 'vitest';
import type { GoodCopy } from './policy/origin-record.ts';
import { rulesOf } from './rule-sets.ts';

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
  it('are shared by copies of one digest, apart for each crawler', () => {
    const first = rulesOf(copyOf(body, 'shared'), ['FooBot'], 512_000);
    expect(rulesOf(copyOf(body, 'shared'), ['FooBot'], 512_000)).toBe(first);
    expect(rulesOf(copyOf(body, 'shared'), ['BarBot'], 512_000)).not.toBe(first);
    expect(first.crawlDelaySeconds).toBe(3);
  });
});
