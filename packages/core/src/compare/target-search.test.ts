import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { matches } from '../patterns/match.ts';
import { type Pattern, parsePattern } from '../patterns/pattern.ts';
import { prepareTarget } from '../patterns/target.ts';
import { type TargetAnswer, TargetSearch } from './target-search.ts';
import { clientTargets, octetTargets, type TargetSpace } from './target-space.ts';

const encoder = new TextEncoder();
const ENOUGH = 5_000;

const patternOf = (text: string): Pattern => {
  const octets = encoder.encode(text);
  return parsePattern(octets, 0, octets.length) as Pattern;
};

const questionOf = (matching: readonly string[], except: readonly string[]) => ({
  matching: matching.map(patternOf),
  except: except.map(patternOf),
});

function answerOf(
  matching: readonly string[],
  except: readonly string[],
  space?: TargetSpace,
): TargetAnswer | undefined {
  return new TargetSearch(questionOf(matching, except), ENOUGH, space).run(0);
}

const targetOf = (...asked: Parameters<typeof answerOf>) => {
  const answer = answerOf(...asked);
  if (answer?.kind === 'found') return answer.target;
  return answer?.kind === 'none' ? `none but ${[...answer.hindrances].sort()}` : answer?.kind;
};

describe('the smallest target', () => {
  it.each([
    ['is the pattern itself', ['/a'], [], '/a'],
    ['has nothing for a star', ['/a*b'], [], '/ab'],
    ['has what each pattern asks for', ['/*b', '/*a'], [], '/ab'],
    ['is the first by octets of those as short', ['/a*'], ['/a$'], '/a!'],
    ['goes around what it must not match', ['/a'], ['/a$', '/a!'], '/a$'],
    ['begins a segment anew where one broke off', ['/*aab$', '/aaa'], [], '/aaab'],
    ['begins a segment anew at its end, too', ['/*aba$', '/ababab'], [], '/abababa'],
    ['never ends in a dot segment', ['/.'], [], '/.!'],
    ['never ends in two dots', ['/..'], [], '/..!'],
    ['passes no dot segment', ['/*/./'], [], '/?/./'],
    ['has a third dot', ['/...'], [], '/...'],
    ['is not /robots.txt', ['/robots.txt'], [], '/robots.txt!'],
    ['is not found where everything is hindered', ['/ab'], ['/a', '/b'], 'none but 0'],
    ['is not found where the beginnings differ', ['/a', '/b'], [], 'none but '],
    ['is not found behind an end', ['/a$', '/ab'], [], 'none but '],
    ['is not found where only /robots.txt would match', ['/robots.txt$'], [], 'none but '],
    ['is hindered by a pattern with an end', ['/a$'], ['/c', '/a$'], 'none but 1'],
    ['has an escape for the digit of what looks like one', ['/*%2C'], ['/*,'], '/%%32C%21'],
    ['has the escape where the octet is out', ['/*%2C'], ['/,'], '/!,'],
    ['has an escape in the path where it means no slash', ['/*%2F'], [], '/%2F'],
    ['has a slash for its escape behind a question mark', ['/?*%2F'], [], '/?/'],
    ['has the escape where one pattern sees it and another the octet', ['/,a', '/*2C'], [], '/%2Ca'],
    ['goes on behind an escape as one form asks for', ['/*2Cx', '/,'], [], '/%2Cx'],
    ['has the escape of an escape where the octet is out', ['/%2C'], ['/,'], '/%%32C%21'],
    ['has an escape whose first octet is what a pattern asks for', ['/%2', '/,'], [], '/%2C'],
    ['has a percent that begins no escape', ['/*%2'], ['/*%2$'], '/%2!'],
  ])('%s', (_, matching, except, expected) => {
    expect(targetOf(matching, except)).toBe(expected);
  });

  it.each([
    ['a dot segment', ['/.'], [], '/.'],
    ['/robots.txt', ['/robots.txt'], [], '/robots.txt'],
    ['any octet, the smallest first', ['/a*'], ['/a$'], '/a!'],
    ['no #', ['/a#'], [], 'none but '],
  ])('of octets as written may be %s', (_, matching, except, expected) => {
    expect(targetOf(matching, except, octetTargets)).toBe(expected);
  });

  const part = fc.constantFrom('a', 'b', '/', '*', '*', '?', '%2', '%2C', ',', 'C', '%2F', '$', '.', '2F');
  const pattern = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('')}`);
  const targets = targetsUpTo(3, ['/', 'a', 'b', '.', '?', '%', '2', 'C', ',', '%2C', '%2F', '%3F']).map(
    (text) => ({ text, client: prepareTarget(text), octets: octetTargets.prepare(text) }),
  );

  it.each([
    ['clients send', clientTargets, 'client'],
    ['are any octets', octetTargets, 'octets'],
  ] as const)('is the least that qualifies among those that %s', (_, space, form) => {
    const lists = fc.tuple(
      fc.array(pattern, { minLength: 1, maxLength: 2 }),
      fc.array(pattern, { maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(lists, { minLength: 3, maxLength: 3 }), (some) => {
        for (const [matching, except] of some) {
          const question = questionOf(matching, except);
          const qualifies = (target: (typeof targets)[number]['client']) =>
            question.matching.every((one) => matches(one, target)) &&
            !question.except.some((one) => matches(one, target));
          const answer = answerOf(matching, except, space);
          const isOther = (target: (typeof targets)[number]) =>
            target.text !== space.exempt && qualifies(target[form]);
          const other = targets.find(isOther)?.text;
          if (answer?.kind !== 'found') {
            expect([answer?.kind, other]).toEqual(['none', undefined]);
            continue;
          }
          expect(qualifies(space.prepare(answer.target))).toBe(true);
          const least = [answer.target, other ?? answer.target].sort(
            (a, b) => a.length - b.length || (a < b ? -1 : 1),
          );
          expect(answer.target).toBe(least[0]);
        }
      }),
      { numRuns: runs(700, 8) },
    );
  });
});

describe('a search', () => {
  const workOf = (matching: readonly string[], except: readonly string[], space?: TargetSpace) => {
    const search = new TargetSearch(questionOf(matching, except), ENOUGH, space);
    search.run(0);
    return ENOUGH - search.workLeft;
  };

  it.each([
    ['follows one path where one octet must follow', ['/abcdefghijklmnop'], [], 8],
    ['follows no path that goes on differently from the pattern', ['/abcdefghijklmnop'], ['/b', '/c'], 10],
    ['follows no escape where no pattern sees one', ['/a*b*c'], ['/a*b*c$'], 10],
    ['follows escapes where a pattern sees one', ['/a*b*c,'], ['/a*b*c,$'], 17],
    ['ends where a pattern to avoid matches all that follows', ['/a*b*c'], ['/a*'], 0.5],
    ['looks no further than the first target of the least length', ['/a*b*c*d*e*f'], [], 4.5],
  ])('%s', (_, matching, except, most) => {
    expect(workOf(matching, except)).toBeLessThanOrEqual(most);
  });

  it('stops where less work is left than it may leave, and goes on', () => {
    const question = questionOf(['/*a*b*c*d'], []);
    const search = new TargetSearch(question, ENOUGH);
    let turns = 0;
    let answer: TargetAnswer | undefined;
    for (; !answer && turns < 1_000; turns++) {
      const left = search.workLeft;
      answer = search.run(left - 1);
      expect(search.workLeft).toBeLessThanOrEqual(left);
    }
    expect(answer).toEqual({ kind: 'found', target: '/abcd' });
    expect(turns).toBeGreaterThan(1);
  });

  it.each([0, 1, 5])('of %d units of work is undecided about what takes more', (work) => {
    const search = new TargetSearch(questionOf(['/*a*b*c*d*e*f*g'], ['/*a*b*c*d*e*f*g$']), work);
    expect(search.run(Number.NEGATIVE_INFINITY)).toEqual({ kind: 'undecided' });
  });
});
