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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

describe('robots fmt', () => {
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
});

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));

describe('what a terminal would obey', () => {
  const hostile = 'User-agent: *\nDisallow: /a # \u001b]0;owned\u0007\u001b[2J\n';

  it('is shown as escapes on a terminal', needs('script(1): install bsdutils', isOnPath('script')), () => {
    const command = `"${process.execPath}" "${bin}" fmt "${temporaryFile('esc.txt', hostile)}"`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
    expect(stdout).toContain('Disallow: /a  # \\x1b]0;owned\\x07\\x1b[2J');
    expect(stdout).not.toContain('\u001b');
  });
});
