import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

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
});
