/** The Python package as a wheel: `npm run python -- [FOLDER]`, by default `packages/python/dist`. Needs Python 3.10 with pip. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePython } from './bundling/python.js';

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../packages/python/dist', import.meta.url)));
const python = process.env.ROBOTS_PYTHON ?? 'python3';
const source = fileURLToPath(new URL('../packages/python', import.meta.url));

await bundlePython();
const args = ['-m', 'pip', 'wheel', '--no-deps', '--disable-pip-version-check', '-q', '-w', folder, source];
const { status, error } = spawnSync(python, args, { stdio: 'inherit' });
if (error) console.error(`Cannot run ${python}: expected Python 3.10 or later with pip (${error.message})`);
process.exitCode = status ?? 1;
