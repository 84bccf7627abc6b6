/**
 * Runs the shell blocks and transcripts of the documents for newcomers, each page in a folder of its own (`npm run release:dry`
 * does so with the packed packages, and with the packages' own READMEs):
 * `node scripts/check-pages.js [NAME]`. The first block of a guide must be complete: run, or a file that later blocks
 * use.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { blocksIn } from './examples/blocks.js';
import { failuresOfPage } from './examples/run-page.js';
import { filesMatching } from './files.js';

const [wanted = ''] = process.argv.slice(2);
const FOLDER = 'node_modules/.cache/pages';
const files = filesMatching(/^(?:README\.md|docs\/guides\/.*\.md)$/).filter((file) => file.includes(wanted));

rmSync(FOLDER, { recursive: true, force: true });
const failures = [];
for (const file of files) {
  const folder = join(FOLDER, file.replace(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  cpSync('examples', join(folder, 'examples'), { recursive: true });
  const text = readFileSync(file, 'utf8');
  const [first] = blocksIn(text);
  if (file.startsWith('docs/guides/') && !first?.isRun)
    failures.push(`${file}: its first example is not run`);
  failures.push(...(await failuresOfPage(file, text, { folder, path: resolve('node_modules/.bin') })));
}
for (const failure of failures) console.error(failure);
console.log(`${files.length} pages, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
