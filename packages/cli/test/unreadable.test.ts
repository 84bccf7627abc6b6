/** Files that cannot be opened: each command that reads one says which, and why. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robots, temporaryFolder } from './command.ts';

/** A file, and names of files that cannot be opened, each with what is said of it. */
function folderOfFiles(): { file: string; unreadable: readonly (readonly [name: string, reason: string])[] } {
  const folder = temporaryFolder();
  const file = join(folder, 'robots.txt');
  writeFileSync(file, 'User-agent: *\n');
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  const unreadable = [
    [join(folder, 'missing'), 'there is no such file'],
    [loop, 'its symbolic links form a loop'],
    [join(file, 'x'), 'a part of its path is not a directory'],
    [join(folder, 'a'.repeat(300)), 'its name is too long'],
  ] as const;
  return { file, unreadable };
}

const commands: Readonly<Record<string, (name: string, file: string) => readonly string[]>> = {
  lint: (name) => ['lint', name],
  'lint --config': (name, file) => ['lint', file, '--config', name],
  fmt: (name) => ['fmt', name],
  'check --robots': (name) => ['check', '/', '--robots', name],
  'check --urls': (name, file) => ['check', '--urls', name, '--robots', file],
  diff: (name, file) => ['diff', file, name],
  test: (name) => ['test', name],
  batch: (name) => ['batch', name],
  audit: (name, file) => ['audit', name, '--versions', file],
  'audit --versions': (name, file) => ['audit', file, '--versions', name],
  'report ai': (name) => ['report', 'ai', name, '--format', 'json'],
  summary: (name) => ['summary', name],
  'agents --registry': (name) => ['agents', '--registry', name],
  'sql --file': (name) => ['sql', '--file', name],
  '--settings': (name, file) => ['--settings', name, 'check', '/', '--robots', file],
};

describe.each(Object.entries(commands))('%s', (_, args) => {
  it('names a file that cannot be opened, and the reason', async () => {
    const { file, unreadable } = folderOfFiles();
    for (const [name, reason] of unreadable) {
      const { stdout, stderr, exit } = await robots(args(name, file));
      expect([exit, `${stderr}${stdout}`]).toEqual([expect.any(Number), expect.stringContaining(reason)]);
      expect(exit === 2 || exit === 4).toBe(true);
    }
  });
});

it('expectations that ask about no crawler are not held', async () => {
  const file = join(temporaryFolder(), 'tests.yaml');
  writeFileSync(file, 'robots: robots.txt\ntests: [{ crawler: [], allow: / }]\n');
  const { exit, stderr } = await robots(['test', file]);
  expect([exit, stderr]).toEqual([4, expect.stringContaining('tests[0].crawler: expected at least one')]);
});

it('a history that cannot be opened is not an empty one', async () => {
  for (const [name, reason] of folderOfFiles().unreadable.slice(1)) {
    const { stderr, exit } = await robots(['ranges', 'GPTBot', '--history', name, '--on', '2026-11-01']);
    expect([exit, stderr]).toEqual([expect.any(Number), expect.stringContaining(reason)]);
    expect(exit).not.toBe(0);
  }
});
