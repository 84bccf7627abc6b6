import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/press$\nContent-Usage: train-ai=n\n';
const EXPECTATIONS = `
robots: robots.txt
tests:
  - name: press is open
    crawler: [Googlebot, "FooBot-News, FooBot"]
    allow: [/, /private/press]
    disallow: /private/x
  - crawler: GPTBot
    allow: https://example.com/
    usage: { train-ai: disallow }
`;

/** YAML aliases, each of which expands to six copies of the one before it. */
const BOMB = `a: &a [x]
${['b', 'c', 'd', 'e'].map((name, at) => `${name}: &${name} [${Array(6).fill(`*${'abcd'[at]}`).join()}]`).join('\n')}
tests: [*e, *e, *e, *e]
`;

function filesIn(expectations: string, body = ROBOTS): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'robots.txt'), body);
  writeFileSync(join(folder, 'robots.test.yaml'), expectations);
  return join(folder, 'robots.test.yaml');
}

describe('robots test', () => {
  it('holds where everything holds', async () => {
    expect(await robots(['test', filesIn(EXPECTATIONS)])).toMatchObject({
      stdout: '7 expectations held, none failed\n',
      exit: 0,
    });
  });

  it('names the line that is in the way', async () => {
    const { stdout, exit } = await robots(['test', filesIn(EXPECTATIONS, 'User-agent: *\nDisallow: /\n')]);
    expect(stdout).toContain(
      'Googlebot /private/press\n  expected allow, but it is disallowed by line 2: Disallow: /\n',
    );
    expect([stdout.endsWith('2 expectations held, 5 failed\n'), exit]).toEqual([true, 1]);
  });

  it.each([
    [
      'a group without a rule that matches',
      'User-agent: *\nDisallow: /x\n',
      'no rule matches in the group of * (line 1)',
    ],
    ['no group', 'User-agent: OtherBot\nDisallow: /\n', 'no group applies to this crawler'],
  ])('says in words that it is %s', async (_, body, reason) => {
    const file = filesIn('robots: robots.txt\ntests: [{ crawler: FooBot, disallow: /a }]', body);
    const { stdout } = await robots(['test', file]);
    expect(stdout).toContain(`expected disallow, but it is allowed: ${reason}\n`);
  });

  it('holds preferences too', async () => {
    const { stdout, exit } = await robots([
      'test',
      filesIn(EXPECTATIONS, 'User-agent: *\nDisallow: /private/x\n'),
    ]);
    expect([stdout.includes('expected train-ai: disallow, but it is unknown'), exit]).toEqual([true, 1]);
  });

  it('tests another file when asked, and writes JUnit and JSON', async () => {
    const other = temporaryFile('other.txt', '');
    const file = filesIn(EXPECTATIONS);
    const junit = await robots(['test', file, '--robots', other, '--format', 'junit']);
    expect(junit.stdout).toContain('<testsuite name="press is open" tests="6" failures="2" errors="0">');
    const json = JSON.parse((await robots(['test', file, '--format', 'json'])).stdout);
    expect(json.results[0]).toMatchObject({
      test: 'press is open',
      crawler: { tokens: ['Googlebot'], known: true },
      url: '/',
      expected: 'allow',
      passed: true,
    });
  });

  it('reads the file in the dialect that a test names', async () => {
    // Google also accepts this misspelling; RFC 9309 knows only "disallow".
    const body = 'User-agent: *\nDissallow: /a\n';
    const file = filesIn(
      'robots: robots.txt\ntests:\n  - { allow: /a }\n  - { dialect: google, disallow: /a }\n  - { dialect: google, allow: /a }\n',
      body,
    );
    const { stdout, exit } = await robots(['test', file, '--format', 'ndjson']);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results.map(({ line, dialect, passed }) => [line, dialect, passed])).toEqual([
      [3, undefined, true],
      [4, 'google', true],
      [5, 'google', false],
    ]);
    expect(exit).toBe(1);
    expect((await robots(['test', file])).stdout).toContain('* /a (read as google)\n');
  });

  it('fails where the parser that a test names gives no answer', async () => {
    const file = filesIn(
      'robots: robots.txt\ntests:\n  - { dialect: temoto, allow: / }\n  - { dialect: temoto, disallow: / }\n',
      'Disallow: /\nUser-agent: *\n',
    );
    const { stdout, exit } = await robots(['test', file]);
    expect(stdout.match(/, but there is no verdict: .+/g)).toHaveLength(2);
    expect([stdout.includes('undefined'), exit]).toEqual([false, 1]);
  });

  it('takes product tokens as written where a test names a dialect', async () => {
    const body = 'User-agent: Googlebot\nDisallow: /\n';
    const tests = 'tests:\n  - { crawler: Googlebot-Image, disallow: / }\n';
    const literal = 'tests:\n  - { crawler: Googlebot-Image, dialect: rfc9309, allow: / }\n';
    for (const expectations of [tests, literal]) {
      const file = filesIn(`robots: robots.txt\n${expectations}`, body);
      expect((await robots(['test', file])).exit).toBe(0);
    }
  });

  it('reads as --dialect says, unless a test says otherwise', async () => {
    const body = 'User-agent: *\nDisallow: /a*b\n\nUser-agent: Googlebot\nDisallow: /\n';
    const tests = [
      '{ crawler: FooBot, allow: /axb }',
      '{ crawler: FooBot, dialect: rfc9309, disallow: /axb }',
      '{ crawler: Googlebot-News, allow: / }',
      '{ crawler: Googlebot-News, literal: false, disallow: / }',
    ];
    const file = filesIn(
      `robots: robots.txt\ntests:\n${tests.map((test) => `  - ${test}\n`).join('')}`,
      body,
    );
    const { stdout, exit } = await robots(['test', file, '--dialect', 'koster-1994']);
    expect([stdout, exit]).toEqual(['4 expectations held, none failed\n', 0]);
    const { stderr, exit: refused } = await robots(['test', file, '--dialect', 'nobody']);
    expect([refused, stderr]).toEqual([2, expect.stringContaining('Cannot use the dialect "nobody"')]);
  });

  it('annotates what failed on GitHub, at the line of its test', async () => {
    const file = filesIn(EXPECTATIONS, 'User-agent: *\nDisallow: /private/\n');
    const { stdout, exit } = await robots(['test', file, '--format', 'github']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^::error file=.*robots\.test\.yaml,line=4,title=press is open::Googlebot allow \/private\/press: expected allow, but it is disallowed by line 2/,
    );
    expect(lines[2]).toContain(',line=8,title=GPTBot::');
    expect(exit).toBe(1);
  });

  it('says how to begin where the folder has no expectations', async () => {
    const { stderr, exit } = await robots(['test'], { cwd: temporaryFolder() });
    const end = '\nrobots: Cannot read "robots.test.yaml": this folder has no expectations\n';
    expect([stderr.endsWith(end), exit]).toEqual([true, 2]);
    const example = stderr.slice(stderr.indexOf('robots: public'), -end.length);
    const again = await robots(['test', temporaryFile('robots.test.yaml', example), '--robots', '-'], {
      input: 'User-agent: *\nDisallow: /private/\n',
    });
    expect([again.stdout, again.exit]).toEqual(['2 expectations held, none failed\n', 0]);
  });

  it('writes TAP', async () => {
    const file = filesIn('robots: robots.txt\ntests: [{ name: "a # SKIP", allow: [/, /private/x] }]');
    const { stdout, exit } = await robots(['test', file, '--format', 'tap']);
    expect([stdout, exit]).toEqual([
      'TAP version 13\n1..2\nok 1 - a \\# SKIP: * allow /\nnot ok 2 - a \\# SKIP: * allow /private/x\n' +
        '  ---\n  message: "expected allow, but it is disallowed by line 2: Disallow: /private/"\n  line: 2\n  ...\n',
      1,
    ]);
  });

  it.each([
    ['tests: [', 'at line 1'],
    ['[]', '$: expected a mapping'],
    ['robots: robots.txt', 'tests: expected a list'],
    ['robots: 7\ntests: [{ allow: / }]', 'robots: expected'],
    ['tests: [{ crawler: a }]', 'tests[0]: expected URLs'],
    ['tests: [{ allow: / , crawlers: a }]', 'tests[0].crawlers: expected one of'],
    ['tests: [{ allow: 7 }]', 'tests[0].allow: expected a string'],
    ['tests: [{ allow: /, usage: { train-ai: no } }]', 'tests[0].usage.train-ai: expected "allow"'],
    ['tests: [{ disallow: /, usage: { train-ai: allow } }]', 'tests[0].usage: expected URLs in "allow"'],
    ['tests: [{ allow: nonsense }]', 'tests[0].allow: '],
    ['tests: [{ allow: [/, "ftp//x"] }]', 'tests[0].allow[1]: '],
    ['tests: [{ allow: / }, { disallow: "a b" }]', 'tests[1].disallow: '],
    ['tests: [{ allow: /, dialect: klingon }]', 'tests[0].dialect: expected one of rfc9309'],
    ['tests: [{ allow: /, dialect: 7 }]', 'tests[0].dialect: expected one of rfc9309'],
    [BOMB, 'Excessive alias count'],
    ['\u0000\u0001', 'robots.test.yaml: '],
  ])('refuses %j as bad input', async (expectations, message) => {
    const { stderr, exit } = await robots(['test', filesIn(expectations)]);
    expect([stderr.includes(message), stderr.includes('\\x'), exit]).toEqual([true, false, 4]);
  });

  it('says so where nothing names a robots.txt, or there are no expectations', async () => {
    expect(await robots(['test', filesIn('tests: [{ allow: / }]')])).toMatchObject({ exit: 2 });
    expect(await robots(['test', 'no-such-file'])).toMatchObject({ exit: 2 });
  });
});
