/**
 * Checks what the manifests of all public packages share; with `--write`, writes it:
 * the version (also in the Action and for JSR), licence, Node version, and the addresses of `project.json`.
 * The owner fills in `project.json`: `repository` such as `https://github.com/OWNER/NAME`. `homepage` and `bugs`
 * default to its front page and its issues. `--release TAG` also checks that these are set and that TAG is the version.
 * The README must list every package.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { filesMatching } from './files.js';

const isWriting = process.argv.includes('--write');
const project = JSON.parse(readFileSync('project.json', 'utf8'));
const manifests = filesMatching(/^(?:packages\/[^/]+|spec)\/package\.json$/)
  .map((file) => ({ file, manifest: JSON.parse(readFileSync(file, 'utf8')) }))
  .filter(({ manifest }) => !manifest.private);
const { version } = manifests.find(({ manifest }) => manifest.name === 'robots-exclusion').manifest;
const names = new Set(manifests.map(({ manifest }) => manifest.name));

const problems = [
  ...manifests.flatMap(manifestProblems),
  ...manifests.flatMap(missingFiles),
  ...unlistedPackages(),
  ...actionProblems(),
  ...jsrProblems(),
  ...releaseProblems(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error('run "node scripts/manifests.js --write"');
process.exitCode = problems.length === 0 ? 0 : 1;

function manifestProblems({ file, manifest }) {
  const { license, type, engines } = manifests[0].manifest;
  const wanted = { ...manifest, version, license, type, engines, publishConfig: { access: 'public' } };
  if (!wanted.files.includes('CHANGELOG.md')) wanted.files = ['CHANGELOG.md', ...wanted.files];
  for (const [name, value] of Object.entries(addresses(dirname(file)))) {
    if (value === undefined) delete wanted[name];
    else wanted[name] = value;
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (names.has(name) && range !== version)
      wanted.dependencies = { ...wanted.dependencies, [name]: version };
  }
  const isSame = JSON.stringify(manifest) === JSON.stringify(wanted);
  return compared(file, isSame, JSON.stringify(wanted, undefined, 2));
}

/** Missing licences and changelogs. With `--write`, copies core's licence, and writes a first changelog. */
function missingFiles({ file, manifest }) {
  const folder = dirname(file);
  const missing = ['LICENSE', 'CHANGELOG.md'].filter((name) => !existsSync(`${folder}/${name}`));
  if (!isWriting) return missing.map((name) => `${folder}/${name}: does not exist`);
  for (const name of missing) {
    if (name === 'LICENSE') copyFileSync('packages/core/LICENSE', `${folder}/LICENSE`);
    else writeFileSync(`${folder}/${name}`, `# ${manifest.name}\n\n## ${version}\n\nFirst release.\n`);
  }
  return [];
}

/** Packages that the README's handwritten table does not list. */
function unlistedPackages() {
  const readme = readFileSync('README.md', 'utf8');
  return manifests
    .filter(({ file }) => !readme.includes(`](${dirname(file)}/README.md)`))
    .map(({ manifest }) => `README.md: expected ${manifest.name} in the table of packages`);
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
  const { exports } = manifests.find(({ manifest }) => manifest.name === 'robots-exclusion').manifest;
  const entries = Object.entries(exports).flatMap(([entry, target]) =>
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
