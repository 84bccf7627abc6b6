/**
 * Runs a release without its last step:
 *
 *   npm run release:dry -- [--here] [--only NAME]… [--out FOLDER]
 *
 * Clones HEAD into a temporary folder (`--here` uses this built checkout), packs every public package, checks the
 * tarballs and their types, and serves them from a registry on loopback. Then the script uses the packages outside of
 * any clone, as users would. It runs the command alone, also with `npx`. It runs the Action's steps in a separate
 * folder. It installs all packages together, imports and requires every entry, and runs the examples of each document.
 * The exit code is 1 if any step fails. The tarballs, their SHA-256 sums and the bill of materials are written to
 * `release/`, or to FOLDER. `--only` runs the steps whose names contain NAME, and writes nothing.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { actionFailures } from './release/action.js';
import { commandFailures } from './release/command.js';
import { documentFailures } from './release/documents.js';
import { packAll } from './release/pack.js';
import { createProject, entryFailures, writeSbom } from './release/project.js';
import { startRegistry } from './release/registry.js';
import { run } from './release/run.js';
import { tarballFailures } from './release/tarballs.js';
import { typeFailures } from './release/types.js';
import { succeeds } from './step.js';

const { values } = parseArgs({
  options: {
    here: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    out: { type: 'string', default: 'release' },
  },
});

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'robots-exclusion-release-'));
const failures = [];
try {
  await rehearse();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (failures.length > 0) console.error(`failed: ${failures.join(', ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function rehearse() {
  const root = values.here ? process.cwd() : clone(join(scratch, 'clone'));
  const tarballs = await packAll(root, join(scratch, 'tarballs'));
  for (const { manifest, size, file } of tarballs)
    console.log(
      `     ${manifest.name}@${manifest.version} ${Math.ceil(size / 1000)} kB ${file.split('/').at(-1)}`,
    );
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const registry = await startRegistry(tarballs, upstream);
  try {
    await useAsStranger({ root, tarballs, registry: registry.url });
  } finally {
    await registry.close();
  }
  if (values.only) return;
  mkdirSync(resolve(values.out), { recursive: true });
  cpSync(join(scratch, 'tarballs'), resolve(values.out), { recursive: true });
}

async function useAsStranger({ root, tarballs, registry }) {
  const context = { root, tarballs, registry, scratch, project: join(scratch, 'project') };
  await step('publint and attw', () => tarballFailures(context));
  await step('types', () => typeFailures(context));
  await step('the command', () => commandFailures(context));
  await step('action', () => actionFailures(context));
  const together = ['entries', 'documents', 'bill of materials'];
  if (!together.some(isWanted)) return;
  await step('install together', () => createProject(context), true);
  await step('entries', () => entryFailures(context));
  await step('documents', () => documentFailures(context));
  await step('bill of materials', () => writeSbom(context));
}

/** Runs a step. Its `check` resolves to a list of failures. */
async function step(name, check, isNeeded = isWanted(name)) {
  if (!isNeeded) return;
  const isGood = await succeeds(name, async () => {
    const found = await check().catch((error) => [error.message]);
    for (const failure of found) console.error(failure);
    return found.length === 0;
  });
  if (!isGood) failures.push(name);
}

function isWanted(name) {
  return values.only?.some((part) => name.includes(part)) ?? true;
}

function clone(folder) {
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changes !== '') console.error('uncommitted changes are left out: a release is made of commits');
  run('git', ['clone', '-q', '--no-hardlinks', process.cwd(), folder]);
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  return folder;
}
