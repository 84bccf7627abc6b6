/**
 * Writes what several pages say alike, from `docs/includes/NAME.md`, between `<!-- include NAME -->` and `<!-- end -->`:
 *
 *   node scripts/generate-includes.js [--check]
 *
 * Where there is no such file, nothing stands between them: the first release removes `get-it.md`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filesMatching } from './files.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const INCLUDE = /(<!-- include ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

for (const file of filesMatching(/^docs\/.*\.md$/)) {
  const text = readFileSync(file, 'utf8');
  const written = text.replace(INCLUDE, (_, start, name, end) => `${start}${included(name)}${end}`);
  if (written === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} is not what docs/includes/ says: run "node scripts/generate-includes.js"`);
    process.exitCode = 1;
  } else writeFileSync(file, written);
}

function included(name) {
  const file = `docs/includes/${name}.md`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
