/**
 * Tests that all output goes through one module and contains no secrets. hostile-names.long.test.ts tests every
 * command.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shownStore } from '../src/network/store-name.ts';
import { robots, temporaryFile } from './command.ts';

const SCHEMES = ['http', 'https', 'ftp', 'gemini', 'redis', 'mongodb', 'zz'];

describe('the sink', () => {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );

  it('is the only place that writes, and only its folder says that text is encoded', () => {
    const writers = files.filter((name) => {
      const code = readFileSync(join(source, name), 'utf8');
      return /\bstd(?:out|err)\.write\(|\bconsole\.\w+\(/.test(code);
    });
    expect(writers).toEqual([join('output', 'stdout.ts')]);
    const encoders = files.filter((name) =>
      /new (?:Encoded|Markup)\(/.test(readFileSync(join(source, name), 'utf8')),
    );
    expect(encoders.sort()).toEqual([join('output', 'encoded.ts'), join('output', 'markup.ts')]);
  });
});

describe('arguments', () => {
  it('are quoted on one line, without the user information of URLs', async () => {
    const hostile = 'x\u001b[2J\u202e\u2028\n::error::y redis://me:seCret@h';
    const file = temporaryFile('c.json', JSON.stringify({ check: { [hostile]: 1 } }));
    for (const [args, env] of [
      [[hostile], {}],
      [['check', `--${hostile}`], {}],
      [['check', '/', '--robots', hostile], {}],
      [['check', '/', '--robots', '/dev/null'], { ROBOTS_CONFIG: file }],
      [['check', '/', '--robots', '/dev/null'], { ROBOTS_CHECK_FORMAT: hostile }],
    ] as const) {
      const { stderr, exit } = await robots(args, { env });
      expect(stderr).toMatch(/^robots: [\u0020-\u007e]+\n$/);
      expect(stderr).not.toContain('seCret');
      expect(exit).toBe(2);
    }
  });
});

describe('secrets', () => {
  it.each(['memory', 'lmdb:/a@b/c'])('the store %s has none', (name) => {
    expect(shownStore(name)).toBe(name);
  });

  it.each(
    SCHEMES.flatMap((scheme) => [
      `${scheme}://me:se/Cr@et@h:1/0`,
      `lmdb:${scheme}://me:pw@h`,
      `${scheme}://h/?password=pw`,
    ]),
  )('the store %s is shown without', (name) => {
    expect(shownStore(name)).not.toMatch(/pw|Cr|et@/);
  });
});
