/** Asks this project what each file of the page of recipes decides, as the page claims, and lints the files. */
import { readFileSync } from 'node:fs';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { lint } from 'robots-exclusion/lint';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/guides/recipes.md', import.meta.url), 'utf8');
const [, ...sections] = page.split(/^## /m);

/** What a file of a recipe is for, although the linter warns of it. */
const INTENDED: Readonly<Record<string, readonly string[]>> = {
  'How do I close a staging or test site?': ['blocks-everything'],
};

/** `Allowed: FooBot `/a`, BarBot `/b`.`, up to the next claim or the end of the line. */
const CLAIM = /(Allowed|Disallowed): ((?:(?!Allowed:|Disallowed:)[^\n])+)/g;

const recipes = sections.map((text) => {
  const [question = ''] = text.split('\n', 1);
  const [, robots = '', after = ''] = /^```robots-ask [^\n]*\n([\s\S]*?)^```\n([\s\S]*)$/m.exec(text) ?? [];
  const claims = [...after.matchAll(CLAIM)].flatMap(([, verdict, list = '']) =>
    [...list.matchAll(/([\w.-]+) `(\/[^`]*)`/g)].map(([, agent = '', url = '']) => ({
      ...{ agent, url, allowed: verdict === 'Allowed' },
    })),
  );
  return { question, robots, claims, after };
});

function decided(robots: string, agent: string, url: string): unknown {
  const asked = evaluate.asked({ robots, agents: [agent], urls: [url] }, { limits: greatestLimits });
  const [answer] = [...evaluate.run(asked)];
  return answer && 'allowed' in answer ? answer.allowed : answer;
}

it('are twenty questions, each with one file', () => {
  expect(recipes.map(({ question }) => question)).toHaveLength(20);
  expect(page.match(/^```robots-ask /gm)).toHaveLength(20);
});

describe.each(recipes)('$question', ({ question, robots, claims, after }) => {
  it('decides what the page claims', () => {
    expect(claims.length).toBeGreaterThan(0);
    expect(claims).toHaveLength([...after.matchAll(/[\w.-]+ `\//g)].length);
    const answers = claims.map(({ agent, url }) => ({ agent, url, allowed: decided(robots, agent, url) }));
    expect(answers).toEqual(claims);
  });

  it('has no mistake', () => {
    const findings = lint(robots).filter(({ severity }) => severity !== 'info');
    const codes = findings.map(({ code }) => code);
    expect(codes.filter((code) => !INTENDED[question]?.includes(code))).toEqual([]);
  });
});
