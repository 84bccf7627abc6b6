import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, robotsIn, temporaryFolder } from './command.ts';

describe('robots demo', () => {
  it('prints verdicts with deciding lines for all kinds of outcomes, and ends', async () => {
    const { stdout, stderr, exit } = await robots(['demo'], { env: { COLUMNS: '120' } });
    expect(stdout).toMatch(/^ {2}\/cart\/ +disallowed {2}\*, Googlebot {2}line 4: Disallow: \/cart\/$/m);
    expect(stdout).toMatch(/^ {2}\/wiki\/€_drafts +disallowed {2}all {11}line 13: /m);
    expect(stdout).toMatch(/^http:\/\/old-shop.localhost:\d+\n {2}\/cart\/ +disallowed/m);
    expect(stdout).toMatch(/allowed +all +no robots.txt to follow \(rfc9309\/4xx\)/);
    expect(stdout).toMatch(
      /deferred +all +robots.txt unreachable \(rfc9309\/5xx\/at-once\), try again in \d+ s/,
    );
    expect(stdout).toContain('15 URLs of 6 origins for 3 crawlers');
    expect([stderr, exit]).toEqual(['', 0]);
  });

  it('stays whole in 80 columns', async () => {
    const { stdout } = await robots(['demo'], { env: { COLUMNS: '80' } });
    const lines = stdout.split('\n');
    // The command at the end contains a path, so its length varies.
    for (const line of lines.slice(0, -2)) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => line.includes('line ')).join('\n')).not.toContain('…');
  });

  it('offers a command that works where it was called', async () => {
    const { stdout } = await robots(['demo']);
    const [, file = ''] =
      /^ {2}npx robots check .* --robots (\S+) --agent GPTBot --explain$/m.exec(stdout) ?? [];
    expect(existsSync(file)).toBe(true);
    const elsewhere = await robotsIn(`cd ${JSON.stringify(temporaryFolder())}`, ['demo']);
    const [, path = ''] = / --robots (\S+) /.exec(elsewhere.stdout) ?? [];
    expect([isAbsolute(path), existsSync(path)]).toEqual([true, true]);
  });
});
