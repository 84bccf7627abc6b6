/** What sources may import, types included. dependency-cruiser checks these rules in `npm run check`. */
import { IMPORTED_BY, LAYERS, ONLY_IMPORTS } from './scripts/layers.js';

const ADDED_BY_USERS = ['npm', 'npm-peer'];
const DECLARED = [...ADDED_BY_USERS, 'npm-dev'];
const UNDECLARED = ['npm-no-pkg', 'npm-optional', 'npm-unknown'];

const forbidden = [
  ...Object.keys(LAYERS).flatMap((home) => [...lowerLayers(home), ...onlyImports(home), ...importedBy(home)]),
  rule('files form no circle', {}, { circular: true }),
  rule('imports are found', {}, { couldNotResolve: true, pathNot: '^(?:vscode$|virtual:)' }),
  rule(
    'no path leads to another package',
    { path: '^((?:packages|apps)/[^/]+)/' },
    { dependencyTypes: ['local'], pathNot: '^$1/' },
  ),
  rule(
    'package.json declares every package',
    {},
    { dependencyTypes: UNDECLARED, dependencyTypesNot: DECLARED },
  ),
  // Bundlers include what an application or the command imports, and the client's parsers of HTML and XML.
  rule(
    'users install every package',
    { pathNot: '^(?:apps|packages/(?:cli|testkit|client/src/(?:preflight|sitemap)))/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ADDED_BY_USERS },
  ),
  rule(
    'only packages for Node import its modules',
    { path: '^(?:packages/(?:audit|core|operations)|apps/workbench)/', pathNot: '^packages/audit/src/node/' },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'policy is pure',
    { path: '^packages/client/src/policy/' },
    { dependencyTypes: ['core'], pathNot: '^(?:net|crypto)$' },
  ),
  rule(
    'only usage imports packages into core',
    { path: '^packages/core/', pathNot: '^packages/core/src/usage/' },
    { dependencyTypes: DECLARED },
  ),
  rule(
    'the service audits what it is sent',
    { path: '^packages/server/' },
    { path: '@robots-exclusion/audit/.*node' },
  ),
  // The command starts the service and the tools, and the page calls the service.
  rule(
    'no door imports another',
    { path: '^(?:packages/(?:server|mcp|crawlee|site|robots-parser)|apps/vscode)/src/' },
    { path: '@robots-exclusion/(?:cli|server|mcp|crawlee|site|robots-parser)(?:/|$)' },
  ),
  rule('the pool starts processes', {}, { path: '^cluster$', dependencyTypes: ['core'] }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    // Imports of our own packages keep their names; a path would hide whether they are declared.
    preserveSymlinks: true,
    doNotFollow: 'node_modules',
    exclude: '\\.test\\.tsx?$',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@robots-exclusion/source', 'import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};

/** Imports that match `to` are an error in files that match `from`. */
function rule(name, from, to) {
  return { name, severity: 'error', from, to };
}

function lowerLayers(home) {
  return LAYERS[home].flatMap((layer, at) => {
    const lower = LAYERS[home].slice(0, at).flat();
    return layer.map((room) => imports(home, room, lower, 'only lower layers: see scripts/layers.js'));
  });
}

function onlyImports(home) {
  return Object.entries(ONLY_IMPORTS[home] ?? {}).map(([room, others]) =>
    imports(home, room, others, `only ${others.join(', ')}`),
  );
}

function imports(home, room, others, what) {
  return rule(
    `${home}/src/${room} imports ${what}`,
    { path: filesOf(home, [room]) },
    { path: `^${home}/src/`, pathNot: filesOf(home, [room, ...others]) },
  );
}

function importedBy(home) {
  return Object.entries(IMPORTED_BY[home] ?? {}).map(([room, others]) =>
    rule(
      `only ${others.join(', ')} import ${home}/src/${room}`,
      { path: `^${home}/src/`, pathNot: filesOf(home, [room, ...others]) },
      { path: filesOf(home, [room]) },
    ),
  );
}

/** Patterns for the files of rooms, and of the rooms inside them. */
function filesOf(home, rooms) {
  const named = `(?:${rooms.join('|')})(?:/|$)`;
  const rest = `(?!(?:${LAYERS[home].flat().join('|')})(?:/|$))`;
  return (rooms.includes('rest') ? [named, rest] : [named]).map((pattern) => `^${home}/src/${pattern}`);
}
