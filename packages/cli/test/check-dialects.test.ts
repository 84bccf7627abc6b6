import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const file = 'User-agent: *\nDisalow: /a\nDisallow: /\nAllow: /b*c$\n';

describe('robots check --dialect', () => {
  it('all, as JSON: each dialect with its line, and why it differs', async () => {
    const args = ['check', '/bxc', '--robots', '-', '--dialect', 'all', '--format', 'json'];
    const { stdout, exit } = await robots(args, { input: file });
    const { readings } = JSON.parse(stdout).results[0];
    expect(readings.find(({ dialect }: { dialect: string }) => dialect === 'wget')).toMatchObject({
      verdict: { allowed: false, rule: { line: 3 } },
      differsBecause: { facts: [{ axis: 'precedence' }], line: 3 },
    });
    expect(exit).toBe(0);
  });
});

describe('robots batch --dialect', () => {
  it('all: a line of a list that is not a URL is an item with an error, and the others are read', async () => {
    const urls = temporaryFile('urls.txt', 'nope\n/a\n');
    const args = ['check', '--urls', urls, '--robots', '-', '--dialect', 'all'];
    const { stdout, exit } = await robots([...args, '--format', 'ndjson'], { input: file });
    const [failed, read] = stdout.split('\n').map((line) => line && JSON.parse(line));
    expect(failed).toMatchObject({ url: 'nope', error: { code: 'invalid-url' }, line: 1 });
    expect(read).toMatchObject({ url: '/a' });
    expect(exit).toBe(4);
    const text = await robots(args, { input: file });
    expect(text.stdout).toContain('line 1 of the list: ');
  });
});
