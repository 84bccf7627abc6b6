/**
 * `npm run bench:python`: measures the CPU time of one verdict in Python, compared with protego and urllib in the same
 * process. Requires `ROBOTS_CORPUS`. `ROBOTS_PYTHON` must name a Python in which packages/python/tests/requirements.txt
 * is installed. `-- --write` puts the table into docs/python.md.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlePython } from '../packages/python/scripts/bundle.js';

const python = process.env.ROBOTS_PYTHON ?? 'python3';
const corpus = process.env.ROBOTS_CORPUS;
if (corpus === undefined) throw new Error('Cannot measure: set ROBOTS_CORPUS to a folder with robots/*.txt');

await bundlePython();
const program = fileURLToPath(new URL('python/speed.py', import.meta.url));
const env = { ...process.env, PYTHONPATH: fileURLToPath(new URL('../packages/python/src', import.meta.url)) };
const { status, stdout, stderr } = spawnSync(python, [program, corpus], { env, encoding: 'utf8' });
if (status !== 0) throw new Error(stderr);
console.log(stdout);

if (process.argv.includes('--write')) {
  const page = fileURLToPath(new URL('../docs/python.md', import.meta.url));
  const text = readFileSync(page, 'utf8');
  const table = /<!-- made by bench\/python\.js -->\n[\s\S]*?<!-- end -->/;
  writeFileSync(
    page,
    text.replace(table, `<!-- made by bench/python.js -->\n${stdout.trim()}\n<!-- end -->`),
  );
}
