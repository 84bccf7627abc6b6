/** An empty project, outside of the clone, that installs all packages by name. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { asserting, blocksIn } from '../examples/blocks.js';
import { layOut } from '../examples/reader.js';
import { failuresOfPage } from '../examples/run-page.js';
import { openWorld } from '../examples/world.js';
import { run, runAside } from './run.js';

/** Makes the project and installs into it what a reader of the documents would. */
export async function createProject({ root, tarballs, registry, project }) {
  mkdirSync(project, { recursive: true });
  writeFileSync(
    join(project, 'package.json'),
    '{"name":"stranger","version":"1.0.0","private":true,"type":"module"}\n',
  );
  writeFileSync(join(project, '.npmrc'), `registry=${registry}\nfund=false\naudit=false\n`);
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tools = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  const names = tarballs.map(({ manifest }) => manifest.name);
  const peers = Object.entries(
    Object.assign({}, ...tarballs.map(({ manifest }) => manifest.peerDependencies)),
  );
  const peerSpecs = peers.map(([name, range]) => `${name}@${range}`);
  const { status, stderr } = await runAside('npm', ['install', ...names, ...peerSpecs, ...tools], {
    cwd: project,
  });
  return status === 0 ? [] : [stderr];
}

/** Imports every entry of every package, and requires it where Node can. */
export async function entryFailures({ tarballs, project }) {
  const specifiers = tarballs.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => entry !== './package.json' && !entry.includes('*'))
      .map((entry) => `${manifest.name}${entry.slice(1)}`),
  );
  const script = `
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    for (const name of ${JSON.stringify(specifiers)}) {
      const [imported, required] = [await import(name), require(name)];
      const wanted = imported['module.exports'] ?? imported;
      if (wanted !== required && Object.keys(wanted).join() !== Object.keys(required).join())
        throw new Error(name + ': import and require differ');
    }`;
  writeFileSync(join(project, 'entries.mjs'), script);
  const { status, stderr } = await runAside(process.execPath, ['entries.mjs'], { cwd: project });
  return status === 0 ? [] : [stderr];
}

/** The examples of all documents: compiled strictly together, then run; and the shell of those for newcomers. */
export async function documentFailures({ root, project }) {
  const documents = documentsOf(root).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const examples = documents.flatMap(examplesOf).filter((example) => isInstalled(project, example));
  mkdirSync(join(project, 'examples-ts'), { recursive: true });
  examples.forEach(({ code }, index) => {
    writeFileSync(join(project, `examples-ts/example-${index}.mts`), `${code}\nexport {};\n`);
  });
  const failures = await compile(project, examples);
  const world = await openWorld(project, join(project, 'node_modules/@robots-exclusion/cli/bin/robots.js'));
  try {
    failures.push(...(await runDocuments({ root, project, world, examples, documents })));
  } finally {
    await world.close();
  }
  console.log(`     ${documents.length} documents, ${examples.length} TypeScript examples`);
  return failures;
}

async function runDocuments({ root, project, world, examples, documents }) {
  const failures = [];
  const reader = join(project, 'reader');
  layOut(reader, join(root, 'examples'));
  for (const [index, example] of examples.entries()) {
    if (example.isRun) failures.push(...(await runExample({ project, world, cwd: reader }, example, index)));
  }
  for (const { file, text } of documents.filter(({ file: name }) => isForNewcomers(name))) {
    const folder = join(project, `page-${file.replace(/\W+/g, '-')}`);
    layOut(folder, join(root, 'examples'));
    const path = join(project, 'node_modules/.bin');
    failures.push(...(await failuresOfPage(file, text, { folder, path, world })));
  }
  return failures;
}

/** Documents whose shell blocks are run too. */
function isForNewcomers(file) {
  return /^(?:README\.md|docs\/guides\/.*|packages\/[^/]+\/README\.md)$/.test(file);
}

function documentsOf(root) {
  const below = (folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.endsWith('.md') && !file.includes('node_modules'));
  const readmes = below('packages').filter((file) => /^packages\/[^/]+\/README\.md$/.test(file));
  return ['README.md', ...below('docs'), ...readmes];
}

/** Examples with imports; the others stand for a line in a page. */
function examplesOf({ file, text }) {
  return blocksIn(text)
    .filter(({ language, code, title }) => language === 'ts' && /^import /m.test(code) && !title)
    .map(({ code, isRun, line }) => ({ name: `${file}:${line}`, code, isRun }));
}

/** Crawlee and other large frameworks are not installed for an example of how to plug into them. */
function isInstalled(project, { name, code }) {
  const packages = [...code.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, found]) => found);
  const missing = packages.filter(
    (found) => found !== 'node' && !existsSync(join(project, 'node_modules', found)),
  );
  if (missing.length > 0) console.log(`     ${name}: SKIPPED, ${missing.join(', ')} is not installed`);
  return missing.length === 0;
}

async function compile(project, examples) {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'ES2023', module: 'NodeNext' },
    ...{ lib: ['ES2023'], types: ['node'] },
  };
  const files = examples.map((_, index) => `examples-ts/example-${index}.mts`);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { status, stdout } = await runAside('npx', ['--no-install', 'tsc', '-p', '.'], { cwd: project });
  if (status === 0) return [];
  // Errors in the types of other packages are not ours to fix.
  const isOurs = (line) => !/^node_modules\/(?!@?robots-exclusion\/)/.test(line);
  const errors = stdout.split('\n').filter((line) => line !== '' && isOurs(line));
  return errors.map((line) =>
    line.replace(/examples-ts\/example-(\d+)\.mts/, (_, index) => `${examples[index].name} (${index})`),
  );
}

async function runExample({ project, world, cwd }, { name, code }, index) {
  const source = `import assert from 'node:assert';\n${asserting(code)}`;
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const file = join(project, `examples-ts/run-${index}.mjs`);
  writeFileSync(file, world.toService(ts.transpileModule(source, { compilerOptions }).outputText));
  const env = { ...process.env, ...world.env };
  const { status, stderr } = await runAside(process.execPath, [file], { cwd, env });
  return status === 0 ? [] : [`${name}:\n${stderr}`];
}

/** A bill of materials of the whole installation, as CycloneDX, beside the tarballs. */
export async function writeSbom({ project, scratch }) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  writeFileSync(join(scratch, 'tarballs/sbom.cdx.json'), run('npm', args, { cwd: project }));
  return [];
}
