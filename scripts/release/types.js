/**
 * Compiles the packed declarations in a project outside of the workspace, with the module resolution of Node and of
 * bundlers, and with two major versions of TypeScript. Core's declarations are also compiled without the types of any
 * host, because core runs on other runtimes, too.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installedOnDemand } from '../on-demand.js';
import { compileErrors } from './compile.js';
import { run } from './run.js';

// The project is inside the checkout, so that the compiler finds the packages' dependencies.
const project = resolve('node_modules/.cache/stranger');
const HOST_FREE = { lib: ['ES2023'], types: [] };
const HOST = { lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: ['node'] };

/** The compilers' errors. */
export async function typeFailures({ tarballs }) {
  rmSync(project, { recursive: true, force: true });
  for (const { file, manifest } of tarballs) unpack(file, join(project, 'node_modules', manifest.name));
  const core = tarballs.filter(({ manifest }) => manifest.name === 'robots-exclusion');
  const older = join(installedOnDemand('typescript@5.9.3'), 'node_modules/typescript/bin/tsc');
  const newer = resolve('node_modules/typescript/bin/tsc');
  return [
    compile('core without host types', newer, entriesOf(core), { ...HOST_FREE, module: 'NodeNext' }),
    compile('every entry, TypeScript 5, node16', older, entriesOf(tarballs), { ...HOST, module: 'node16' }),
    compile('every entry, bundler', newer, entriesOf(tarballs), {
      ...HOST,
      module: 'preserve',
      moduleResolution: 'bundler',
    }),
  ].flat();
}

function unpack(file, folder) {
  mkdirSync(folder, { recursive: true });
  run('tar', ['-xzf', file, '-C', folder, '--strip-components', '1']);
}

function entriesOf(packages) {
  return packages.flatMap(({ manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([entry, { types }]) =>
      types ? [`${manifest.name}${entry.slice(1)}`] : [],
    ),
  );
}

function compile(name, tsc, entries, options) {
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
  writeFileSync(join(project, 'entries.mts'), `${lines.join('\n')}\n`);
  return compileErrors(project, tsc, {
    files: ['entries.mts'],
    exactOptionalPropertyTypes: true,
    ...options,
  }).map((error) => `${name}: ${error}`);
}
