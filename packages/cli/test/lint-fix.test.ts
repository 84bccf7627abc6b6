import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { needs } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { robots, robotsIn, temporaryFile } from './command.ts';

const OTHER = 'User-agent: B\r\nDisalow: /b\r\nDisallow: /c\r\n';
const BODY = `User-agent: *\r\nDisallow: /a\r\nDisallow: /a\r\n${OTHER}`;
const SAFE = `User-agent: *\r\nDisallow: /a\r\n${OTHER}`;

describe('robots lint --fix', () => {
  it('makes what changes no verdict, says so, and tells what is left', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const { stdout, stderr, exit } = await robots(['lint', '--fix', file]);
    expect(readFileSync(file, 'utf8')).toBe(SAFE);
    expect(stderr).toBe(
      `${file}: 1 finding fixed; proven not to change any verdict of RFC 9309, Google or the profile’s dialect for any crawler\n  line 3 duplicate-rule: Remove this line\n`,
    );
    expect([stdout.includes('misspelt-record'), stdout.includes('duplicate-rule'), exit]).toEqual([
      true,
      false,
      1,
    ]);
  });

  it('makes the rest only when asked to, and says before what that changes', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const { stderr } = await robots(['lint', '--fix-dangerous', '--yes', file]);
    expect(readFileSync(file, 'utf8')).toBe(SAFE.replace('Disalow', 'Disallow'));
    const reported = ['1 region closed\n', '/b', '2 findings fixed; the effects are shown above\n'];
    expect(
      reported.map((text) => stderr.indexOf(text)).every((at, index, all) => at > (all[index - 1] ?? -1)),
    ).toBe(true);
  });

  it('says what changes by other parsers: Google reads "Disalow" already', async () => {
    const file = temporaryFile('robots.txt', 'User-agent: B\nDisalow: /b\nDisallow: /c\n');
    const { stderr } = await robots(['lint', '--fix-dangerous', '--yes', file]);
    const other = stderr.slice(stderr.indexOf('Other parsers:'));
    expect(other).toMatch(/^ {2}google[^:]*: no verdict changes$/m);
    expect(other).toMatch(/^ {2}.*yandex.*: for example, B may no longer fetch \/b$/m);
    expect(other).toMatch(/^ {2}.*wget.*: verdicts may change; they cannot be compared exactly$/m);
  });

  it('writes nothing that changes verdicts where nobody can be asked', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const { stderr, exit } = await robots(['lint', '--fix-dangerous', file]);
    expect([stderr.includes('1 region closed'), stderr.includes('use --yes to confirm'), exit]).toEqual([
      true,
      true,
      2,
    ]);
    expect(stderr).toContain(`${file} with the fixes`);
    expect(stderr).toContain('Nothing was written');
    expect(stderr).not.toMatch(/, fixed|\d findings? fixed/);
    expect(readFileSync(file, 'utf8')).toBe(BODY);
  });

  it('closes a whole site only where the rule is named', async () => {
    const file = temporaryFile('robots.txt', 'User-agent: *\nDisallow /\n');
    const { stderr } = await robots(['lint', '--fix-dangerous', '--yes', file]);
    expect(stderr).toContain('not applied: Write "Disallow:" (it would close the whole site)');
    expect(readFileSync(file, 'utf8')).toBe('User-agent: *\nDisallow /\n');
    await robots(['lint', '--fix-rule', 'missing-colon', '--yes', file]);
    expect(readFileSync(file, 'utf8')).toBe('User-agent: *\nDisallow: /\n');
  });

  it('refuses a rule that does not exist as wrong usage', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const { stderr, exit } = await robots(['lint', '--fix-rule', 'nonsense', file]);
    expect([stderr.includes('expected the code of a lint rule, got "nonsense"'), exit]).toEqual([true, 2]);
  });

  it('leaves alone what needs no fix', async () => {
    const file = temporaryFile('robots.txt', 'User-agent: *\nDisallow: /a\n');
    const { ino } = statSync(file);
    const { stderr, exit } = await robots(['lint', '--fix', file]);
    expect([stderr, exit, statSync(file).ino]).toEqual([`${file}: nothing was fixed\n`, 0, ino]);
  });

  it.each([
    ['CR', 'User-agent: *\rDisallow: /a\rDisallow: /a\r# x\r', 'User-agent: *\rDisallow: /a\r# x\r'],
    ['mixed', 'User-agent: *\r\nDisallow: /a\nDisallow: /a\r\n\r', 'User-agent: *\r\nDisallow: /a\n\r'],
    ['no final', 'Disallow: /b\nhttps://a.example/s', 'Disallow: /b\nSitemap: https://a.example/s'],
  ])('keeps %s line ends', async (_, before, after) => {
    const file = temporaryFile('robots.txt', before);
    await robots(['lint', '--fix', file]);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it('keeps mode and links', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const link = `${file}.link`;
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    await robots(['lint', '--fix', link]);
    expect([statSync(file).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o640, true]);
    expect(readFileSync(file, 'utf8')).not.toBe(BODY);
  });

  it(
    'leaves the file as it was where there is no room',
    needs('a shell with ulimit', process.platform !== 'win32'),
    async () => {
      const rules = Array.from({ length: 500 }, (_, n) => `Disallow: /${n}/\n`).join('');
      const body = `User-agent: *\n${rules}Disallow: /1/\n`;
      const file = temporaryFile('robots.txt', body);
      // Limits files to one block, so that the fixed file cannot be written.
      const { exit, stderr } = await robotsIn('ulimit -f 1', ['lint', '--fix', file]);
      expect([exit, stderr]).toEqual([
        2,
        expect.stringContaining('it would be too large; the file is unchanged'),
      ]);
      expect(readFileSync(file, 'utf8')).toBe(body);
      expect(readdirSync(dirname(file))).toEqual(['robots.txt']);
    },
  );

  it.each(['-', 'https://example.com/robots.txt'])('refuses %s', async (name) => {
    const { stderr, exit } = await robots(['lint', '--fix', name]);
    expect([stderr.includes('expected a file with --fix'), exit]).toEqual([true, 2]);
  });
});
