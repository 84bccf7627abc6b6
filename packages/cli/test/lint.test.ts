import { readFileSync } from 'node:fs';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const BAD = '\ufeffUser-agent: *\nDisalow: /x\u001b[31m\nDisallow: /y\n';

function settingsSchema(): object {
  return JSON.parse(readFileSync(new URL('../../../spec/schema/robotslint.json', import.meta.url), 'utf8'));
}

describe('robots lint', () => {
  it('shows file, line, message, and the line with a caret under what is meant', async () => {
    const { stdout, exit } = await robots(['lint', '-'], { input: BAD, env: { COLUMNS: '80' } });
    expect(stdout).toBe(`-:1:1 warning byte-order-mark
  The file begins with a byte order mark. It is skipped here, but some parsers
  lose the first line
    1 | User-agent: *
      | ^
  fix: Remove the byte order mark (protego: FooBot may no longer fetch /x\\x1b[31m, which RFC 9309 allows)

-:2:1 error misspelt-record
  Unknown record "Disalow". Did you mean "Disallow"?
    2 | Disalow: /x\\x1b[31m
      | ^^^^^^^^^^^^^^^^^^^
  fix: Write "Disallow" (no verdict of RFC 9309 or Google changes)

2 findings in -: 1 error, 1 warning; --fix-dangerous can fix 1
`);
    expect(exit).toBe(1);
  });

  it('is content with a good file, and with remarks', async () => {
    const { stdout, exit } = await robots(['lint', '-'], {
      input: 'User-agent: *\nDisallow: /x\nDisallow: /x/y\n',
    });
    expect([stdout.includes('redundant-rule'), exit]).toEqual([true, 0]);
    expect(await robots(['lint', '-'], { input: '' })).toMatchObject({
      stdout: 'No problems found in -: the file is empty, so everything is allowed\n',
      exit: 0,
    });
  });

  it('shows the place of a finding once, and findings without a fix', async () => {
    const input = 'User-agent: *\nAllow: /\nContent-Usage: genai=n\n';
    const { stdout, exit } = await robots(['lint', '-'], { input });
    expect(stdout).toContain('-:3:16 warning bad-usage-preference\n');
    expect(stdout).not.toContain('(column');
    expect([stdout.endsWith('\n1 finding in -: 1 warning\n'), exit]).toEqual([true, 1]);
  });

  it('says that settings are not there', async () => {
    const { stderr, exit } = await robots(['lint', '-', '--config', 'no-such-file.json']);
    expect([stderr, exit]).toEqual(['robots: Cannot read "no-such-file.json": there is no such file\n', 2]);
  });

  it('keeps to 80 columns, whatever the line', async () => {
    const input = `User-agent: *\nDisallow: ${'/long'.repeat(500)} é\n`;
    const { stdout } = await robots(['lint', '-'], { input, env: { COLUMNS: '80' } });
    const widest = Math.max(
      ...stdout
        .split('\n')
        .filter((line) => / \| /.test(line))
        .map((line) => line.length),
    );
    expect(widest).toBeLessThanOrEqual(80);
  });

  it('writes JSON and NDJSON', async () => {
    const json = JSON.parse((await robots(['lint', '-', '--format', 'json'], { input: BAD })).stdout);
    expect(json.results).toMatchObject([
      {
        findings: [
          { code: 'byte-order-mark', line: 1, column: 1, endLine: 1 },
          { code: 'misspelt-record', line: 2, column: 1, endLine: 2 },
        ],
        evidence: { source: '-' },
      },
    ]);
    const { stdout } = await robots(['lint', '-', '--format', 'ndjson'], { input: BAD });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(json.results);
  });

  it('writes SARIF 2.1.0 with rules, places and fingerprints', async () => {
    const { stdout } = await robots(['lint', '-', '--format', 'sarif'], { input: BAD });
    const [run] = JSON.parse(stdout).runs;
    expect(run.results[1]).toMatchObject({
      ruleId: 'misspelt-record',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            region: { startLine: 2, startColumn: 1, endLine: 2, snippet: { text: BAD.split('\n')[1] } },
            contextRegion: { startLine: 1, endLine: 3 },
          },
        },
      ],
      partialFingerprints: { 'lineText/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(run.tool.driver.rules[run.results[1].ruleIndex].id).toBe('misspelt-record');
  });

  it('publishes a JSON Schema of its settings', () => {
    const isValid = new Ajv2020({ strict: false, formats: { uri: true } }).compile(settingsSchema());
    expect(
      isValid({
        profile: 'lighthouse',
        rules: { 'utf-16': 'off' },
        robotsUrl: 'https://example.com/robots.txt',
      }),
    ).toBe(true);
    for (const bad of [{ profile: 'x' }, { rules: { x: 'off' } }, { rules: { 'utf-16': 1 } }, { nope: 1 }]) {
      expect(isValid(bad)).toBe(false);
    }
  });

  it('writes GitHub annotations that a file cannot forge', async () => {
    const input = 'User-agent: *\nDisalow: /\nx%0A::error::forged: y\n';
    const { stdout } = await robots(['lint', '-', '--format', 'github'], { input });
    expect(stdout.split('\n').filter((line) => line.startsWith('::error::'))).toEqual([]);
    expect(stdout).toContain('::error file=-,line=2,col=1,endLine=2,endColumn=11,title=misspelt-record::');
  });

  it('writes JUnit XML with everything escaped', async () => {
    const { stdout } = await robots(['lint', '-', '--format', 'junit'], {
      input: 'User-agent: *\nDis"<&low: /\u0001\n',
    });
    expect(stdout).toContain('<testsuite name="-"');
    expect(/[\u0001]|"<&low/.test(stdout)).toBe(false);
  });

  it('writes remarks, which do not fail the command, as JUnit cases that pass', async () => {
    const input = 'User-agent: *\nDisallow: /a*\n';
    const args = ['lint', '-', '--rule', 'needless-trailing-star=info', '--format', 'junit'];
    const { stdout, exit } = await robots(args, { input });
    expect(exit).toBe(0);
    expect(stdout).toContain('tests="1" failures="0" errors="0"');
    expect(stdout).toMatch(/<testcase [^>]*><system-out>[^<]+<\/system-out><\/testcase>/);
  });

  it('takes settings from a file and from the command line', async () => {
    const settings = temporaryFile(
      'robotslint.json',
      '{ "profile": "strict", "rules": { "misspelt-record": "off", "read-differently": "off" } }',
    );
    const { stdout } = await robots(
      ['lint', '-', '--config', settings, '--rule', 'byte-order-mark=info', '--format', 'json'],
      { input: BAD },
    );
    expect(JSON.parse(stdout).results[0].findings).toMatchObject([
      { code: 'byte-order-mark', severity: 'info' },
    ]);
  });

  it.each([
    ['{', 'expected JSON'],
    ['{"rules":{"x":"off",\n"x":"off"}}', '"rules.x" is on line 1 and again on line 2'],
    ['[]', '$: expected an object, got a list'],
    ['{"rules":{"x":"off"}}', 'rules.x: expected the code of a lint rule'],
    ['{"rules":{"utf-16":1}}', 'rules.utf-16: expected "error"'],
    ['{"profile":1}', 'profile: expected a string'],
    ['{"profile":"x"}', '"x"'],
    ['{"nope":1}', 'nope: expected one of'],
  ])('refuses the settings %s', async (settings, message) => {
    const { stderr, exit } = await robots(['lint', '-', '--config', temporaryFile('s.json', settings)]);
    expect([stderr.includes(message), exit]).toEqual([true, 2]);
  });

  it.each([
    [['lint'], 'missing required argument'],
    [['lint', 'no-such-file'], 'there is no such file'],
    [['lint', '-', '--rule', 'x'], 'expected the code of a lint rule'],
    [['lint', '-', '--profile', 'x'], 'expected one of'],
    [['lint', '-', '--robots-url', 'x'], 'expected one such as'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(args);
    expect([stderr.includes(message), exit]).toEqual([true, 2]);
  });

  it('lints what a site serves, and knows where it is served', async () => {
    const origin = await startHttpOrigin(() => ({
      status: 200,
      body: 'Sitemap: https://other.example/s.xml\n',
    }));
    onTestFinished(() => origin.close());
    const { stdout, exit } = await robots(['lint', `${origin.origin}/`, '--format', 'json']);
    expect(JSON.parse(stdout).results).toMatchObject([
      { findings: [{ code: 'foreign-sitemap' }], evidence: { source: `${origin.origin}/robots.txt` } },
    ]);
    expect(exit).toBe(0);
  });
});
