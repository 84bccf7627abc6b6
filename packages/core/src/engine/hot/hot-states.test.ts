import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { compiledForm } from '../../../test/oracle/compiled-form.ts';
import { parse } from '../../parse/parse.ts';
import { NO_MATCH } from '../../rules/rule.ts';
import type { RuleSet } from '../../rules/rule-set.ts';
import { compile } from '../compile.ts';
import { buildPatternSet } from '../set/build-pattern-set.ts';
import { greatestRank } from '../set/pattern-set.ts';
import { canBegin, HotSet } from './hot-set.ts';
import { ALLOWED, DISALLOWED, NOT_KNOWN, sharedHotStates } from './hot-states.ts';

const states = sharedHotStates();

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (alphabet: string, maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((octets) => octets.join(''));

/**
 * Compiles patterns in the usual notation, such as `a*b$`. The rank of a pattern encodes its position and whether the
 * pattern allows.
 */
function setOf(patterns: readonly (readonly [string, boolean])[]): Uint8Array {
  return buildPatternSet(
    patterns.map(([pattern, isAllow], index) => {
      const isAnchored = pattern.endsWith('$');
      const segments = (isAnchored ? pattern.slice(0, -1) : pattern).split('*').map(octetsOf);
      return { segments, isAnchored, rank: 2 * (pattern.length + index) + Number(isAllow) };
    }),
  );
}

function ordinaryAnswer(form: Uint8Array, target: string): number {
  const octets = octetsOf(target);
  const rank = greatestRank(form, 0, octets, octets.length);
  return rank === NO_MATCH || (rank & 1) === 1 ? ALLOWED : DISALLOWED;
}

/** A set with states, queried repeatedly. Its answers must be correct at every stage of learning. */
class AskedSet {
  readonly #form: Uint8Array;
  #start = 0;

  constructor(form: Uint8Array) {
    this.#form = form;
  }

  expectRight(target: string): boolean {
    const expected = ordinaryAnswer(this.#form, target);
    let answer = NOT_KNOWN;
    for (let times = 0; times < 12 && answer === NOT_KNOWN; times++) {
      if (this.#start < states.firstStart) this.#start = states.start(this.#form, 0);
      answer = states.answer(this.#start, target);
      if (answer === NOT_KNOWN) states.learn(this.#start, this.#form, 0, target, 8);
    }
    if (answer !== NOT_KNOWN) expect(answer).toBe(expected);
    return answer !== NOT_KNOWN;
  }
}

describe('hot states: the answer of the pattern set', () => {
  for (const [alphabet, length, most] of [
    ['ab*', 6, 40],
    ['/ab*$', 9, 40],
    ['abcdefghijklmnopqrstuvwxyz/?=*', 7, 40],
    ['a*', 12, 10],
    ['ab%2F*', 9, 20],
  ] as const) {
    it(`for patterns over ${alphabet}, most of them known after a few questions`, () => {
      let asked = 0;
      let known = 0;
      const patterns = fc.array(fc.tuple(text(alphabet, length), fc.boolean()), { maxLength: most });
      const targets = fc.array(text(alphabet, 40), { minLength: 1, maxLength: 12 });
      fc.assert(
        fc.property(patterns, targets, (list, ends) => {
          const hot = new AskedSet(setOf(list.map(([pattern, isAllow]) => [`/${pattern}`, isAllow])));
          for (const end of ends) {
            asked++;
            if (hot.expectRight(`/${end}`)) known++;
          }
        }),
        { numRuns: runs(1000) },
      );
      expect(known / asked).toBeGreaterThan(alphabet.includes('%') ? 0.1 : 0.8);
    });
  }

  it('while sets are asked in turn, and drive each other out', () => {
    states.forgetAll(32);
    const before = states.firstStart;
    const random = fc.sample(
      fc.array(fc.tuple(text('/ab*$', 9), fc.boolean()), { minLength: 20, maxLength: 40 }),
      { numRuns: 800, seed: 1 },
    );
    const sets = random.map((list) => new AskedSet(setOf(list.map(([p, isAllow]) => [`/${p}`, isAllow]))));
    const targets = fc.sample(text('/ab', 60), { numRuns: 20, seed: 2 });
    for (const target of targets) for (const set of sets) set.expectRight(`/${target}`);
    expect(states.firstStart).toBeGreaterThan(before);
    expect(states.price).toBeGreaterThan(32);
  });

  it('where a star, a label or an end begins right after another', () => {
    const hot = new AskedSet(
      setOf([
        ['/a', true],
        ['/a*b', false],
        ['/a*b*c$', true],
        ['/ab$', true],
        ['/abc', false],
        ['/a*bd*e*f', true],
        ['/a*bd*e*g', false],
        ['*x', false],
        ['*x*', true],
      ]),
    );
    const parts = ['', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'x'];
    const targets = parts.flatMap((a) => parts.flatMap((b) => [`/a${a}${b}`, `/abd${a}${b}`, `/${a}x${b}`]));
    for (const target of targets) expect([target, hot.expectRight(target)]).toEqual([target, true]);
  });

  it('for targets that leave the usual form: unknown, and never another’s', () => {
    const form = setOf([['/a', false]]);
    states.forgetAll(32);
    const start = states.start(form, 0);
    const ask = (target: string) => {
      states.learn(start, form, 0, target, 100);
      return states.answer(start, target);
    };
    expect(['/a', '/bb', '/%26'].map(ask)).toEqual([DISALLOWED, ALLOWED, ALLOWED]);
    for (const target of [
      'a',
      '',
      '/a#',
      '/a b',
      '/./a',
      '/a/..',
      '/%41',
      '/%',
      '/%2',
      '/a\u0101',
      '/\u0161',
      '/b\u0162',
      '/\u0080',
    ])
      expect([target, ask(target)]).toEqual([target, NOT_KNOWN]);
    expect(['/a', '/b', '/%26'].map(ask)).toEqual([DISALLOWED, ALLOWED, ALLOWED]);
  });

  it('learns as many steps as it is told to, each once', () => {
    const form = setOf([['/abcdef', false]]);
    states.forgetAll(32);
    const start = states.start(form, 0);
    const learn = (target: string, most: number) => states.learn(start, form, 0, target, most);
    expect([learn('/abcdef', 3), states.answer(start, '/abcdef')]).toEqual([3, NOT_KNOWN]);
    expect([learn('/abcdef', 3), learn('/abcdef', 3), learn('/abcdef', 3)]).toEqual([3, 1, 0]);
    expect(states.answer(start, '/abcdef')).toBe(DISALLOWED);
    expect([learn('nowhere', 3), learn('/abcd\u00e9', 3), learn('/abcx', 3)]).toEqual([0, 0, 1]);
  });

  it('sets share the states in which all is decided: their steps are learned once', () => {
    states.forgetAll(32);
    const [a, b] = ['/a', '/b*'].map((pattern) => {
      const form = setOf([[pattern, false]]);
      const start = states.start(form, 0);
      return (target: string) => states.learn(start, form, 0, target, 100);
    }) as [(target: string) => number, (target: string) => number];
    expect([a('/aYZ'), b('/bYZ')]).toEqual([4, 2]);
    expect([a('/xYZ'), b('/xYZ')]).toEqual([3, 0]);
  });

  for (const [name, patterns] of [
    ['many stars', ['/*a*a*a*a*a*a*a*a*a*b', `/${'*a'.repeat(300)}`, `/${'*b'.repeat(200)}$`]],
    ['stars after every prefix', Array.from({ length: 200 }, (_, n) => `/${'a'.repeat(n)}*b${n}`)],
    ['a segment that overlaps itself', [`/*${'a'.repeat(400)}b`, `/*${'ab'.repeat(100)}c`]],
    [
      'segments over two letters',
      Array.from({ length: 256 }, (_, n) => `/*${n.toString(2).replaceAll('0', 'a').replaceAll('1', 'b')}*a`),
    ],
    [
      'random pairs',
      Array.from(
        { length: 400 },
        (_, n) => `/*${((n * 7919) % 676).toString(26)}*${((n * 104729) % 676).toString(26)}!`,
      ),
    ],
  ] as const) {
    it(`for hostile sets: ${name}`, () => {
      const hot = new AskedSet(setOf(patterns.map((pattern, index) => [pattern, index % 3 === 0])));
      for (const target of fc.sample(text('ab1/!', 400), { numRuns: 300, seed: 3 }))
        hot.expectRight(`/${target}`);
    });
  }
});

describe('the pool', () => {
  afterEach(() => states.forgetAll(32));

  /** Calls `step` until the pool is full and is cleared; returns the number of calls. */
  function callsUntilFull(step: (call: number) => void): number {
    const before = states.firstStart;
    for (let call = 1; ; call++) {
      step(call);
      if (states.firstStart !== before) return call;
    }
  }

  it('is full when it has 8,192 rows; many sets that fill it double the price of a step, up to 256', () => {
    states.forgetAll(32);
    // Two patterns that begin differently need a row before the first octet.
    const form = setOf([
      ['/a', false],
      ['b', false],
    ]);
    const start = () => callsUntilFull(() => states.start(form, 0));
    const first = start();
    expect([first, states.price]).toEqual([8_191, 64]);
    const prices = [1, 2, 3].map(() => {
      start();
      return states.price;
    });
    expect(prices).toEqual([128, 256, 256]);
  });

  it('is full when it has 24,540 states within labels; few sets that fill it halve the price, down to 32', () => {
    const target = `/${'a'.repeat(30_000)}`;
    const form = setOf([[target, false]]);
    states.forgetAll(128);
    const prices = [1, 2, 3].map(() => {
      const start = states.start(form, 0);
      let learnt = 0;
      callsUntilFull(() => {
        learnt = states.learn(start, form, 0, target, 30_000);
      });
      return [learnt, states.price];
    });
    expect(prices).toEqual([
      [24_540, 64],
      [24_540, 32],
      [24_540, 32],
    ]);
  });

  it('is full when its records are: 393,216 numbers, of which a state of 6 places takes 22', () => {
    // After 5 letters, all stars and the label of the first pattern are places.
    const target = `/${'a'.repeat(20_000)}`;
    const form = setOf([
      [target, false],
      ...[1, 2, 3, 4, 5].map((n) => [`/${'a'.repeat(n)}*b`, true] as const),
    ]);
    states.forgetAll(32);
    const start = states.start(form, 0);
    let learnt = 0;
    callsUntilFull(() => {
      learnt = states.learn(start, form, 0, target, 20_000);
    });
    // The pool keeps room for 35 records of the maximum length, 105 numbers.
    expect(learnt).toBe(17_695);
  });

  it('a set of a cleared pool answers nothing', () => {
    const hot = new HotSet(setOf([['/a', false]]), 0, 2 ** 20);
    const ask = () => hot.ask('/a');
    expect([ask(), ask()]).toEqual([NOT_KNOWN, DISALLOWED]);
    states.forgetAll(32);
    expect([ask(), ask()]).toEqual([NOT_KNOWN, DISALLOWED]);
  });
});

describe('HotSet', () => {
  const form = setOf([
    ['/a*b', false],
    ['/a/b/', true],
  ]);

  it('knows nothing before it was asked often enough to pay for it, and soon after everything', () => {
    states.forgetAll(32);
    const hot = new HotSet(form, 0, 0);
    for (let times = 0; times < 16 * 32; times++) expect(hot.ask('/a/b')).toBe(NOT_KNOWN);
    for (let times = 0; times < 16; times++) hot.ask('/a/b');
    expect(hot.ask('/a/b')).toBe(DISALLOWED);
  });

  /** The number of queries about `target` that remain unanswered before its states are known. */
  function questionsUntilKnown(hot: HotSet, target: string): number {
    for (let times = 0; times < 2_000; times++) if (hot.ask(target) !== NOT_KNOWN) return times;
    return -1;
  }

  it('pays 32 questions a step, 8 steps at once; each question counts twice unless the set rests', () => {
    const target = '/abcdefghijklmnopqrstuvw';
    const label = setOf([[target, false]]);
    const questions = (credit: number) => {
      states.forgetAll(32);
      return questionsUntilKnown(new HotSet(label, 0, credit), target);
    };
    expect([2 ** 20, 24 * 32 - 1, 16 * 32].map(questions)).toEqual([3, 3, 403]);
  });

  it('costs more to begin while the price is high', () => {
    states.forgetAll(64);
    const hot = new HotSet(form, 0, 16 * 64 - 1);
    expect([hot.ask('/a'), canBegin(16 * 64), canBegin(16 * 64 + 1)]).toEqual([NOT_KNOWN, false, true]);
    const before = states.start(form, 0);
    hot.ask('/a');
    expect(before).toBeGreaterThanOrEqual(states.firstStart);
    states.forgetAll(32);
    expect([canBegin(16 * 32), canBegin(16 * 32 + 1)]).toEqual([false, true]);
  });

  it('rests after 16 questions more without an answer than with one, however many it answered', () => {
    states.forgetAll(32);
    const hot = new HotSet(form, 0, 2 ** 20);
    for (let times = 0; times < 100; times++) hot.ask('/a/b');
    expect(hot.ask('/a/b')).toBe(DISALLOWED);
    for (let times = 0; times < 16; times++) hot.ask('/é');
    expect(hot.ask('/a/b')).toBe(DISALLOWED);
    for (let times = 0; times < 18; times++) hot.ask('/é');
    expect(hot.ask('/a/b')).toBe(NOT_KNOWN);
  });

  it('rests where it is asked what it does not know', () => {
    states.forgetAll(32);
    const hot = new HotSet(form, 0, 32 * 32);
    for (let times = 0; times < 4; times++) hot.ask('/a/b');
    expect(hot.ask('/a/b')).toBe(DISALLOWED);
    for (let times = 0; times < 40; times++) hot.ask('/é');
    expect(hot.ask('/a/b')).toBe(NOT_KNOWN);
    for (let times = 0; times < 128; times++) hot.ask('/a/b');
    expect(hot.ask('/a/b')).toBe(DISALLOWED);
  });
});

it('sets of 8 MiB and more have no hot states: labels would be longer than a state can count', () => {
  states.forgetAll(0);
  const long = setOf([[`/${'d'.repeat(2 ** 23)}`, false]]);
  const hot = new HotSet(long, 0, 2 ** 20);
  for (let times = 0; times < 100; times++) expect(hot.ask('/x')).toBe(NOT_KNOWN);
});

describe('RuleSet.allows with hot states', () => {
  afterEach(() => states.forgetAll(32));

  const body =
    'User-agent: *\nDisallow: /*.php$\nAllow: /a/\nDisallow: /a/b\nDisallow: /%C3%A9\nDisallow: /r\nDisallow: /*?x=\n' +
    'Allow: /*/keep\nDisallow: /%2F\nDisallow: /!\n';
  const ask = (rules: RuleSet, target: string): boolean | string => {
    try {
      return rules.allows(target);
    } catch (error) {
      return String(error);
    }
  };

  it('is that of a rule set that has none, for targets of every spelling (RFC 9309 §2.2.2)', () => {
    const part = fc.constantFrom(
      ...[
        '/',
        '.',
        '..',
        '/./',
        '/../',
        '%',
        '%2',
        '%2F',
        '%2f',
        '%21',
        '%41',
        '%C3%A9',
        '%c3%a9',
        'é',
        '€',
        '#',
        '?',
      ],
      ...[
        '?x=',
        'a',
        'b',
        'a/b',
        '.php',
        'keep',
        ' ',
        '\\',
        '\t',
        '\0',
        '\x7f',
        '|',
        '"',
        '/robots.txt',
        '!',
        '&',
        '😀',
      ],
    );
    const origin = fc.constantFrom(
      '',
      'https://h.example',
      'http://h.example',
      'HTTPS://h.example',
      'https://u@h.example:8',
    );
    const targets = fc.tuple(
      origin,
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    states.forgetAll(0);
    const document = parse(body);
    const hot = compile(document, 'FooBot');
    compiledForm(hot);
    fc.assert(
      fc.property(targets, ([before, path]) => {
        const target = `${before}/${path}`;
        const expected = ask(compile(document, 'FooBot'), target);
        for (let times = 0; times < 4; times++) expect(ask(hot, target)).toBe(expected);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('allows /robots.txt whatever the rules say (RFC 9309 §2.2.2)', () => {
    states.forgetAll(0);
    const rules = compile(parse('User-agent: *\nDisallow: /\n'), 'FooBot');
    compiledForm(rules);
    for (let times = 0; times < 10; times++) {
      expect(rules.allows('/robots.txt')).toBe(true);
      expect(rules.allows('/robots.htm')).toBe(false);
      expect(rules.allows('https://h.example/robots.txt')).toBe(true);
      expect(rules.allows('https://h.example/robots.txt?')).toBe(false);
    }
  });

  it('goes on where states are forgotten between questions', () => {
    const rules = compile(parse(body), 'FooBot');
    compiledForm(rules);
    for (let times = 0; times < 200; times++) {
      if (times % 7 === 0) states.forgetAll(times % 3);
      expect(rules.allows(`/a/b${times}`)).toBe(false);
      expect(rules.allows(`/a/keep${times}.php`)).toBe(true);
      expect(rules.allows('/x.php')).toBe(false);
    }
  });
});
