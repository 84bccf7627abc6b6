import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

const UGLY = 'user-agent:*\r\nDISALLOW :/caf\u00e9  #c\r\n';
const CANONICAL = 'User-agent: *\r\nDisallow: /caf\u00e9  #c\r\n';

describe('robots fmt', () => {
  it('prints the canonical form', async () => {
    expect(await robots(['fmt', '-'], { input: UGLY })).toMatchObject({ stdout: CANONICAL, exit: 0 });
  });

  it('checks', async () => {
    const ugly = temporaryFile('ugly.txt', UGLY);
    const { stdout, exit } = await robots(['fmt', '--check', ugly, temporaryFile('good.txt', CANONICAL)]);
    expect([stdout, exit]).toEqual([`${ugly}: not in canonical form\n`, 1]);
  });

  it('writes whole files, through links, and keeps mode and octets', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'robots.txt');
    const link = join(folder, 'link.txt');
    writeFileSync(file, Buffer.concat([Buffer.from('Disallow:/'), Buffer.of(0xe9, 0x0a)]));
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    expect((await robots(['fmt', '--write', link])).exit).toBe(0);
    expect([...readFileSync(file)]).toEqual([...Buffer.from('Disallow: /'), 0xe9, 0x0a]);
    expect([statSync(file).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o640, true]);
    expect(readdirSync(folder).sort()).toEqual(['link.txt', 'robots.txt']);
  });

  it('leaves a canonical file untouched', async () => {
    const file = temporaryFile('robots.txt', CANONICAL);
    const { ino } = statSync(file);
    await robots(['fmt', '--write', file]);
    expect(statSync(file).ino).toBe(ino);
  });

  it('writes only what it has proven to change no verdict, unless it is asked to', async () => {
    // Removing blank lines moves text from beyond the size limit to within it.
    const body = `User-agent: *\nDisallow: /a\n${'\n'.repeat(DEFAULT_MAX_BYTES)}Disallow: /b\n`;
    const file = temporaryFile('robots.txt', body);
    const refused = await robots(['fmt', '--write', file]);
    expect([refused.exit, readFileSync(file, 'utf8') === body]).toEqual([3, true]);
    expect(refused.stderr).toContain('/b would change for *');
    expect((await robots(['fmt', '--write', '--force', file])).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('User-agent: *\nDisallow: /a\n\nDisallow: /b\n');
  });

  it('keeps the verdicts of a dialect that is named, or names the line', async () => {
    // CPython does not treat a line of white space as blank; an empty line ends the group.
    const body = 'user-agent: *\nDisallow: /a\n \nDisallow: /b\n';
    const file = temporaryFile('robots.txt', body);
    const kept = await robots(['fmt', '--write', '--keep', 'python', file]);
    expect([kept.exit, kept.stderr]).toEqual([
      3,
      expect.stringContaining('of python changes: it reads line 4 differently'),
    ]);
    expect(readFileSync(file, 'utf8')).toBe(body);
    const printed = await robots(['fmt', '--keep', 'python', file]);
    expect([printed.exit, printed.stdout]).toEqual([3, '']);
    expect((await robots(['fmt', '--keep', 'python', '--force', file])).stdout).toContain('/a\n\nDisallow');
    const unknown = await robots(['fmt', '--write', '--keep', 'pyton', file]);
    expect([unknown.exit, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('expected one of rfc9309, google'),
    ]);
    expect((await robots(['fmt', '--write', file])).exit).toBe(0);
    const other = temporaryFile('robots.txt', 'user-agent: *\nDisallow: /a\nuser-agent: B\ndisallow: /b\n');
    expect((await robots(['fmt', '--write', '--keep', 'python,protego', other])).exit).toBe(0);
  });

  it('writes nothing that Google reads differently, such as UTF-16 decoded', async () => {
    const body = Buffer.from('\ufeffUser-agent: *\nDisallow: /a\n', 'utf16le');
    const file = temporaryFile('robots.txt', body);
    expect(await robots(['fmt', file])).toMatchObject({ exit: 3, stdout: '' });
    const { exit, stderr } = await robots(['fmt', '--write', file]);
    expect([exit, stderr]).toEqual([3, expect.stringContaining('of google changes')]);
    expect(readFileSync(file)).toEqual(body);
  });

  it('leaves the file as it was where it cannot be written', async () => {
    const file = temporaryFile('robots.txt', UGLY);
    chmodSync(dirname(file), 0o555);
    const { exit } = await robots(['fmt', '--write', file]);
    chmodSync(dirname(file), 0o755);
    // Root may write anywhere, so the command would not fail.
    if (process.getuid?.() !== 0) expect([readFileSync(file, 'utf8'), exit]).toEqual([UGLY, 2]);
    else expect(exit).toBe(0);
  });

  it.each([
    [['fmt', '--check', '--write', 'x'], 'expected one of them'],
    [['fmt', '--write', '-'], 'expected a file with --write'],
    [['fmt', '--keep', 'pyton', 'no-such-file'], 'expected one of rfc9309, google'],
    [['fmt', 'no-such-file'], 'there is no such file'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(args);
    expect([stderr.includes(message), exit]).toEqual([true, 2]);
  });
});

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));

describe('what a terminal would obey', () => {
  const hostile = 'User-agent: *\nDisallow: /a # \u001b]0;owned\u0007\u001b[2J\n';

  it('reaches a pipe as it is', async () => {
    const { stdout } = await robots(['fmt', temporaryFile('esc.txt', hostile)]);
    expect(stdout).toBe('User-agent: *\nDisallow: /a  # \u001b]0;owned\u0007\u001b[2J\n');
  });

  it('is shown as escapes on a terminal', needs('script(1): install bsdutils', isOnPath('script')), () => {
    const command = `"${process.execPath}" "${bin}" fmt "${temporaryFile('esc.txt', hostile)}"`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
    expect(stdout).toContain('Disallow: /a  # \\x1b]0;owned\\x07\\x1b[2J');
    expect(stdout).not.toContain('\u001b');
  });
});
