/**
 * Draws the pictures in ARCHITECTURE.md, which show the imports between packages and between the rooms of each package.
 * `layers.js` defines rooms. `--check` fails if a picture is out of date. The script always checks the imports by the
 * rules of `.dependency-cruiser.js` and that those of rooms form no cycle, and compares the files and arrows of "The way
 * of one question" with the imports.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.js';
import { keep, withPart } from './generated.js';

const FILE = 'ARCHITECTURE.md';
const { forbidden, options } = rules;
const { output } = await cruise(['packages/*/src', 'apps/*/src'], {
  ...options,
  validate: true,
  ruleSet: { forbidden },
});
/** The imports, as pairs of an importing and an imported file. Names of packages are resolved to source files. */
const imports = output.modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ coreModule, couldNotResolve }) => !coreModule && !couldNotResolve)
    .map(({ resolved }) => [source, relative('.', realpathSync(resolved))]),
);

const text = readFileSync(FILE, 'utf8');
keep(FILE, withPart(text, ['picture', [packages(), ...insides()].join('\n\n')]));
for (const problem of [...violations(), ...circles(), ...wayProblems()]) {
  console.error(problem);
  process.exitCode = 1;
}

function violations() {
  return output.summary.violations.map(({ from, to, rule }) => `${from} imports ${to}: ${rule.name}`);
}

function packages() {
  return graph('Packages', arrowsBetween(/^(?:packages|apps)\/[^/]+/), 'TD');
}

/** Arrows between the rooms of each package that has several rooms. Files directly in `src` are not drawn. */
function insides() {
  return [...new Set(imports.map(([file]) => file.split('/src/')[0]))].sort().flatMap((home) => {
    const arrows = arrowsBetween(new RegExp(`^${home}/src/[^/]+(?=/)`));
    return arrows.size > 1 ? [graph(`Inside ${posix.basename(home)}`, arrows, 'LR')] : [];
  });
}

/** Rooms, including files directly in `src`, that import each other directly or through other rooms. */
function circles() {
  const arrows = arrowsBetween(/^(?:packages|apps)\/[^/]+\/src\/[^/]+/);
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => isWay(arrows, to, from))
      .map((to) => `${from} → ${to} is part of a circle of rooms`),
  );
}

/**
 * The parts that each part imports. `part` matches the beginning of a file's path, which is the part to which the file
 * belongs.
 */
function arrowsBetween(part) {
  const arrows = new Map();
  for (const [from, to] of imports.map((files) => files.map((file) => part.exec(file)?.[0]))) {
    if (from && to && from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

function graph(title, arrows, direction) {
  const lines = [...arrows].flatMap(([from, targets]) => {
    const drawn = [...targets].filter(
      (to) => ![...targets].some((next) => next !== to && isWay(arrows, next, to)),
    );
    const names = drawn.map((to) => posix.basename(to)).sort();
    return names.length === 0 ? [] : [`  ${posix.basename(from)} --> ${names.join(' & ')}`];
  });
  return `**${title}**\n\n\`\`\`mermaid\nflowchart ${direction}\n${lines.sort().join('\n')}\n\`\`\``;
}

/** Whether arrows lead from `from` to `to`. */
function isWay(arrows, from, to, seen = new Set()) {
  if (from === to) return true;
  seen.add(from);
  return [...(arrows.get(from) ?? [])].some((next) => !seen.has(next) && isWay(arrows, next, to, seen));
}

/** Errors in "The way of one question": a missing file, or an arrow `a.ts → b.ts` without an import. */
function wayProblems() {
  const way = text.split('## The way of one question')[1]?.split('```')[1] ?? '';
  return way.split('\n').flatMap((line) => {
    const steps = line.match(/[a-z/-]+\.ts.*/)?.[0].split(' → ') ?? [];
    const files = steps.map((step) => step.split(', ').map((name) => `packages/core/src/${name.trim()}`));
    return files.flatMap((targets, at) => [
      ...targets.filter((file) => !existsSync(file)).map((file) => `${file} is not there`),
      ...(files[at - 1] ?? []).flatMap((file) => targets.flatMap((target) => importProblems(file, target))),
    ]);
  });
}

function importProblems(file, target) {
  const isThere = imports.some(([from, to]) => from === file && to === target);
  return isThere ? [] : [`${file} does not import ${target}`];
}
