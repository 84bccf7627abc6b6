/** Completions and man pages match the options of the command. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce, isOnPath, needs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'robots-completions-'));
const script = fileURLToPath(new URL('../scripts/completions.js', import.meta.url));

beforeAll(async () => {
  await buildOnce();
  execFileSync(process.execPath, [script, '--out', folder]);
});

describe('shell completions', () => {
  function complete(...words: string[]): string[] {
    const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _robots; echo "\${COMPREPLY[@]}"`;
    const args = ['-c', code, 'bash', join(folder, 'completions/robots.bash'), 'robots', ...words];
    return execFileSync('bash', args, { encoding: 'utf8' }).trim().split(' ');
  }

  it('complete commands, options and choices in bash', needs('bash on the PATH', isOnPath('bash')), () => {
    expect(complete('conf')).toEqual(['conformance']);
    expect(complete('lint', '--fix')).toEqual(['--fix', '--fix-dangerous', '--fix-rule']);
    expect(complete('lint', '--format', 'g')).toEqual(['github']);
  });

  it('are what zsh can read', needs('zsh on the PATH', isOnPath('zsh')), () => {
    execFileSync('zsh', ['-n', join(folder, 'completions/_robots')]);
  });

  it('complete in fish', needs('fish on the PATH', isOnPath('fish')), () => {
    const code = `source ${join(folder, 'completions/robots.fish')}; complete -C "robots conf"`;
    expect(execFileSync('fish', ['-c', code], { encoding: 'utf8' })).toMatch(/^conformance\t/);
  });
});

describe('man pages', () => {
  it('are one for each command, with its help', () => {
    const pages = readdirSync(join(folder, 'man'));
    expect(pages).toEqual(expect.arrayContaining(['robots.1', 'robots-check.1', 'robots-conformance.1']));
    expect(readFileSync(join(folder, 'man/robots-lint.1'), 'utf8')).toContain('\\-\\-fix\\-dangerous');
  });
});
