/**
 * Writes the tables and pictures in `docs/` from `bench/results/engine.json`; with `--check`, says whether they show
 * what was measured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pagesOf } from './engine/pages.js';

const found = JSON.parse(readFileSync(new URL('./results/engine.json', import.meta.url), 'utf8'));
for (const { file, text } of pagesOf(found)) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    const name = relative(process.cwd(), file);
    console.error(`${name} does not show bench/results/engine.json: run "node bench/pages.js"`);
    process.exitCode = 1;
  }
}
