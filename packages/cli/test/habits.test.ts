import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

describe('habits of the command line', () => {
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
