/**
 * Follows each guide as written, in an empty folder with the packed packages and nothing else of this repository:
 *
 *   node scripts/test-guides.js [NAME]
 *
 * `npm run pack` comes first. Needs the network for what the packages depend on.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresOfPage } from './examples/run-page.js';
import { run } from './release/run.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const [wanted = ''] = process.argv.slice(2);
const packed = join(root, 'release');
const tarballs = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
const scratch = mkdtempSync(join(tmpdir(), 'robots-guides-'));
const failures = [];
try {
  // What the guides themselves say to install beside them.
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    ...tarballs.map((name) => join(packed, name)),
    'lmdb',
  ];
  run('npm', install, { cwd: scratch });
  const guides = readdirSync(join(root, 'docs/guides')).filter((name) => name.includes(wanted));
  for (const name of guides) failures.push(...(await follow(name)));
  console.log(`${guides.length} guides, ${failures.length} failures`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function follow(name) {
  const folder = join(scratch, basename(name, '.md'));
  mkdirSync(folder);
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const text = readFileSync(join(root, 'docs/guides', name), 'utf8');
  return failuresOfPage(name, text, { folder, path: join(scratch, 'node_modules/.bin') });
}
