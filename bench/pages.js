/**
 * Writes the tables and pictures in `docs/` from `bench/results/engine.json`. With `--check`, only reports whether they
 * are up to date.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { keep } from '../scripts/generated.js';
import { pagesOf } from './engine/pages.js';

const found = JSON.parse(readFileSync(new URL('./results/engine.json', import.meta.url), 'utf8'));
for (const { file, text } of pagesOf(found)) {
  keep(relative(process.cwd(), file), text);
}
