/** Tests that each fast path, rather than the slow path, handles the queries for which it is meant. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compile, explain, isAllowed, judge, parse, type RuleSet } from '../src/index.ts';
import { scanGroups } from '../src/rules/scan-groups.ts';
import { TokenSet } from '../src/rules/token-set.ts';

/** The number of times that each path was taken. */
const taken = vi.hoisted(() => ({
  normalized: 0,
  compiled: 0,
  matched: 0,
  inOnePass: 0,
  groupsRead: 0,
  namesRead: 0,
  valuesRead: 0,
}));

vi.mock('../src/parse/scan.ts', async (load) => {
  const original = await load<typeof import('../src/parse/scan.ts')>();
  const headAt: typeof original.headAt = (...args) => {
    taken.namesRead++;
    return original.headAt(...args);
  };
  const endOfValue: typeof original.endOfValue = (...args) => {
    taken.valuesRead++;
    return original.endOfValue(...args);
  };
  return { ...original, headAt, endOfValue };
});

vi.mock('../src/patterns/target.ts', async (load) => {
  const original = await load<typeof import('../src/patterns/target.ts')>();
  const prepareTarget: typeof original.prepareTarget = (target) => {
    taken.normalized++;
    return original.prepareTarget(target);
  };
  return { ...original, prepareTarget };
});

vi.mock('../src/engine/rule-set-form.ts', async (load) => {
  const original = await load<typeof import('../src/engine/rule-set-form.ts')>();
  const compileForm: typeof original.compileForm = (...args) => {
    taken.compiled++;
    return original.compileForm(...args);
  };
  return { ...original, compileForm };
});

vi.mock('../src/engine/set/pattern-set.ts', async (load) => {
  const original = await load<typeof import('../src/engine/set/pattern-set.ts')>();
  const greatestRank: typeof original.greatestRank = (...args) => {
    taken.matched++;
    return original.greatestRank(...args);
  };
  return { ...original, greatestRank };
});

vi.mock('../src/engine/set/automaton.ts', async (load) => {
  const original = await load<typeof import('../src/engine/set/automaton.ts')>();
  class Automaton extends original.Automaton {
    override greatestRank(...args: Parameters<InstanceType<typeof original.Automaton>['greatestRank']>) {
      taken.inOnePass++;
      return super.greatestRank(...args);
    }
  }
  return { ...original, Automaton };
});

vi.mock('../src/parse/group-table.ts', async (load) => {
  const original = await load<typeof import('../src/parse/group-table.ts')>();
  const groupTable: typeof original.groupTable = (source) => {
    taken.groupsRead++;
    return original.groupTable(source);
  };
  return { ...original, groupTable };
});

beforeEach(() => {
  for (const way of Object.keys(taken)) taken[way as keyof typeof taken] = 0;
});

const BODY = 'User-agent: *\nDisallow: /a*b\nAllow: /a/c$\nDisallow: /%E4\n';

function compiledSet(body = BODY) {
  const rules = compile(parse(body), 'FooBot');
  for (let question = 0; question <= 8; question++) rules.allows('/');
  taken.normalized = taken.matched = 0;
  return rules;
}

const USUAL = ['/', '/a/b.html?q=1&r=%20', '/%E4%F6', 'https://example.com/a?b', `/${'x'.repeat(500)}`];

describe('a target', () => {
  it.each(USUAL)('that a client would send so is not normalized: %s', (target) => {
    const rules = compiledSet();
    const answer = rules.allows(target);
    expect([taken.normalized, taken.matched]).toEqual([0, 1]);
    judge(rules, target);
    expect(isAllowed(BODY, 'FooBot', target)).toBe(answer);
    expect(taken.normalized).toBe(0);
  });

  it('in any other form is normalized once', () => {
    compiledSet().allows('/%e4');
    expect(taken.normalized).toBe(1);
  });
});

describe('a rule set', () => {
  it('scans for eight questions, and is compiled once', () => {
    const rules = compile(parse(BODY), 'FooBot');
    const compiled = Array.from({ length: 12 }, (_, question) => {
      rules.allows(`/a/${question}`);
      return taken.compiled;
    });
    expect(compiled).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(taken.matched).toBe(4);
  });

  it.each([
    ['allows', (rules: RuleSet, target: string) => rules.allows(target)],
    ['judge', judge],
    ['explain', explain],
  ])('is compiled at once for a question that takes too many steps, and for no other: %s', (_, ask) => {
    const costly = Array.from({ length: 100 }, (_, number) => `Disallow: /*y${number}\n`).join('');
    const rules = compile(parse(`User-agent: *\n${costly}`), 'FooBot');
    for (const target of ['/ordinary/path', '/%e4', '/%21']) ask(rules, target);
    expect(taken.compiled).toBe(0);
    ask(rules, `/${'x'.repeat(8000)}`);
    expect(taken.compiled).toBe(1);
  });

  it('answers repeated targets from hot states alone', () => {
    const rules = compiledSet();
    const targets = ['/a/b', '/a/c', '/c', 'https://example.com/aXb'];
    const ask = (times: number) => {
      for (let time = 0; time < times; time++) for (const target of targets) rules.allows(target);
    };
    ask(2000);
    taken.matched = 0;
    ask(100);
    expect([taken.normalized, taken.matched]).toEqual([0, 0]);
  });

  it('leaves to an automaton what takes too many steps, and long targets from then on', () => {
    const stars = Array.from({ length: 300 }, (_, number) => `Disallow: /*a${number}*b\n`).join('');
    const rules = compiledSet(`User-agent: *\n${stars}`);
    rules.allows('/ordinary/path');
    rules.allows(`/${'x'.repeat(400)}`);
    expect(taken.inOnePass).toBe(0);
    const costly = `/${Array.from({ length: 300 }, (_, number) => `a${number}`).join('')}`;
    rules.allows(costly);
    expect(taken.inOnePass).toBe(1);
    rules.allows(`/${'x'.repeat(400)}`);
    rules.allows('/ordinary/path');
    expect(taken.inOnePass).toBe(2);
  });
});

it.each(USUAL)('one question neither reads the groups nor compiles: %s', (target) => {
  isAllowed(BODY, 'FooBot', target);
  const { namesRead, valuesRead, ...others } = taken;
  expect(others).toEqual({ normalized: 0, compiled: 0, matched: 0, inOnePass: 0, groupsRead: 0 });
});

describe('one scan', () => {
  const others = `User-agent: BarBot\n${'Disallow: /x\nAllow: /y\nCrawl-delay: 1\n'.repeat(50)}`;

  it('reads no names in groups of others, and no values that the second octet rules out', () => {
    isAllowed(`${others}User-agent: FooBot\nDisallow: /a\nAllow: /b\n${others}`, 'FooBot', '/a');
    // The names read are those of each user-agent record, of the first rule after it, and of the other rule of FooBot's
    // group.
    expect([taken.namesRead, taken.valuesRead]).toEqual([7, 4]);
  });

  it('reads the names twice for a target of two forms', () => {
    isAllowed('User-agent: *\nDisallow: /a\n', 'FooBot', '/%21');
    expect(taken.namesRead).toBe(4);
  });

  it('for many crawlers reads no names in groups of others', () => {
    scanGroups(`${others}User-agent: FooBot\nDisallow: /a\nAllow: /b\n${others}`, new TokenSet(['FooBot']));
    expect([taken.namesRead, taken.valuesRead]).toEqual([7, 5]);
  });
});

it('the crawlers of a document of many lines are looked up from the second on', () => {
  const groups = Array.from(
    { length: 100 },
    (_, number) => `User-agent: bot${number}x\nDisallow: /${number}\n`,
  );
  const document = parse(groups.join(''));
  const reads = ['abot', 'bbot', 'cbot', 'dbot'].map((who) => {
    taken.groupsRead = 0;
    compile(document, who).allows('/1');
    return taken.groupsRead;
  });
  expect(reads).toEqual([1, 2, 1, 1]);
});
