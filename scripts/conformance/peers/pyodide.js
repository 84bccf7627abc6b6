/**
 * Asks CPython compiled to WebAssembly. This is the npm package `pyodide`, installed in the folder that the first
 * argument names.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serve } from '../../../spec/adapters/adapter.js';

const { loadPyodide } = createRequire(join(process.argv[2], 'x.js'))('pyodide');
const python = await loadPyodide({ stdout: () => {}, stderr: (text) => process.stderr.write(`${text}\n`) });
python.runPython(
  readFileSync(new URL('urllib-robotparser.py', import.meta.url), 'utf8').split('\nif __name__')[0],
);

const ask = python.runPython(
  'import base64; lambda octets, agent, url: answer(base64.b64decode(octets), agent, url)',
);
await serve((octets, agent, url) => ask(octets.toString('base64'), agent, url));
