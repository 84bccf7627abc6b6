import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

/** ESC, CSI as one character, a character that reverses text, a workflow command, and a spreadsheet formula. */
const hostile = 'User-agent: *\nDisallow: /a\u001b[2J\nDisallow: /b\u009b31m\u202eevil##[error]x\n';
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

describe('a robots.txt is hostile', () => {
  it.each(['text', 'json', 'ndjson', 'csv'])('prints no control of it as %s', async (format) => {
    const args = ['check', '/b\u009b31m\u202eevil##[error]x', '/a', '--robots', '-', '--format', format];
    const { stdout, exit } = await robots(args, { input: hostile });
    expect(format === 'csv' ? stdout.replaceAll('\r\n', '\n') : stdout).not.toMatch(controls);
    expect(stdout).not.toContain('##[');
    expect(exit).toBe(1);
  });

  it('shows what it did not print', async () => {
    const args = ['check', '/b\u009b31m\u202eevil##[error]x', '--robots', '-'];
    const { stdout } = await robots(args, { input: hostile, env: { COLUMNS: '200' } });
    expect(stdout).toContain(
      '/b\\x9b31m\\u{202e}evil#\\x23[error]x  line 3: Disallow: /b\\x9b31m\\u{202e}evil\n',
    );
  });

  it('lets no cell be a formula', async () => {
    const args = ['check', '--urls', '-', '--robots', '/dev/null', '--format', 'csv'];
    const { stdout, exit } = await robots(args, { input: '=cmd|"/C calc"!A0\n@SUM(1)\n' });
    expect(stdout).toMatch(/^"'=cmd\|""\/C calc""!A0",,error,/m);
    expect(stdout).toMatch(/^'@SUM\(1\),,error,/m);
    expect(exit).toBe(4);
  });

  it('cuts a rule of 400 KB', async () => {
    const input = `User-agent: *\nDisallow: /${'x'.repeat(400_000)}\nDisallow: /x\n`;
    const { stdout } = await robots(['check', `/${'x'.repeat(8000)}`, '--robots', '-'], { input });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe('width and colours', () => {
  it.each([40, 80, 100])('stays within %i columns', async (columns) => {
    const urls = [
      `/${'a'.repeat(30)}`,
      `/${'b'.repeat(200)}`,
      '/写真/写真/写真/写真/写真/写真/写真/写真/写真/写真',
    ];
    for (const options of [[], ['--explain'], ['--agent', 'FooBot', '--agent', 'BarBot']]) {
      const args = ['check', ...urls, '--robots', '-', ...options];
      const { stdout } = await robots(args, {
        input: `User-agent: *\nDisallow: /${'b'.repeat(99)}\n`,
        env: { COLUMNS: String(columns) },
      });
      for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  });

  it('has colours only where they are wanted', async () => {
    const args = ['check', '/', '--robots', '/dev/null'];
    const escapes = async (env: Record<string, string>): Promise<boolean> =>
      (await robots(args, { env })).stdout.includes('\u001b[');
    expect(await escapes({})).toBe(false);
    expect(await escapes({ CI: 'true' })).toBe(false);
    expect(await escapes({ FORCE_COLOR: '1' })).toBe(true);
    expect(await escapes({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
  });
});

/** Han characters take two columns. */
function widthOf(line: string): number {
  return [...line].reduce((width, character) => width + (character >= '\u2e80' ? 2 : 1), 0);
}
