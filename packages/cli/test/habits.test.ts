import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

const check = ['check', '/a', '--robots', '/dev/null'];

describe('habits of the command line', () => {
  it('--json is --format json', async () => {
    const { stdout } = await robots([...check, '--json']);
    expect(stdout).toBe((await robots([...check, '--format', 'json'])).stdout);
    expect((await robots(['check', '-r', '/dev/null', '--json', '--', '--json'])).stderr).toContain(
      '"--json"',
    );
  });

  it('one letter stands for the commonest options', async () => {
    const { stdout } = await robots(['check', '/a', '-r', '/dev/null', '-a', 'FooBot', '-f', 'csv']);
    expect(stdout).toContain('/a,FooBot,allowed');
  });

  it('-V prints the version, and --no-color leaves colours out', async () => {
    expect((await robots(['-V'])).stdout).toBe((await robots(['--version'])).stdout);
    const env = { FORCE_COLOR: '1' };
    expect((await robots(check, { env })).stdout).toContain('\u001b[');
    expect((await robots([...check, '--no-color'], { env })).stdout).not.toContain('\u001b[');
  });

  it.each([
    ['--watch', 'robots watch'],
    ['--verbose', '--explain'],
    ['-o', '> FILE'],
  ])('%s is answered with ours', async (option, ours) => {
    const { stderr, exit } = await robots([...check, option]);
    expect(stderr).toMatch(/^robots: unknown option '[^\n]*\n$/);
    expect(stderr).toContain(ours);
    expect(exit).toBe(2);
  });

  it.each(['lint', 'fmt'])('%s goes on after an input that is missing, and ends with 4', async (command) => {
    const file = temporaryFile('robots.txt', 'User-agent: *\nDisallow: /a\n');
    const { stdout, stderr, exit } = await robots([command, '/nowhere/robots.txt', file]);
    expect(stderr).toMatch(/^robots: Cannot read "\/nowhere\/robots\.txt"[^\n]*\n$/);
    expect(stdout).not.toBe('');
    expect(exit).toBe(4);
  });

  it('a folder means every robots.txt below it, and a pattern what it matches', async () => {
    const folder = temporaryFolder();
    for (const path of ['a/robots.txt', 'b/c/robots.txt', 'b/other.txt', 'node_modules/robots.txt']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), 'User-agent: *\nDisalow: /a\n');
    }
    const named = async (...names: string[]): Promise<string[]> => {
      const { stdout } = await robots(['lint', '--json', ...names.map((name) => join(folder, name))]);
      const { results } = JSON.parse(stdout) as { results: { evidence: { source: string } }[] };
      return results.map(({ evidence }) => evidence.source.slice(folder.length + 1));
    };
    expect(await named('.')).toEqual(['a/robots.txt', 'b/c/robots.txt']);
    expect(await named('**/robots.txt')).toEqual(['a/robots.txt', 'b/c/robots.txt']);
    expect(await named('b/*.txt', '?/robots.txt')).toEqual(['b/other.txt', 'a/robots.txt']);
    const nothing = await robots(['lint', join(folder, '*.md')]);
    expect(nothing.stderr).toContain('expected a pattern that matches a file');
    expect(nothing.exit).toBe(2);
  });

  it.each([
    ['bash', 'complete -o filenames -F _robots robots'],
    ['zsh', '#compdef robots'],
    ['fish', 'complete -c robots'],
    ['powershell', 'Register-ArgumentCompleter'],
  ])('completion prints a script for %s', async (shell, part) => {
    const { stdout, exit } = await robots(['completion', shell]);
    expect(stdout).toContain(part);
    expect(stdout).toContain('strict-agents');
    expect(exit).toBe(0);
  });
});
