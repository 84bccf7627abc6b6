/**
 * Checks the fields that the manifests of all public packages share, or writes them with `--write`: the version (also
 * in the Action and for JSR), licence, Node version, and the addresses from `project.json`. The owner fills in
 * `project.json`. Its `repository` has the form `https://github.com/OWNER/NAME`, and `homepage` and `bugs` default to
 * the front page and the issues of that repository. `--release TAG` also checks that these addresses are set and that
 * TAG is the version.
 *
 * Also checks that README.md and CHANGELOG.md list every package. The workspaces must list a package after its
 * dependencies, because packages are published in that order.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { publicPackages } from './release/pack.js';

const isWriting = process.argv.includes('--write');
const project = JSON.parse(readFileSync('project.json', 'utf8'));
const packages = publicPackages('.');
const names = packages.map(({ manifest }) => manifest.name);
const [{ manifest: core }] = packages;
const { version } = core;

const problems = [
  ...packages.flatMap(manifestProblems),
  ...packages.flatMap(orderProblems),
  ...['README.md', 'CHANGELOG.md'].flatMap(unlistedPackages),
  ...actionProblems(),
  ...jsrProblems(),
  ...releaseProblems(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error('run "node scripts/manifests.js --write"');
process.exitCode = problems.length === 0 ? 0 : 1;

function manifestProblems({ directory, manifest }) {
  const { license, type, engines } = core;
  const wanted = { ...manifest, version, license, type, engines, publishConfig: { access: 'public' } };
  if (!wanted.files.includes('CHANGELOG.md')) wanted.files = ['CHANGELOG.md', ...wanted.files];
  for (const [name, value] of Object.entries(addresses(directory))) {
    if (value === undefined) delete wanted[name];
    else wanted[name] = value;
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (names.includes(name) && range !== version)
      wanted.dependencies = { ...wanted.dependencies, [name]: version };
  }
  const isSame = JSON.stringify(manifest) === JSON.stringify(wanted);
  return compared(`${directory}/package.json`, isSame, JSON.stringify(wanted, undefined, 2));
}

function orderProblems({ manifest }, index) {
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => names.indexOf(name) > index)
    .map((name) => `package.json: expected ${name} before ${manifest.name} in the workspaces`);
}

/**
 * Packages that a page does not list. For each package, the page must link to the file of the package with the same
 * name as the page.
 */
function unlistedPackages(page) {
  const text = readFileSync(page, 'utf8');
  return packages
    .filter(({ directory }) => !text.includes(`](${directory}/${page})`))
    .map(({ manifest }) => `${page}: expected ${manifest.name} in the list of packages`);
}

function addresses(directory) {
  const { repository, homepage, bugs } = project;
  if (repository === '') return { repository: undefined, homepage: undefined, bugs: undefined };
  const url = repository.replace(/\/$/, '');
  return {
    repository: { type: 'git', url: `git+${url}.git`, directory },
    homepage: homepage || `${url}#readme`,
    bugs: { url: bugs || `${url}/issues` },
  };
}

function actionProblems() {
  const text = readFileSync('action.yml', 'utf8');
  const wanted = text.replace(/(\n {2}version:\n(?: {4}.*\n)*? {4}default: ).*/, `$1${version}`);
  return compared('action.yml', text === wanted, wanted, '');
}

function jsrProblems() {
  const file = 'packages/core/jsr.json';
  const text = readFileSync(file, 'utf8');
  const entries = Object.entries(core.exports).flatMap(([entry, target]) =>
    target['@robots-exclusion/source'] ? [[entry, target['@robots-exclusion/source']]] : [],
  );
  const wanted = { ...JSON.parse(text), version, exports: Object.fromEntries(entries) };
  const isSame = JSON.stringify(JSON.parse(text)) === JSON.stringify(wanted);
  return compared(file, isSame, JSON.stringify(wanted, undefined, 2));
}

function releaseProblems() {
  const at = process.argv.indexOf('--release');
  if (at < 0) return [];
  const tag = process.argv[at + 1];
  return [
    ...(tag === `v${version}` ? [] : [`the tag is "${tag}": expected "v${version}", as the manifests say`]),
    ...(project.repository ? [] : ['project.json: "repository" is empty; npm wants it for provenance']),
  ];
}

function compared(file, isSame, wanted, end = '\n') {
  if (isSame) return [];
  if (!isWriting) return [`${file}: not as the other manifests and project.json say`];
  writeFileSync(file, `${wanted}${end}`);
  if (file.endsWith('.json')) execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'pipe' });
  return [];
}
