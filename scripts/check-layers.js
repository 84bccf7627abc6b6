/**
 * The layers of ARCHITECTURE.md, checked on the imports of every source file: a folder imports only what is
 * to its left, data is imported only where it is named, and a package only what its package.json declares.
 */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { filesMatching } from './files.js';

/** Left to right: each may import those before it. */
const CORE_CHAIN = [
  'bytes',
  'parse',
  'patterns',
  'rules',
  'engine',
  'explain',
  'records',
  'usage',
  'interpret',
  'diff',
  'lint',
];

/** Folders beside the chain: what each may import. */
const CORE_ASIDE = {
  print: ['bytes'],
  format: ['bytes', 'parse', 'patterns', 'rules'],
  generate: ['bytes', 'parse', 'usage', 'format'],
  'dialects/engine': ['bytes', 'parse', 'patterns', 'rules'],
  'dialects/urls': ['bytes', 'dialects/engine'],
  dialects: ['bytes', 'parse', 'patterns', 'rules', 'dialects/engine', 'dialects/urls'],
  agents: ['bytes', 'parse', 'rules'],
};

/** Data folders: who may import them. */
const CORE_DATA = {
  'dialects/engine': ['dialects', 'dialects/urls', 'interpret', 'lint'],
  'dialects/urls': ['dialects'],
  dialects: ['interpret', 'lint'],
  agents: ['interpret', 'lint'],
};

/** Client: pure policy knows no I/O (of Node's modules it has hashes and address lists); transports and stores know the client's contracts, never the client. */
const CLIENT = {
  policy: ['policy'],
  transport: ['transport'],
  store: ['store'],
};

/** Audit: what each folder may import besides itself and files beside it; only node/ knows Node's modules. */
const AUDIT = {
  readers: [''],
  identity: [],
  timeline: ['', 'identity'],
  report: ['', 'identity', 'readers', 'timeline'],
  run: ['', 'identity', 'readers', 'timeline', 'report'],
  watch: [],
};

/** Operations: the pool knows no operation, and what answers share knows neither. */
const OPERATIONS = {
  pool: ['pool', ''],
  shared: ['shared', ''],
};

const problems = [];
const importsByFile = new Map();
for (const file of filesMatching(/^packages\/[^/]+\/src\/.*(?<!\.test)\.ts$/)) {
  const [, packageFolder, , ...inside] = file.split('/');
  const folder = roomOf(inside);
  const imported = [];
  for (const { specifier } of importsOf(file)) {
    if (!specifier.startsWith('.')) checkPackage(file, packageFolder, specifier);
    else {
      checkFolder(file, packageFolder, folder, folderOf(file, specifier, packageFolder));
      imported.push(posix.join(posix.dirname(file), specifier));
    }
  }
  importsByFile.set(file, imported);
}
reportCycles();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function importsOf(file) {
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [
    ...code.matchAll(
      /(?:^|\n|;)\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s*'([^']+)'/gm,
    ),
  ].map((match) => ({ specifier: match[1] ?? match[2] ?? match[3] }));
}

/** Files that import each other, types included, each circle once. */
function reportCycles() {
  const states = new Map();
  const path = [];
  const visit = (file) => {
    states.set(file, 'open');
    path.push(file);
    for (const next of importsByFile.get(file) ?? []) {
      const isOpen = states.get(next) === 'open';
      if (isOpen) problems.push(`${[...path.slice(path.indexOf(next)), next].join(' → ')}: an import cycle`);
      else if (!states.has(next)) visit(next);
    }
    path.pop();
    states.set(file, 'done');
  };
  for (const file of importsByFile.keys()) {
    if (!states.has(file)) visit(file);
  }
}

function folderOf(file, specifier, packageFolder) {
  const target = posix.join(posix.dirname(file), specifier).split('/');
  if (target[1] !== packageFolder || target[2] !== 'src') return undefined;
  return roomOf(target.slice(3));
}

/** The first folder; of core's dialects also the second. */
function roomOf(inside) {
  const folders = inside.slice(0, -1);
  return folders.slice(0, folders[0] === 'dialects' ? 2 : 1).join('/');
}

function checkPackage(file, packageFolder, specifier) {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    if (packageFolder === 'core')
      problems.push(`${file}: core runs on any runtime, but imports ${specifier}`);
    if (
      packageFolder === 'client' &&
      file.includes('/policy/') &&
      !['node:net', 'node:crypto'].includes(specifier)
    )
      problems.push(`${file}: policy is pure, but imports ${specifier}`);
    if (packageFolder === 'audit' && !file.includes('/node/'))
      problems.push(`${file}: only audit's node/ may import ${specifier}`);
    return;
  }
  if (packageFolder === 'server' && specifier === '@robots-exclusion/audit/node')
    problems.push(`${file}: the service audits what it is handed, but imports ${specifier}`);
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const manifest = JSON.parse(readFileSync(`packages/${packageFolder}/package.json`, 'utf8'));
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  // What an application or the command imports is bundled into it.
  if (manifest.private || manifest.bin) Object.assign(declared, manifest.devDependencies);
  if (!(name in declared)) problems.push(`${file}: imports ${name}, which its package.json does not declare`);
  if (packageFolder === 'core' && !file.includes('/usage/'))
    problems.push(`${file}: only usage/ may import a package, here ${name}`);
}

function checkFolder(file, packageFolder, from, to) {
  if (to === undefined) problems.push(`${file}: imports from outside its package's src by a path`);
  else if (packageFolder === 'core') checkCore(file, from, to);
  else if (packageFolder === 'client' && from in CLIENT && to !== '' && !CLIENT[from].includes(to))
    problems.push(`${file}: client's ${from}/ must not import ${to}/`);
  else if (packageFolder === 'operations' && from in OPERATIONS && !OPERATIONS[from].includes(to))
    problems.push(`${file}: operations' ${from}/ must not import ${to}/`);
  else if (packageFolder === 'audit' && from in AUDIT && to !== from && !AUDIT[from].includes(to))
    problems.push(`${file}: audit's ${from}/ must not import ${to === '' ? 'its files' : `${to}/`}`);
}

function checkCore(file, from, to) {
  if (from === '' || from === to) return;
  const isAllowed =
    to in CORE_DATA
      ? CORE_DATA[to].includes(from)
      : (CORE_ASIDE[from]?.includes(to) ??
        (CORE_CHAIN.includes(to) && CORE_CHAIN.indexOf(to) < CORE_CHAIN.indexOf(from)));
  if (!isAllowed)
    problems.push(`${file}: core's ${from}/ must not import ${to === '' ? 'the index' : `${to}/`}`);
}
