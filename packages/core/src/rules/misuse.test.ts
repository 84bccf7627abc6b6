import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { allowsMany } from '../engine/allows-many.ts';
import { compile } from '../engine/compile.ts';
import { isAllowed } from '../engine/is-allowed.ts';
import { explain } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';

const text = 'User-agent: *\nDisallow: /\n';

it.each([text, undefined, null, {}, 'FooBot'])('compile says that %j is not a document', (misuse) => {
  expect(() => compile(misuse as never, 'FooBot')).toThrow(
    /^Cannot compile .*: expected a document that parse\(\) returned/,
  );
});

it.each([parse(text), text, undefined, {}])(
  'what answers by a rule set says that something else is none',
  (misuse) => {
    const expected = /^Cannot use .*: expected a rule set that compile\(\) returned$/;
    expect(() => explain(misuse as never, '/')).toThrow(expected);
  },
);

it('refuses many targets of no rule set', () => {
  expect(() => allowsMany(parse(text) as never, ['/'])).toThrow(TypeError);
});

it.each([null, 5, 'x'])('refuses the options %j in words', (options) => {
  const expected = /^Cannot use options .*: expected an object/;
  expect(() => parse(text, options as never)).toThrow(expected);
  expect(() => isAllowed(text, 'FooBot', '/', options as never)).toThrow(expected);
});

it('prints whom a rule set binds', () => {
  expect(inspect(compile(parse(text), 'FooBot'))).toBe('RuleSet { User-agent: * (line 1) }');
  expect(inspect(compile(parse('User-agent: foobot\nUser-agent: FooBot/1\n'), 'FooBot'))).toBe(
    'RuleSet { User-agent: foobot (line 1), User-agent: FooBot (line 2) }',
  );
  expect(inspect(compile(parse(''), 'FooBot'))).toBe('RuleSet { no group: everything is allowed }');
});
