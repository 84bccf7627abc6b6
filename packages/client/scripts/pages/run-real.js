/**
 * `npm run pages:real [FOLDER]`: reads pages made from all inputs of html5lib-tests, and 2,000,000 random pages, and
 * compares what is read of them with the tree of parse5. html5lib-tests is fetched with git, or read from FOLDER, which
 * may also hold other files in its formats (`tokenizer/*.test`, `*.dat`). Not for CI.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMIT = '224991ec10db04f056a89eed8b0bd8695fd2950e';
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const [, , given] = process.argv;
const folder = given === undefined ? fetched() : resolve(given);
for (let seed = 1; seed <= 20; seed++) {
  // Each run has 100,000 random pages.
  const env = { ...process.env, ROBOTS_TESTS: 'all', ROBOTS_TEST_SEED: String(seed) };
  if (seed === 1) env.HTML5LIB_TESTS = folder;
  const test = 'packages/client/src/preflight/read-page.test.ts';
  execFileSync('npx', ['vitest', 'run', test, '-t', 'where parse5'], { cwd: ROOT, env, stdio: 'inherit' });
}

function fetched() {
  const folder = resolve(ROOT, 'node_modules/.cache/html5lib-tests', COMMIT);
  const git = (...rest) => execFileSync('git', ['-C', folder, ...rest], { stdio: 'inherit' });
  mkdirSync(folder, { recursive: true });
  git('init', '-q');
  git('fetch', '-q', '--depth', '1', 'https://github.com/html5lib/html5lib-tests', COMMIT);
  git('checkout', '-q', 'FETCH_HEAD');
  return folder;
}
