/** Tests how commands accept crawler names, and what they print about them on standard error. */
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const FILE = 'User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /\n';

async function check(...args: string[]) {
  const { stdout, stderr, exit } = await robots(['check', '/', '--robots', '-', '--format', 'csv', ...args], {
    input: FILE,
  });
  return { rows: stdout.trim().split(/\r?\n/).slice(1), stderr, exit };
}

describe('robots check', () => {
  it('stays short for 10,000 names, and for a name of 10,000 characters', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `NoSuchBot${index}`);
    const { rows, stderr } = await check('--agents', temporaryFile('many.txt', names.join('\n')));
    expect(rows).toHaveLength(10_000);
    expect(stderr.length).toBeLessThan(1_000);
    const long = await check('--agent', 'x'.repeat(10_000));
    expect([long.rows.length, long.stderr.length < 300]).toEqual([1, true]);
  });

  it.each([[], ['--dialect', 'all']])(
    'names the hosts that one file answers for %s %s',
    async (...dialect) => {
      const options = ['--robots', '-', '--format', 'ndjson', '--agent', 'GPTBot', ...dialect];
      const ask = (...urls: string[]) => robots(['check', ...urls, ...options], { input: FILE });
      const note = 'robots: one robots.txt is applied here to URLs on 2 hosts: a.example, b.example\n';
      expect((await ask('https://a.example/', 'b.example/x', 'https://a.example/y')).stderr).toBe(note);
      expect((await ask('https://a.example/', '/x')).stderr).toBe('');
      const many = Array.from({ length: 7 }, (_, index) => `https://h${index}.example/`);
      expect((await ask(...many)).stderr).toContain(
        '7 hosts: h0.example, h1.example, h2.example, h3.example, h4.example, …',
      );
    },
  );
});
