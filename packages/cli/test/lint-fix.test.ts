import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { needs } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { robots, robotsIn, temporaryFile } from './command.ts';

const OTHER = 'User-agent: B\r\nDisalow: /b\r\nDisallow: /c\r\n';
const BODY = `User-agent: *\r\nDisallow: /a\r\nDisallow: /a\r\n${OTHER}`;

describe('robots lint --fix', () => {
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
});
