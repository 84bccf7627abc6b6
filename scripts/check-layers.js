/**
 * Checks the imports of every source file, types included: rooms import downwards only (`layers.js`), neither files nor
 * rooms form a circle, and a package imports only what its package.json declares.
 */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { codeOf, packageOf, roomOf, sources, targetOf } from './imports.js';
import {
  IMPORTED_BY,
  LAYERS,
  NODE_MODULES,
  ONLY_IMPORTS,
  OUTSIDE_ONLY_IN,
  STARTS_WORKERS,
} from './layers.js';

const problems = [];
const importsByFile = new Map();
const importsByRoom = new Map();
for (const { file, home, specifiers } of sources()) {
  importsByFile.set(file, []);
  checkWorkers(file);
  for (const specifier of specifiers) {
    if (specifier.startsWith('.')) checkFile(file, home, targetOf(file, specifier));
    else if (isNodeModule(specifier)) checkNodeModule(file, home, specifier);
    else checkPackage(file, home, specifier);
  }
}
reportCircles(importsByFile);
reportCircles(importsByRoom);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkFile(file, home, target) {
  if (!target.startsWith(`${home}/src/`)) {
    if (!target.startsWith(`${home}/`))
      problems.push(`${file}: imports ${target} of another package by a path`);
    return;
  }
  importsByFile.get(file).push(target);
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to) return;
  const node = `${home}/src/${from}`;
  importsByRoom.set(node, (importsByRoom.get(node) ?? new Set()).add(`${home}/src/${to}`));
  if (!isDownwards(home, from, to))
    problems.push(`${file}: ${from} must not import ${to}: see scripts/layers.js`);
}

function isDownwards(home, from, to) {
  const rows = LAYERS[home];
  if (rows === undefined) return true;
  const only = ONLY_IMPORTS[home]?.[from];
  const importers = IMPORTED_BY[home]?.[to];
  if (only && !only.includes(nameIn(rows, to))) return false;
  if (importers && !importers.includes(nameIn(rows, from))) return false;
  const [above, below] = [from, to].map((room) => rowOf(rows, room));
  return below < above || (below === above && nameIn(rows, from) === 'rest' && nameIn(rows, to) === 'rest');
}

function rowOf(rows, room) {
  return rows.findIndex((row) => row.includes(nameIn(rows, room)));
}

/** The name of a room in the rows: its own, or `rest`. */
function nameIn(rows, room) {
  return rows.some((row) => row.includes(room)) ? room : 'rest';
}

function isNodeModule(specifier) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function checkNodeModule(file, home, specifier) {
  const allowed = NODE_MODULES[home]?.(roomOf(file));
  if (allowed && !allowed.includes(specifier))
    problems.push(`${file}: must not import ${specifier}: see scripts/layers.js`);
}

/** Checks that only the listed sources start our own threads and processes. */
function checkWorkers(file) {
  const isStarted = /\bnew\s+(?:\w+\.)?(?:Shared)?Worker\b|\bfork\s*\(|\bfrom '(?:node:)?cluster'/;
  // Testkit runs programs for tests.
  if (STARTS_WORKERS.includes(file) || file.startsWith('packages/testkit/')) return;
  if (isStarted.test(codeOf(file)))
    problems.push(`${file}: starts a worker; only the pool does: see STARTS_WORKERS in scripts/layers.js`);
}

function checkPackage(file, home, specifier) {
  // VS Code provides `vscode`; Vite provides `virtual:` modules.
  if (specifier === 'vscode' || specifier.startsWith('virtual:')) return;
  const name = packageOf(specifier);
  const manifest = JSON.parse(readFileSync(`${home}/package.json`, 'utf8'));
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  // Bundlers include what an application or the command imports.
  if (manifest.private || manifest.bin) Object.assign(declared, manifest.devDependencies);
  if (!(name in declared)) problems.push(`${file}: imports ${name}, which its package.json does not declare`);
  const onlyIn = OUTSIDE_ONLY_IN[home];
  if (onlyIn && roomOf(file) !== onlyIn)
    problems.push(`${file}: only ${onlyIn}/ may import a package, here ${name}`);
  if (home === 'packages/server' && specifier === '@robots-exclusion/audit/node')
    problems.push(`${file}: the service audits what it is sent; it must not import ${specifier}`);
}

/** Nodes that import each other, including types; each cycle once. */
function reportCircles(imports) {
  const states = new Map();
  const path = [];
  const visit = (node) => {
    states.set(node, 'open');
    path.push(node);
    for (const next of imports.get(node) ?? []) {
      if (states.get(next) === 'open')
        problems.push(`${[...path.slice(path.indexOf(next)), next].join(' → ')}: an import circle`);
      else if (!states.has(next)) visit(next);
    }
    path.pop();
    states.set(node, 'done');
  };
  for (const node of imports.keys()) {
    if (!states.has(node)) visit(node);
  }
}
