/**
 * Makes ten changes to the questions and answers of operations in a copy of the repository. Tests that each change
 * needs no more hand-edited files than CONTRIBUTING.md states, that the copy compiles, and that the change appears in
 * every interface that should show it.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Change, changedFiles, changes, type Door } from './ten-changes/changes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'robots-ten-changes-'));
let doors: Record<Door, string>;

beforeAll(async () => {
  await buildOnce();
  copy();
  for (const [file, text] of changedFiles((name) => readFileSync(join(folder, name), 'utf8'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const projects = ['server', 'mcp', 'cli'].map((name) => `packages/${name}`);
  node(join(root, 'scripts/tsc.js'), '-b', ...projects);
  doors = JSON.parse(node(fileURLToPath(new URL('ten-changes/doors.js', import.meta.url)), folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries<Change>(changes))('the doors have %s', (_, { found = {} }) => {
  for (const [door, text] of Object.entries(found)) expect(doors[door as Door]).toContain(text);
});

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

/**
 * Copies the committed files of the packages and the bundles that no change affects, and links the installed packages.
 */
function copy(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const wanted = listed
    .split('\n')
    .filter((name) => /^(?:packages|docs|tsconfig)|^package\.json$/.test(name));
  for (const name of [...wanted, 'packages/core/lib', 'packages/client/lib', 'packages/corpus/lib'])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const inner of ['', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)])
    link(inner);
}

/** Third-party packages are linked. Links between packages of the repository point to the copies. */
function link(inner: string): void {
  const [from, to] = [join(root, inner, 'node_modules'), join(folder, inner, 'node_modules')];
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === '@robots-exclusion')
      cpSync(source, target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(source, target);
  }
}
