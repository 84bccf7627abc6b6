/**
 * Which tests a commit runs. The name of a test file says its ring: `*.test.ts` runs at every `npm test`; a third of the
 * `*.long.test.ts` and of the page's tests run for each commit; `*.weekly.test.ts` run only in `npm run test:all`.
 *
 *     node scripts/rings.js PATTERN    prints whether a file that matches the regular expression has changed
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { filesMatching } from './files.js';

const LONG = /\.(?:long|weekly)\.test\.ts$/;
const PAGE = /^apps\/[^/]+\/test\/browser\/.*\.test\.ts$/;

/** The part of the long tests that a commit runs. */
const SHARE = 1 / 3;

/** Paths of all tests that `npm test` does not run. */
export function dearTests() {
  return [...filesMatching(LONG), ...filesMatching(PAGE)];
}

/** Paths of the tests of ring 2 for this commit: see {@link chooseTests}. */
export function testsOfCommit() {
  const paths = dearTests().filter((path) => !path.endsWith('.weekly.test.ts'));
  const [page, long] = [paths.filter((path) => PAGE.test(path)), paths.filter((path) => !PAGE.test(path))];
  const distances = distancesFrom(changedFolders());
  const seed = git('show', '-s', '--format=%cs', 'HEAD').trim();
  return [long, page].flatMap((of) => chooseTests(of, distances, seed));
}

/**
 * A third of `paths`: first those in packages that changed, then those in packages that depend on them, then the rest;
 * among equals, an order that `seed`, the day of the commit, determines.
 */
export function chooseTests(paths, distances, seed) {
  const ranked = paths.map((path) => ({
    path,
    rank: distances.get(folderOf(path)) ?? Infinity,
    turn: createHash('sha256').update(`${seed} ${path}`).digest('hex'),
  }));
  ranked.sort((a, b) => (a.rank === b.rank ? (a.turn < b.turn ? -1 : 1) : a.rank - b.rank));
  return ranked.slice(0, Math.ceil(paths.length * SHARE)).map(({ path }) => path);
}

/** Whether any file that matches `pattern` differs from the base of this commit. */
function hasChanged(pattern) {
  return changedFiles().some((path) => pattern.test(path));
}

/**
 * Files that differ from the base: the commit that `TEST_RING_BASE` names, or the last one that is older than a day. All
 * files if neither is in the clone.
 */
function changedFiles() {
  const base = process.env.TEST_RING_BASE || git('rev-list', '-1', '--before=1 day ago', 'HEAD').trim();
  try {
    if (base !== '') return lines(git('diff', '--name-only', base, 'HEAD'));
  } catch {
    // A shallow clone does not have the base.
  }
  return lines(git('ls-files'));
}

function changedFolders() {
  return new Set(changedFiles().map(folderOf));
}

/** `packages/core` for `packages/core/src/…`; `scripts` for `scripts/…`. */
function folderOf(path) {
  const [first, second] = path.split('/');
  return ['packages', 'apps', 'integrations'].includes(first) ? `${first}/${second}` : first;
}

/** How many imports of packages lie between each folder and the nearest changed one. */
function distancesFrom(changed) {
  const manifests = filesMatching(/^(?:packages|apps|integrations)\/[^/]+\/package\.json$/).map((path) => ({
    folder: folderOf(path),
    ...JSON.parse(readFileSync(path, 'utf8')),
  }));
  const folders = new Map(manifests.map(({ name, folder }) => [name, folder]));
  const distances = new Map([...changed].map((folder) => [folder, 0]));
  for (let distance = 1; distance <= manifests.length; distance++)
    for (const { folder, dependencies = {}, devDependencies = {} } of manifests) {
      const near = Object.keys({ ...dependencies, ...devDependencies }).map((name) => folders.get(name));
      const isNext = near.some((other) => distances.get(other) === distance - 1);
      if (!distances.has(folder) && isNext) distances.set(folder, distance);
    }
  return distances;
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function lines(text) {
  return text.split('\n').filter((line) => line !== '');
}

const [program, pattern] = process.argv.slice(1);
if (import.meta.filename === program && pattern) console.log(hasChanged(new RegExp(pattern)));
