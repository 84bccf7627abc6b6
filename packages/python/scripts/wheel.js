/**
 * Builds the Python package as a wheel: `npm run python -- [FOLDER]`, by default in `packages/python/dist`. Needs
 * Python 3.10 or later with pip.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePython } from './bundle.js';

const source = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(source, 'dist'));
const python = process.env.ROBOTS_PYTHON ?? 'python3';

await bundlePython();
const args = ['-m', 'pip', 'wheel', '--no-deps', '--disable-pip-version-check', '-q', '-w', folder, source];
const { status, error } = spawnSync(python, args, { stdio: 'inherit' });
if (error) console.error(`Cannot run ${python}: expected Python 3.10 or later with pip (${error.message})`);
process.exitCode = status ?? 1;
