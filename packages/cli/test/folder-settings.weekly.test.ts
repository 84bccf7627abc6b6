/**
 * Generated settings files in a folder, as somebody else may have left them there: whatever they set, a command does
 * nothing that it does not do without them. It changes no file, opens no connection, listens nowhere and starts no
 * program.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, runCommand, runs, startHttpOrigin } from '@robots-exclusion/testkit';
import type { Command, Option } from 'commander';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { CommandError } from '../src/command-error.ts';
import { commandEntries } from '../src/commands/command-entries.ts';
import { settableFrom } from '../src/input/folder-option.ts';
import { applySettings } from '../src/settings/apply-settings.ts';
import { allSettableOptions } from '../src/settings/names.ts';

await buildOnce();

const ROBOTS = 'User-agent: *\nDisallow: /x\nSitemap: /s.xml\n';
const folder = mkdtempSync(join(tmpdir(), 'folder-'));
const effectsFile = `${folder}.effects`;
let connections = 0;
const trap = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let live: Awaited<ReturnType<typeof startHttpOrigin>>;
beforeAll(async () => {
  live = await startHttpOrigin({ '/robots.txt': ROBOTS });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  process.env['EFFECTS_FILE'] = effectsFile;
  process.env['NODE_OPTIONS'] = `--import ${join(import.meta.dirname, 'note-effects.js')}`;
});
afterAll(async () => {
  trap.close();
  await live.close();
});

/** Runs of every command but `demo`, which has no options. Where one would not end, a wrong value ends it. */
const RUNS = [
  'agents GPTBot',
  'audit access.log --versions robots.txt',
  'batch questions.ndjson',
  'cache ls',
  'cache purge --all',
  'check /x --robots robots.txt',
  'check LIVE/x --agent FooBot',
  'completion bash',
  'conformance',
  'diff robots.txt robots.txt',
  'doctor LIVE',
  'fetch LIVE',
  'fmt robots.txt',
  'identify 192.0.2.1 GPTBot/1.0',
  'init -',
  'lint robots.txt',
  'lint robots.txt --agent FooBot',
  'lsp',
  'mcp',
  'preflight LIVE/x --agent FooBot',
  'ranges FooBot',
  'report ai robots.txt',
  'serve --store x:y',
  'sign',
  'sql none.sql',
  'summary none',
  'test',
  'verify access.log',
  'warc none.warc',
  'watch LIVE --once --versions versions',
];

/** The names of effects, without what differs from run to run. */
function effects(): string[] {
  const lines = readFileSync(effectsFile, 'utf8').replaceAll(folder, '').split('\n');
  writeFileSync(effectsFile, '');
  return lines.map((line) => line.replaceAll(/[0-9a-f]{6,}|\d+/g, '#'));
}

const builders = await Promise.all(commandEntries.map((entry) => entry.load()));
const builtCommands = (): Command[] =>
  builders.map((build) =>
    build(
      () => {},
      async () => [],
    ),
  );

const HOSTILE_NAMES = ['__proto__', 'constructor', 'toString', 'prototype', '$schema', 'rules'];

it('are refused, or set only options that shape answers', async () => {
  const commands = builtCommands();
  const allOptions = commands.flatMap(allSettableOptions);
  const names = (options: readonly Option[]): string[] => [
    ...new Set(options.map((option) => option.attributeName())),
  ];
  const shaping = names(allOptions.filter((option) => settableFrom(option) === 'folder'));
  expect(shaping.length).toBeLessThanOrEqual(40);
  const leaves = commands.flatMap((command, at) => [
    [at],
    ...command.commands.map((_, below) => [at, below]),
  ]);
  const values = fc.oneof(
    fc.constantFrom<unknown>('json', 'FooBot', 'google', 'text', 'victim.txt', '@victim.txt', 'any', '-', ''),
    fc.constantFrom<unknown>(true, false, null, 0, 1, -1, {}, [], ['FooBot', 'x/y'], { __proto__: 1 }),
    fc.dictionary(fc.constantFrom(...HOSTILE_NAMES, ...shaping), fc.constantFrom(1, 'x', true)),
  );
  const members = (of: readonly string[]) =>
    fc.dictionary(fc.constantFrom(...of), values, { minKeys: 1, maxKeys: 4 });
  /** Members that a folder may set, with values that they take. */
  const takenMembers = (command: Command) =>
    fc
      .subarray(allSettableOptions(command).filter((option) => settableFrom(option) === 'folder'))
      .map((of) =>
        Object.fromEntries(
          of.map((option) => [
            option.attributeName(),
            option.isBoolean() || (option.argChoices?.[0] ?? 'FooBot'),
          ]),
        ),
      );
  const anyName = [...names(allOptions), ...HOSTILE_NAMES];
  const settings = fc.constantFrom(...leaves).chain((leaf) => {
    const command = commands[leaf[0] as number] as Command;
    const own = names(allSettableOptions(command));
    const section = fc.oneof(
      members(own.length > 0 ? own : anyName),
      takenMembers(command),
      members(anyName),
    );
    const common = fc.dictionary(fc.constantFrom(...anyName), values, { maxKeys: 1 });
    return fc.tuple(fc.constant(leaf), section, fc.oneof(fc.constant({}), common));
  });
  const cwd = process.cwd();
  process.chdir(mkdtempSync(join(tmpdir(), 'folder-')));
  onTestFinished(() => process.chdir(cwd));
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(settings, async ([[at, below], section, common]) => {
      const command = builtCommands()[at as number] as Command;
      writeFileSync('robots.config.json', JSON.stringify({ ...common, [command.name()]: section }));
      const leaf = below === undefined ? command : (command.commands[below] as Command);
      const fault = await applySettings(leaf, {}, undefined, async () => commands).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault !== undefined) expect(fault).toBeInstanceOf(CommandError);
      const set = leaf.options.filter(
        (option) => leaf.getOptionValueSource(option.attributeName()) === 'config',
      );
      taken += fault === undefined ? set.length : 0;
      expect(set.filter((option) => settableFrom(option) !== 'folder')).toEqual([]);
      expect(readdirSync('.')).toEqual(['robots.config.json']);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: runs(20_000, 20_000) },
  );
  expect(taken).toBeGreaterThan(1000);
  expect(connections).toBe(0);
});

it('do nothing but shape answers', { timeout: 3_600_000 }, async () => {
  const commands = builtCommands();
  const options = new Map(
    commands.map((command) => [
      command.name(),
      allSettableOptions(command).map((option) => option.attributeName()),
    ]),
  );
  expect([...new Set(RUNS.map(nameOf)), 'demo'].sort()).toEqual([...options.keys()].sort());
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
    'FooBot',
    'true',
    '',
  ];
  const value = fc.oneof(
    fc.constantFrom<unknown>(...texts, true, false, null, 0, 1, -1, 1e9, {}, [], { __proto__: 1 }),
    fc.array(fc.constantFrom(...texts), { maxLength: 3 }),
  );
  const all = [...new Set([...options.values()].flat()), ...HOSTILE_NAMES];
  const settings = fc.constantFrom(...RUNS).chain((run) => {
    const own = fc.constantFrom(...(options.get(nameOf(run)) ?? []), 'rules', '__proto__');
    return fc.tuple(
      fc.constant(run),
      fc.constantFrom('robots.config.json', 'robots.config.json', 'robots.config.json', 'robotslint.json'),
      fc.dictionary(own, value, { minKeys: 1, maxKeys: 3 }),
      fc.dictionary(fc.constantFrom(...all), value, { maxKeys: 1 }),
    );
  });

  const given: Readonly<Record<string, string>> = {
    'access.log': '',
    'none.sql': '',
    'none.warc': '',
    'questions.ndjson': '',
    'robots.config.json': '{}',
    'robots.test.yaml': 'robots: robots.txt\ntests: [{ disallow: /x }]',
    'robots.txt': ROBOTS,
    'robotslint.json': '{}',
  };
  const files = Object.keys(given).sort();
  const done = async (run: string): Promise<{ exit: unknown; did: string[]; left: string[] }> => {
    const { exit } = await runCommand(run.replace('LIVE', live.origin).split(' '), { cwd: folder });
    const left = readdirSync(folder).filter((name) => !files.includes(name));
    for (const name of left) rmSync(join(folder, name), { recursive: true });
    return { exit, did: effects(), left };
  };
  const reset = (): void => {
    for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
  };
  writeFileSync(effectsFile, '');
  reset();
  const before = new Map<string, { did: string[]; left: string[] }>();
  for (const run of RUNS) {
    await done(run);
    before.set(run, await done(run));
  }
  expect(before.get(RUNS.at(-1) as string)?.did.join()).toContain('connect');
  await fc.assert(
    fc.asyncProperty(settings, async ([run, file, own, common]) => {
      const content = file === 'robotslint.json' ? own : { ...common, [nameOf(run)]: own };
      writeFileSync(join(folder, file), JSON.stringify(content));
      const { exit, did, left } = await done(run);
      writeFileSync(join(folder, file), '{}');
      const allowed = before.get(run);
      expect(exit).not.toBe(70);
      expect(did.filter((effect) => !allowed?.did.includes(effect))).toEqual([]);
      expect(left.filter((name) => !allowed?.left.includes(name))).toEqual([]);
      for (const name of ['robots.txt', 'questions.ndjson', 'access.log'])
        expect(readFileSync(join(folder, name), 'utf8')).toBe(given[name]);
      expect(connections).toBe(0);
    }),
    { numRuns: runs(500, 500) },
  );
});

function nameOf(run: string): string {
  return run.split(' ', 1)[0] as string;
}
