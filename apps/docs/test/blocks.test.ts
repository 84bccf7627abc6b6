/** Tests the markers of blocks, and how output is compared with transcripts. */
import { describe, expect, it } from 'vitest';
import {
  asserting,
  assertingPython,
  blocksIn,
  isOutput,
  problemOf,
  transcriptOf,
} from '../scripts/examples/blocks.js';
import { jsonProblem } from '../scripts/examples/json-blocks.js';

const fenced = (info: string, code = 'x') => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const only = (text: string) => blocksIn(text)[0]!;

describe('a block that nothing checks', () => {
  it.each(['', 'txt', 'json', 'yaml', 'robots', 'toml', 'ts no-run', 'sh no-run=', 'sh no-run=later'])(
    '"%s" is reported',
    (info) => {
      expect(problemOf(only(fenced(info)))).toMatch(/no-run=REASON/);
    },
  );

  it.each([
    ...['sh', 'console', 'ts', 'js', 'python', 'sh no-run=network', 'txt [robots.txt]', 'txt synopsis'],
    ...['json schema=spec/schema/config.json', 'json from=a.json', 'json shortened', 'mermaid', 'robots-ask'],
  ])('"%s" is not', (info) => {
    expect(problemOf(only(fenced(info)))).toBeUndefined();
  });

  it('is one between the markers of a script, which checks it', () => {
    const text = `<!-- begin rules -->\n${fenced('robots')}<!-- end rules -->\n${fenced('robots')}`;
    expect(blocksIn(text).map((block) => problemOf(block) === undefined)).toEqual([true, false]);
  });
});

it('a block ends at a fence as long as its own', () => {
  const text = `\`\`\`\`robots\n\`\`\`text\nUser-agent: *\n\`\`\`\n\`\`\`\`\n${fenced('sh')}`;
  expect(blocksIn(text).map(({ language, line }) => [language, line])).toEqual([
    ['robots', 1],
    ['sh', 6],
  ]);
});

describe('the output of a transcript', () => {
  it.each([
    ['a\nb', 'a\nb', true],
    ['a', 'a\nb', false],
    ['a\nb', 'a', false],
    ['a\n…', 'a\nb\nc', true],
    ['…\nc', 'a\nb\nc', true],
    ['…\nb', 'a\nb\nc', false],
    ["at … o'clock", "at 12 o'clock", true],
    ["at … o'clock", 'at 12', false],
    ['a.c…', 'abcd', false],
  ])('%j and %j: %s', (expected, printed, isEqual) => {
    expect(isOutput(expected.split('\n'), printed.split('\n'))).toBe(isEqual);
  });

  it('belongs to its command, which goes on after a backslash and in quotes', () => {
    const code = "$ a \\\n  b\n1\n\n$ curl -d '{\n}'\n2\n";
    expect(transcriptOf(code)).toEqual([
      { command: 'a \\\n  b', output: ['1', ''] },
      { command: "curl -d '{\n}'", output: ['2'] },
    ]);
  });
});

it('a value behind an expression is an assertion', () => {
  expect(asserting('f(1); // true\nf(2); // a remark')).toBe(
    'assert.deepStrictEqual(f(1), true);\nf(2); // a remark',
  );
  expect(assertingPython('r.f("a")["b"].c  # \'d\'\nr.f()  # a remark')).toBe(
    'assert r.f("a")["b"].c == \'d\', r.f("a")["b"].c\nr.f()  # a remark',
  );
});

describe('a block of JSON', () => {
  const printed = 'event: message\ndata: {"r":[{"a":1,"b":2,"at":"2026-11-24T00:00:00.000Z"}]}\n';
  it.each([
    ['json', '{', /is not JSON/],
    ['json schema=spec/schema/config.json', '{"chekc":{}}', /is not what/],
    ['json from=spec/dialects/divergences.json', '{"id":"dialects-20","why":"Another."}', /does not stand/],
    ['json shortened', '{"a":2}', /is not part/],
    ['json shortened', '{"a":1,"at":"2020-01-01T00:00:00Z"}', undefined],
    ['json shortened', '{"a":1,"c":null}', /is not part/],
  ])('%s %s', (info, code, problem) => {
    const problems: string[] = [];
    jsonProblem(only(fenced(info, code)), printed, (text: string) => problems.push(text));
    expect(problems).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
  });
});
