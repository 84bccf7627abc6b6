import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    ['check', '--watch', 'robots watch'],
    ['check', '--verbose', '--explain'],
    ['check', '-o', '> FILE'],
    ['check', '--csv', '--format csv'],
    ['check', '--url', '--urls FILE'],
    ['check', '--ua', '--agent TOKEN'],
    ['check', '--fix', 'robots lint --fix'],
    ['check', '--config', 'robots.config.json'],
    ['lint', '-r', 'pass the folder as an argument'],
    ['lint', '--recursive', 'pass the folder as an argument'],
    ['lint', '--ignore', '--rule'],
    ['lint', '--stdin', '"-" is standard input'],
    ['lint', '--html', ''],
    ['fmt', '--output', '--write'],
    ['fmt', '--dry-run', '--write'],
    ['fmt', '--json', 'no JSON'],
    ['warc', '--output', '--out FILE'],
    ['warc', '-j', '--workers'],
    ['cache ls', '--verbose', '--format json'],
    ['serve', '-p', '--port'],
    ['serve', '--debug', '--log-level'],
  ])('%s %s is answered with ours', async (command, option, ours) => {
    const { stderr, exit } = await robots([...command.split(' '), option]);
    expect(stderr).toMatch(/^robots: unknown option '[^\n]*\n$/);
    expect(stderr).toContain(ours);
    // If our equivalent is known, no option with a similar name is suggested.
    if (ours !== '') expect(stderr).not.toContain('Did you mean');
    expect(exit).toBe(2);
  });

  it('what the answer names is an option of the command', async () => {
    const commands = [
      'check',
      'lint',
      'fmt',
      'diff',
      'batch',
      'audit',
      'warc',
      'serve',
      'agents',
      'init',
      'sql',
    ];
    const foreign = [
      '-v',
      '-o',
      '--ua',
      '-i',
      '--url',
      '-r',
      '--fix',
      '-n',
      '-c',
      '--strict',
      '-j',
      '-t',
      '-p',
    ];
    for (const command of commands) {
      const { stdout: help } = await robots([command, '--help']);
      for (const option of foreign) {
        const { stderr } = await robots([command, option]);
        const [, hint = ''] = /^robots: unknown option '[^']*': (.*)$/m.exec(stderr) ?? [];
        const named = [...hint.replaceAll(/robots \w+ --\w+/g, '').matchAll(/--[a-z-]+/g)];
        for (const [ours] of named) expect(help, `${command} ${option}: ${hint}`).toContain(ours);
      }
    }
  });

  it.each(['lint', 'fmt'])('%s goes on after an input that is missing, and ends with 4', async (command) => {
    const file = temporaryFile('robots.txt', 'User-agent: *\nDisallow: /a\n');
    const { stdout, stderr, exit } = await robots([command, '/nowhere/robots.txt', file]);
    expect(stderr).toMatch(/^robots: Cannot read "\/nowhere\/robots\.txt"[^\n]*\n$/);
    expect(stdout).not.toBe('');
    expect(exit).toBe(4);
  });

  it('lint --fix goes on after an input that is missing', async () => {
    const file = temporaryFile('robots.txt', 'User-agent: *\nDisallow: /a\nDisallow: /a\n');
    const { stderr, exit } = await robots(['lint', '--fix', '/nowhere/robots.txt', file]);
    expect(stderr.match(/Cannot read "\/nowhere\/robots\.txt"/g)).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe('User-agent: *\nDisallow: /a\n');
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

  it('help is 80 columns wide, whatever the terminal is', async () => {
    const { stdout } = await robots(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => [name as string]);
    const subcommands = ['ls', 'show', 'purge', 'warm'].map((name) => ['cache', name]);
    const all = [[], ...names, ...subcommands, ['audit', 'verify'], ['report', 'ai']];
    expect(all.length).toBeGreaterThan(25);
    const found: string[] = [];
    for (const command of all) {
      const { stdout: help } = await robots([...command, '--help'], { env: { COLUMNS: '200' } });
      const wide = help.split('\n').filter((line) => line.length > 80);
      found.push(...wide.map((line) => `${command.join(' ')}: ${line}`));
    }
    expect(found).toEqual([]);
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
