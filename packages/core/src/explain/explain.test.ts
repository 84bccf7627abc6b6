import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { parse } from '../parse/parse.ts';
import { explain } from './explain.ts';

const BODY = `# shop
User-agent: FooBot
Disallow: /cart
  Allow:/cart/help$  # the help page

User-agent: *
Disallow: /

User-agent: foobot/2.0
Allow: /*help
`;

describe('RFC 9309 §2.2.2: a verdict says why', () => {
  const rules = compile(parse(BODY), 'FooBot');

  it('names the most specific rule, with every other that matched, best first', () => {
    const verdict = explain(rules, 'https://example.com/cart/help');
    expect(verdict).toMatchObject({
      allowed: true,
      because: 'rule',
      rule: {
        kind: 'allow',
        text: 'Allow:/cart/help$',
        pattern: '/cart/help$',
        octets: 11,
        line: 4,
        column: 3,
      },
      group: { productTokens: ['FooBot', 'foobot'], lines: [2, 9] },
    });
    expect(verdict.candidates.map(({ line }) => line)).toEqual([4, 10, 3]);
  });

  it.each([
    ['/other', 'no-rule-matched', true],
    ['/robots.txt', 'robots-txt-itself', true],
    ['/cart', 'rule', false],
  ])('%s: %s', (target, because, allowed) => {
    expect(explain(rules, target)).toMatchObject({ because, allowed });
  });

  it('has neither group nor rule where nobody is named', () => {
    const verdict = explain(compile(parse('User-agent: a\nDisallow: /\n'), 'b'), '/');
    expect(verdict).toEqual({ allowed: true, because: 'no-group', candidates: [] });
  });

  it('shows a pattern normalised, and its text as written', () => {
    const body = new Uint8Array(Buffer.from('User-agent: *\nDisallow: /%7ea/%c3\xa9%2a*$', 'latin1'));
    const { rule } = explain(compile(parse(body), 'x'), '/~a/%C3%A9*');
    expect(rule).toMatchObject({
      text: 'Disallow: /%7ea/%c3%A9%2a*$',
      pattern: '/~a/%C3%A9%2A*$',
      octets: 13,
    });
  });

  it('is frozen through and through', () => {
    const verdict = explain(rules, '/cart/help');
    for (const part of [verdict, verdict.rule, verdict.group, verdict.group?.lines, verdict.candidates]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('who asks', () => {
  it.each([[undefined], [null], [7], [{}], [[1]], [['a', null]]])('refuses %j as a crawler', (who) => {
    expect(() => compile(parse(''), who as unknown as string)).toThrow(/expected a product token/);
  });
});
