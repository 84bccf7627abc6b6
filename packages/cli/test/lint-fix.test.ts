import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const BODY = 'User-agent: *\r\nDisallow: /a\r\nDisallow: /a\r\nDisalow: /b\r\n';

describe('robots lint --fix', () => {
  it('makes what changes no verdict, says so, and tells what is left', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const { stdout, stderr, exit } = await robots(['lint', '--fix', file]);
    expect(readFileSync(file, 'utf8')).toBe('User-agent: *\r\nDisallow: /a\r\nDisalow: /b\r\n');
    expect(stderr).toBe(
      `${file}: 1 finding fixed; no verdict changes, proven for every crawler\n  line 3 duplicate-rule: Remove this line\n`,
    );
    expect([stdout.includes('misspelt-record'), stdout.includes('duplicate-rule'), exit]).toEqual([
      true,
      false,
      1,
    ]);
  });

  it('makes the rest only when it is told to', async () => {
    const file = temporaryFile('robots.txt', BODY);
    const { stderr, exit } = await robots(['lint', '--fix-dangerous', file]);
    expect(readFileSync(file, 'utf8')).toBe('User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\n');
    expect([stderr.includes('verdicts may have changed'), exit]).toEqual([true, 0]);
  });

  it('leaves alone what needs no fix', async () => {
    const file = temporaryFile('robots.txt', 'User-agent: *\nDisallow: /a\n');
    const { ino } = statSync(file);
    const { stderr, exit } = await robots(['lint', '--fix', file]);
    expect([stderr, exit, statSync(file).ino]).toEqual([`${file}: nothing was fixed\n`, 0, ino]);
  });

  it.each(['-', 'https://example.com/robots.txt'])('refuses %s', async (name) => {
    const { stderr, exit } = await robots(['lint', '--fix', name]);
    expect([stderr.includes('expected a file with --fix'), exit]).toEqual([true, 2]);
  });
});
