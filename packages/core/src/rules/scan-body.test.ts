/** Tests the results of scanning a body once for one target (RFC 9309 §2.2.1, §2.2.2). */
import { describe, expect, it } from 'vitest';
import { prepareTarget } from '../patterns/target.ts';
import { tokensOf } from './crawler.ts';
import { NO_MATCH, rank } from './rule.ts';
import { bestInBody } from './scan-body.ts';

function scan(
  body: string,
  target: string,
  options: { contentUsageIsRule?: boolean; maxSteps?: number } = {},
) {
  const octets = new TextEncoder().encode(body);
  const question = { octets, tokens: tokensOf('FooBot'), contentUsageIsRule: false, ...options };
  const best = bestInBody(question, prepareTarget(target));
  if (!best) return undefined;
  const { hasOwn, hasStar, rule } = best;
  const text = new TextDecoder().decode(octets.subarray(rule.start, rule.end));
  return { hasOwn, hasStar, rank: rule.rank, text };
}

describe('the deciding rule of two forms', () => {
  it.each([
    ['Disallow: /a!b', '/a%21b', rank(false, 4)],
    ['Disallow: /a!b\nAllow: /a', '/a%21b', rank(false, 4)],
    ['Disallow: /%21\nDisallow: /!', '/%21', rank(false, 2)],
    ['Allow: /x', '/a%21b', NO_MATCH],
    ['Allow: /!*%21$', '/%21%21', rank(true, 5)],
  ])('%j for %s', (rules, target, expected) => {
    expect(scan(`User-agent: *\n${rules}\n`, target)?.rank).toBe(expected);
  });

  it('is the first of equal rank, whichever form it matches in', () => {
    expect(scan('User-agent: *\nDisallow: /%21\nDisallow: /!\n', '/%21')?.text).toBe('Disallow: /%21');
    expect(scan('User-agent: *\nDisallow: /!\nDisallow: /%21\n', '/%21')?.text).toBe('Disallow: /!');
  });
});

describe('the groups that a scan reads', () => {
  it.each([
    ['Unsubscribe: FooBot\nDisallow: /\n', false],
    ['User-agent: BarBot\nUnknown: FooBot\nDisallow: /\n', false],
    ['Disallow: /\nUser-agent: FooBot\n', true],
    ['User-agent: FooBot\n\nSitemap: /x\nUser-agent: BarBot\nDisallow: /a\n', true],
  ])('only a user-agent record names a crawler: %j', (body, hasOwn) => {
    expect(scan(body, '/')).toMatchObject({ hasOwn, rank: NO_MATCH });
  });

  it('a group of the crawler replaces that of `*` before it and after it', () => {
    const star = 'User-agent: *\nDisallow: /\n';
    const own = 'User-agent: FooBot\nAllow: /a\n';
    for (const body of [star + own, own + star, star + own + star])
      expect(scan(body, '/a')).toMatchObject({ hasOwn: true, rank: rank(true, 2), text: 'Allow: /a' });
  });

  it('a Content-Usage record ends the run of user-agent records if it is a rule', () => {
    const body = 'User-agent: FooBot\nContent-Usage: ai=n\nUser-agent: BarBot\nDisallow: /\n';
    expect(scan(body, '/')?.rank).toBe(rank(false, 1));
    expect(scan(body, '/', { contentUsageIsRule: true })?.rank).toBe(NO_MATCH);
  });

  it('nothing is said where the steps do not suffice in either form', () => {
    const body = `User-agent: *\nDisallow: /${'*a'.repeat(20)}\n`;
    expect(scan(body, '/bbbb', { maxSteps: 3 })).toBeUndefined();
    expect(scan('User-agent: *\nDisallow: /*a\n', '/%21', { maxSteps: 3 })).toBeUndefined();
    // The plain form of the target already differs at the first octet after the slash.
    expect(scan('User-agent: *\nDisallow: /!*a\n', '/%21bbbb', { maxSteps: 3 })).toBeUndefined();
  });
});
