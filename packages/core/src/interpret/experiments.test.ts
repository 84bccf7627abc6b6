/** Tests the result of one query with some facts of a dialect, and the cost of each result. */
import { describe, expect, it } from 'vitest';
import type { FactSentence } from '../dialects/describe.ts';
import { findDialect } from '../dialects/index.ts';
import type { Dialect } from '../parse/dialect.ts';
import { parse } from '../parse/parse.ts';
import { Experiments } from './experiments.ts';

const fact = (axis: string, name: string): FactSentence => ({ axis, fact: name }) as unknown as FactSentence;

const WILDCARDS = fact('matching', 'star');

/** Sets up experiments with facts of a dialect, and counts how often the file is read. */
function experimentsOn(text: string, name: string, target: string, octetsLeft = 100_000) {
  const budget = { octetsLeft };
  const parsed: Dialect[] = [];
  const question = {
    parse: (dialect: Dialect) => {
      parsed.push(dialect);
      return parse(text, { dialect });
    },
    who: 'FooBot',
    target,
  };
  const dialect = findDialect(name) as Dialect;
  return { experiments: new Experiments(dialect, question, budget), budget, parsed };
}

describe('an experiment', () => {
  const text = 'User-agent: *\nDisallow: /\nAllow: /a\n';

  it('without a fact answers as RFC 9309 does, with those that matter as the dialect does', () => {
    const { experiments } = experimentsOn(text, 'python', '/a');
    expect(experiments.answer([])).toBe(true);
    expect(experiments.answer([fact('precedence', 'order')])).toBe(false);
    expect(experiments.answer([WILDCARDS])).toBe(true);
  });

  it('reads the file again only for facts that lines are read by, and answers again only for others', () => {
    const { experiments, budget, parsed } = experimentsOn(text, 'python', '/a');
    experiments.answer([]);
    expect([parsed.length, budget.octetsLeft]).toEqual([1, 98_000]);
    experiments.answer([]);
    expect([parsed.length, budget.octetsLeft]).toEqual([1, 98_000]);
    experiments.answer([fact('precedence', 'order')]);
    expect([parsed.length, budget.octetsLeft]).toEqual([1, 96_000]);
    experiments.answer([fact('lines', 'fails')]);
    expect([parsed.length, budget.octetsLeft]).toEqual([1, 94_000]);
    // The file is parsed again. The line table is the same, so the result is already known.
    experiments.answer([fact('names', 'known')]);
    expect([parsed.length, budget.octetsLeft]).toEqual([2, 92_000]);
    experiments.answer([fact('lines', 'comments')]);
    expect([parsed.length, budget.octetsLeft]).toEqual([3, 90_000]);
  });

  it('answers anew for a file that is read otherwise', () => {
    const { experiments } = experimentsOn('User-agent: *\n\nDisallow: /a\n', 'yandex', '/a');
    expect(experiments.answer([])).toBe(false);
    expect(experiments.answer([fact('lines', 'blankLine')])).toBe(true);
    expect(experiments.answer([])).toBe(false);
  });

  it('costs what it reads, and has no answer where that is more than is left', () => {
    const long = `${text}# ${'x'.repeat(5_000)}\n`;
    const { experiments, budget } = experimentsOn(long, 'python', '/a', 2 * long.length);
    expect(experiments.answer([])).toBe(true);
    expect(budget.octetsLeft).toBe(long.length);
    expect(experiments.answer([fact('precedence', 'order')])).toBe(false);
    expect(budget.octetsLeft).toBe(0);
    expect(experiments.answer([WILDCARDS])).toBe(undefined);
    expect(experiments.answer([fact('names', 'known')])).toBe(undefined);
    // A known answer costs nothing.
    expect(experiments.answer([])).toBe(true);
  });

  it('shows that such a parser would fail', () => {
    const { experiments } = experimentsOn('Disallow: /\nUser-agent: *\n', 'colly', '/a');
    expect(experiments.answer([])).toBe(true);
    expect(experiments.answer([fact('groups', 'ruleBefore')])).toBe('unreadable');
  });
});
