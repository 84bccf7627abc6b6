import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { commonTargets } from './common-targets.ts';

const recordsOf = (...lines: string[]) =>
  parse(['User-agent: *', ...lines].join('\n')).groups.flatMap(({ rules }) => rules);

/** The targets with which a change to the first rule is tested. */
const targetsOf = (...lines: string[]) => {
  const records = recordsOf(...lines);
  return commonTargets(records.slice(0, 1), records);
};

describe('the targets of a changed rule', () => {
  it.each([
    ['its path, and what follows it', ['Disallow: /a'], ['/a', '/ax', '/a/x', '/a?x=1']],
    ['its path from the root', ['Disallow: a'], ['/a', '/ax', '/a/x', '/a?x=1']],
    ['with its star filled', ['Disallow: /a*b'], ['/ab', '/axb', '/ax/b', '/a/xb', '/a*b', '/ab?x=1']],
    ['without its end', ['Disallow: /a$'], ['/a', '/ax']],
    ['up to its first dollar', ['Disallow: /a$b'], ['/a', '/a$b', '/a$bx']],
    ['those of a longer rule of the other kind', ['Disallow: /a', 'Allow: /a/b/c'], ['/a/b/c', '/a/b/cx']],
    ['those of a longer rule of its kind', ['Disallow: /a', 'Disallow: /a/b/c'], ['/a/b/c', '/a/b/cx']],
    ['those of a shorter rule', ['Disallow: /a/b', 'Allow: /a'], ['/a/b', '/a/bx']],
    ['both in a row where the other one has a star', ['Disallow: /a', 'Allow: /*z'], ['/a/z', '/az', '/azx']],
    [
      'both in a row where the other one begins with a star',
      ['Disallow: /a', 'Allow: *z'],
      ['/a/z', '/az', '/azx'],
    ],
    ['both in a row where the other one has an end', ['Disallow: /a', 'Allow: /z$'], ['/a/z']],
    ['both in a row where the beginnings differ', ['Disallow: /a', 'Allow: /q*z'], ['/a/qz', '/a/qxz']],
    ['with an empty query where the other one has an end', ['Disallow: /', 'Allow: /a$'], ['/a', '/a?']],
    ['where a path looks like a host, as a URL', ['Disallow: //a'], ['https://example.com//a']],
    ['for an empty rule, those of all', ['Disallow:', 'Disallow: /b'], ['/b', '/bx', '/b?x=1']],
  ])('are %s', (_, lines, expected) => {
    const targets = targetsOf(...lines);
    expect(targets).toEqual(expect.arrayContaining(expected));
    expect(targets[0]).toBe('/');
    expect(new Set(targets).size).toBe(targets.length);
  });

  it.each([
    ['what only the other rule matches', ['Disallow: /a', 'Allow: /b'], ['/b', '/bx', '/a/b', '/ab']],
    ['another beginning', ['Disallow: /a', 'Allow: /q*z'], ['/az', '/qz']],
    ['a dollar at the end', ['Disallow: /a$'], ['/a$']],
    ['a path that looks like a host', ['Disallow: //a'], ['//a', '//ax']],
    ['those of other rules unless it is empty', ['Disallow: /', 'Disallow: b*c'], ['/b*c']],
  ])('are not %s', (_, lines, others) => {
    const targets = targetsOf(...lines);
    expect(targets.filter((target) => others.includes(target))).toEqual([]);
  });

  it('are up to 3000 of opposite rules, and then none of rules of its kind', () => {
    const many = Array.from({ length: 4_000 }, (_, at) => `Allow: /a${at}`);
    const targets = targetsOf('Disallow: /a', ...many, 'Disallow: /abc');
    expect(targets.length).toBeGreaterThan(3_000);
    expect(targets.length).toBeLessThan(3_010);
    expect(targets).not.toContain('/abc');
  });

  it('are up to 50 of rules of its kind', () => {
    const many = Array.from({ length: 100 }, (_, at) => `Disallow: /a${at}`);
    const count = targetsOf('Disallow: /a', ...many, 'Allow: /ab').length;
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(65);
  });
});
