import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const file = 'User-agent: *\nDisalow: /a\nDisallow: /\nAllow: /b*c$\n';

describe('robots check --dialect', () => {
  it('reads as the dialect named does', async () => {
    const args = ['check', '/a', '--robots', '-', '--dialect', 'google', '--format', 'ndjson'];
    const { stdout, exit } = await robots(args, { input: 'User-agent: *\nDisalow: /a\n' });
    expect([JSON.parse(stdout).verdict.rule.line, exit]).toEqual([2, 1]);
  });

  it('names the dialects there are where it is none', async () => {
    const { stderr, exit } = await robots(['check', '/a', '--robots', '-', '--dialect', 'x']);
    expect(stderr).toContain('expected one of rfc9309, google, ');
    expect(exit).toBe(2);
  });

  it('all: a table of at most 110 columns, differing cells marked and explained', async () => {
    const args = ['check', '/bxc', `/${'long/'.repeat(30)}`, '--robots', '-', '--dialect', 'all'];
    const { stdout, exit } = await robots(args, { input: file });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(
      /^URL +rfc goo gja bin yan pro py {2}p12 p14 p15 cc {2}her tem col rep rp {2}wg {2}plw rer re6 gua erl 96 {2}94$/,
    );
    expect(lines[1]).toMatch(/^\/bxc( +A){6}( +D\*){3} +A +E( +A){5}( +D\*){4}( +A){2}( +D\*){2}$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(stdout).toMatch(
      /python, python-3.12, python-3.14, wget, robotrules, .*koster-1996, koster-1994: The first matching\s+rule/s,
    );
    expect(exit).toBe(1);
  });

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
  it('takes a dialect from the record or the option, and says where an original fails', async () => {
    const record = { robots: 'Disallow: /x\nUser-agent: *\nDisalow: /a\n', agent: 'FooBot', url: '/a' };
    const input = [record, { ...record, dialect: 'temoto' }, { ...record, dialect: 'python' }];
    const { stdout, exit } = await robots(['batch', '--dialect', 'google'], {
      input: input.map((each, id) => `${JSON.stringify({ id, ...each })}\n`).join(''),
    });
    const [google, temoto, python] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(google).toMatchObject({ id: 0, allow: false, line: 3 });
    expect(temoto.error.code).toBe('dialect-fails');
    expect(python).toMatchObject({ id: 2, allow: true });
    expect(exit).toBe(4);
  });

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
