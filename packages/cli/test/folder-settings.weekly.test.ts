/**
 * Generated settings files in a folder, as somebody else may have left them there: whatever they set, a command changes
 * no file, opens no connection and starts no program.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, runCommand, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandEntries } from '../src/commands/command-entries.ts';
import { allSettableOptions } from '../src/settings/names.ts';

await buildOnce();

const folder = mkdtempSync(join(tmpdir(), 'folder-'));
let connections = 0;
const trap = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(() => new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  trap.close();
  rmSync(folder, { recursive: true });
});

/** A run of each command that ends by itself and needs no network. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  agents: ['agents', 'GPTBot'],
  audit: ['audit', 'access.log', '--versions', 'robots.txt'],
  batch: ['batch', 'questions.ndjson'],
  cache: ['cache', 'ls'],
  check: ['check', '/x', '--robots', 'robots.txt'],
  diff: ['diff', 'robots.txt', 'robots.txt'],
  fmt: ['fmt', 'robots.txt'],
  identify: ['identify', '192.0.2.1', 'GPTBot/1.0'],
  lint: ['lint', 'robots.txt'],
  mcp: ['mcp'],
  summary: ['summary', 'none'],
  test: ['test'],
};

it('do nothing but shape answers', async () => {
  const commands = await Promise.all(
    commandEntries.map(async (entry) =>
      (await entry.load())(
        () => {},
        async () => [],
      ),
    ),
  );
  const options = new Map(
    commands.map((command) => [
      command.name(),
      allSettableOptions(command).map((option) => option.attributeName()),
    ]),
  );
  const { port } = trap.address() as { port: number };
  const texts = [
    'victim.txt',
    join(folder, 'new/victim'),
    `http://127.0.0.1:${port}/`,
    `lmdb:${folder}/db`,
    `redis://127.0.0.1:${port}`,
    'touch victim.txt',
    'any',
    'json',
    '0.0.0.0',
    '-',
    '@victim.txt',
    'true',
    '',
  ];
  const value = fc.oneof(
    fc.constantFrom<unknown>(...texts, true, false, null, 0, 1, -1, 1e9, {}, [], { __proto__: 1 }),
    fc.array(fc.constantFrom(...texts), { maxLength: 3 }),
  );
  const all = [...new Set([...options.values()].flat()), '__proto__', 'constructor', 'toString'];
  const settings = fc.constantFrom(...Object.keys(RUNS)).chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.dictionary(fc.constantFrom(...(options.get(name) ?? []), '__proto__'), value, {
        minKeys: 1,
        maxKeys: 3,
      }),
      fc.dictionary(fc.constantFrom(...all), value, { maxKeys: 1 }),
    ),
  );
  const given = ['access.log', 'questions.ndjson', 'robots.config.json', 'robots.test.yaml', 'robots.txt'];
  for (const name of given)
    writeFileSync(join(folder, name), name === 'robots.txt' ? 'User-agent: *\nDisallow: /x\n' : '');
  const tests = `{ robots: "http://127.0.0.1:${port}/", tests: [{ disallow: /x }] }`;
  writeFileSync(join(folder, 'robots.test.yaml'), tests);
  await fc.assert(
    fc.asyncProperty(settings, async ([name, own, common]) => {
      writeFileSync(join(folder, 'robots.config.json'), JSON.stringify({ ...common, [name]: own }));
      const { exit } = await runCommand(RUNS[name] as readonly string[], { cwd: folder });
      expect(exit).not.toBe(70);
      expect(readdirSync(folder).sort()).toEqual(given);
      expect(connections).toBe(0);
    }),
    { numRuns: runs(20_000) },
  );
  expect(existsSync('victim.txt')).toBe(false);
});
