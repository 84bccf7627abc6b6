/**
 * Draws the picture in ARCHITECTURE.md from the imports of the sources: which package uses which, and which room of
 * core and of the client uses which. `--check` says whether the picture is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { filesMatching } from './files.js';

const FILE = 'ARCHITECTURE.md';
const [START, END] = [
  '<!-- drawn from the imports by scripts/draw-architecture.js -->',
  '<!-- end of the picture -->',
];
const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

const text = readFileSync(FILE, 'utf8');
const [before, rest] = text.split(START);
const after = rest.split(END)[1];
const drawn = `${before}${START}\n\n${[packages(), rooms('core'), rooms('client')].join('\n\n')}\n\n${END}${after}`;
if (!process.argv.includes('--check')) writeFileSync(FILE, drawn);
else if (drawn !== text) {
  console.error(`${FILE}: the picture is not up to date: run "node scripts/draw-architecture.js"`);
  process.exitCode = 1;
}

/** Arrows between packages; those that other arrows imply are left out. */
function packages() {
  const folders = filesMatching(/^(?:packages|apps)\/[^/]+\/package\.json$/).map((file) =>
    posix.dirname(file),
  );
  const named = new Map(
    folders.map((folder) => [JSON.parse(readFileSync(`${folder}/package.json`)).name, folder]),
  );
  const edges = new Map(folders.map((folder) => [folder, new Set()]));
  for (const { file, specifier } of imports(
    /^(?:packages|apps)\/[^/]+\/(?:src|\.vitepress)\/.*(?<!\.test)\.[jt]sx?$/,
  )) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const from = file.split('/', 2).join('/');
    if (named.has(name) && named.get(name) !== from) edges.get(from)?.add(named.get(name));
  }
  return graph('Packages', edges, (folder) => folder.split('/')[1], 'TD');
}

/** Arrows between the first folders of a package's sources. */
function rooms(name) {
  const edges = new Map();
  for (const { file, specifier } of imports(new RegExp(`^packages/${name}/src/.*(?<!\\.test)\\.ts$`))) {
    const target = posix.join(posix.dirname(file), specifier);
    const [from, to] = [file, target].map((path) => path.split('/').slice(3));
    if (!specifier.startsWith('.') || from.length < 2 || to.length < 2 || from[0] === to[0]) continue;
    edges.set(from[0], (edges.get(from[0]) ?? new Set()).add(to[0]));
  }
  return graph(`Inside ${name}`, edges, (room) => room, 'LR');
}

function* imports(pattern) {
  for (const file of filesMatching(pattern)) {
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, named, dynamic] of code.matchAll(IMPORT)) yield { file, specifier: named ?? dynamic };
  }
}

function graph(title, edges, nameOf, direction) {
  const lines = [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => !isImplied(edges, from, to))
      .map((to) => `  ${nameOf(from)} --> ${nameOf(to)}`),
  );
  return `**${title}**\n\n\`\`\`mermaid\nflowchart ${direction}\n${lines.sort().join('\n')}\n\`\`\``;
}

/** Whether another way leads from `from` to `to`. */
function isImplied(edges, from, to) {
  const seen = new Set([from]);
  const waiting = [...edges.get(from)].filter((next) => next !== to);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...(edges.get(at) ?? []));
  }
  return false;
}
