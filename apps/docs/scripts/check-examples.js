/**
 * Runs every example: all blocks of all pages, each page in its own folder, and the `@example` blocks of source files.
 * Sites under example.com and the service at 127.0.0.1:9309 are simulated on this machine (`examples/world.js`).
 *
 *     node apps/docs/scripts/check-examples.js [NAME]    only pages and sources whose path contains NAME
 *
 * Every block must be run, compared with output, or used by another block, or must state why not
 * (`examples/blocks.js`). The first block of a guide must be complete: either runnable, or a file that later blocks
 * use. `npm run release:dry` runs the pages for newcomers with the packed packages.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundlePython } from '../../../packages/python/scripts/bundle.js';
import { filesMatching } from '../../../scripts/files.js';
import { blocksIn, blocksInSource, problemOf } from './examples/blocks.js';
import { layOut, writeTable } from './examples/reader.js';
import { failureOfModule } from './examples/run-module.js';
import { failuresOfPage } from './examples/run-page.js';
import { openWorld } from './examples/world.js';

const [, , wanted = ''] = process.argv;
const GUIDE = /^docs\/guides\/.*\.md$/;
/** Recorded logs tell how other programs were started, which are not installed here. */
const PAGE = /^(?!CHANGELOG|spec\/logs\/|packages\/[^/]+\/CHANGELOG).*\.md$/;
const SOURCE = /^packages\/[^/]+\/src\/.*\.ts$/;

const scratch = 'node_modules/.cache/examples';
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const world = await openWorld(scratch, resolve('packages/cli/dist/main.js'));
const table = join(scratch, 'files.parquet');
await writeTable(table);
const python = findPython();
if (python) await bundlePython();
const failures = [];
let blocks = 0;
try {
  const documents = filesMatching(PAGE).filter((file) => file.includes(wanted));
  for (const file of documents) await follow(file, readFileSync(file, 'utf8'));
  const reader = join(scratch, 'reader');
  layOut(reader, 'examples', table);
  const sources = filesMatching(SOURCE).filter((file) => file.includes(wanted));
  for (const file of sources) await runModules(file, blocksInSource(readFileSync(file, 'utf8')), reader);
} finally {
  await world.close();
}
for (const failure of failures) console.error(failure);
if (!python) console.log('SKIPPED Python: no interpreter has quickjs-ng (npm run python)');
console.log(`${blocks} blocks, ${failures.length} failures`);
process.exitCode = failures.length === 0 && blocks > 0 ? 0 : 1;

async function follow(file, text) {
  const all = blocksIn(text);
  if (all.length === 0) return;
  if (GUIDE.test(file) && !all[0].isRun) failures.push(`${file}: its first example is not run`);
  const folder = join(scratch, file.replace(/\W+/g, '-'));
  layOut(folder, 'examples', table);
  const path = resolve('node_modules/.bin');
  failures.push(...(await failuresOfPage(file, text, { folder, path, world, python })));
  await runModules(file, all, folder);
}

async function runModules(file, all, cwd) {
  for (const block of all) {
    blocks += 1;
    const problem = problemOf(block);
    if (problem) failures.push(`${file}:${block.line}: ${problem}`);
    if (!['ts', 'js'].includes(block.language) || block.title) continue;
    const place = { folder: scratch, cwd, world, name: `example-${blocks}` };
    const failure = await failureOfModule({ file, ...block }, place);
    if (failure) failures.push(failure);
  }
}

/** An interpreter that can import our packages from their sources. */
function findPython() {
  const folders = ['packages/python/src', 'integrations/spark', 'integrations/sql'];
  const env = { PYTHONPATH: folders.map((folder) => resolve(folder)).join(':') };
  const programs = [join(homedir(), '.cache/robots-exclusion/python-package/bin/python'), 'python3'];
  const program = programs.find((name) => {
    const { status } = spawnSync(name, ['-c', 'import robots_exclusion'], {
      env: { ...process.env, ...env },
    });
    return status === 0;
  });
  return program && { program, env };
}
