/**
 * Draws the pictures in ARCHITECTURE.md from the imports of the sources: between packages, and between the rooms of a
 * package. `--check` fails if a picture is out of date. Always checks the files and arrows of "The way of one question"
 * against the imports.
 */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { filesMatching } from './files.js';
import { keep } from './generated.js';
import { packageOf, roomOf, sources, specifiersOf, targetOf } from './imports.js';

const FILE = 'ARCHITECTURE.md';
const [START, END] = [
  '<!-- drawn from the imports by scripts/draw-architecture.js -->',
  '<!-- end of the picture -->',
];

const text = readFileSync(FILE, 'utf8');
const [before, rest] = text.split(START);
const after = rest.split(END)[1];
const drawn = `${before}${START}\n\n${[packages(), ...insides()].join('\n\n')}\n\n${END}${after}`;
keep(FILE, drawn);

for (const problem of wayProblems()) {
  console.error(`${FILE}: ${problem}`);
  process.exitCode = 1;
}

/** Errors in "The way of one question": a missing file, or an arrow `a.ts → b.ts` without an import. */
function wayProblems() {
  const way = text.split('## The way of one question')[1]?.split('```')[1] ?? '';
  return way.split('\n').flatMap((line) => {
    const steps = (line.match(/[a-z/-]+\.ts.*/)?.[0] ?? '').split(/\s*→\s*/).filter(Boolean);
    let last = [];
    return steps.flatMap((step) => {
      const folder = posix.dirname(last[0] ?? 'packages/core/src/x');
      const files = step
        .split(/,\s*/)
        .map((name) => (name.includes('/') ? `packages/core/src/${name}` : `${folder}/${name}`));
      const missing = files.filter((file) => !existsSync(file)).map((file) => `${file} is not there`);
      const from = last;
      last = files.filter((file) => existsSync(file));
      const unlinked = from.flatMap((file) =>
        last.filter((to) => !imports(file, to)).map((to) => `${file} does not import ${to}`),
      );
      return [...missing, ...unlinked];
    });
  });
}

function imports(file, to) {
  return specifiersOf(file).some((specifier) => targetOf(file, specifier) === to);
}

/** Arrows between the packages. */
function packages() {
  const folders = filesMatching(/^(?:packages|apps)\/[^/]+\/package\.json$/).map((file) =>
    posix.dirname(file),
  );
  const homes = new Map(
    folders.map((folder) => [JSON.parse(readFileSync(`${folder}/package.json`)).name, folder]),
  );
  const edges = new Map(folders.map((folder) => [folder, new Set()]));
  for (const { home, specifiers } of [...sources(), ...pagesOfDocs()]) {
    for (const named of specifiers.map(packageOf)) {
      if (homes.has(named) && homes.get(named) !== home) edges.get(home)?.add(homes.get(named));
    }
  }
  return graph('Packages', edges, (folder) => folder.split('/')[1], 'TD');
}

/** The documentation site, whose sources are in another folder. */
function pagesOfDocs() {
  return filesMatching(/^apps\/[^/]+\/\.vitepress\/.*(?<!\.test)\.[jt]s$/).map((file) => ({
    home: file.split('/', 2).join('/'),
    specifiers: specifiersOf(file),
  }));
}

/** Arrows between the rooms of each package with several rooms. */
function insides() {
  const byHome = new Map();
  for (const { file, home, specifiers } of sources()) {
    const edges = byHome.get(home) ?? new Map();
    byHome.set(home, edges);
    for (const target of specifiers
      .filter((each) => each.startsWith('.'))
      .map((each) => targetOf(file, each))) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (target.startsWith(`${home}/src/`) && from && to && from !== to)
        edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return [...byHome]
    .filter(([, edges]) => edges.size > 1)
    .map(([home, edges]) => graph(`Inside ${home.split('/')[1]}`, edges, (room) => room, 'LR'));
}

/** The folder of a file's room. Files outside the folders are not drawn. */
function folderOf(file) {
  const room = roomOf(file);
  return /\.tsx?$/.test(room) ? undefined : room.split('/')[0];
}

function graph(title, edges, nameOf, direction) {
  const lines = [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => !isImplied(edges, from, to))
      .map((to) => `  ${nameOf(from)} --> ${nameOf(to)}`),
  );
  return `**${title}**\n\n\`\`\`mermaid\nflowchart ${direction}\n${lines.sort().join('\n')}\n\`\`\``;
}

/** Whether another path leads from `from` to `to`. */
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
