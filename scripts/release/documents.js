/** Runs the examples of the documents with the packed packages, outside of the clone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksIn } from '../../apps/docs/scripts/examples/blocks.js';
import { layOut } from '../../apps/docs/scripts/examples/reader.js';
import { failureOfModule } from '../../apps/docs/scripts/examples/run-module.js';
import { failuresOfPage } from '../../apps/docs/scripts/examples/run-page.js';
import { openWorld } from '../../apps/docs/scripts/examples/world.js';
import { filesMatching } from '../files.js';
import { compileErrors } from './compile.js';

const DOCUMENT = /^(?:README\.md|docs\/.*\.md|packages\/[^/]+\/README\.md)$/;
/** Pages on which all blocks are run. On other pages, only TypeScript examples are run. */
const FOR_NEWCOMERS = /^(?!docs\/(?!guides\/))/;
/** Matches guides. Their own blocks create the files that they use, so their folder starts empty. */
const GUIDE = /^docs\/guides\//;

/**
 * Compiles all TypeScript examples in strict mode, then runs them. Also runs every code block on the pages for
 * newcomers.
 */
export async function documentFailures({ root, project }) {
  const documents = filesMatching(DOCUMENT, root).map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }));
  const examples = documents.flatMap(examplesOf).filter((example) => isInstalled(project, example));
  const failures = compile(project, examples);
  const world = await openWorld(project, join(project, 'node_modules/@robots-exclusion/cli/bin/robots.js'));
  try {
    const cwd = join(project, 'reader');
    layOut(cwd, join(root, 'examples'));
    for (const [index, example] of examples.entries()) {
      const failure = await failureOfModule(example, { folder: project, cwd, world, name: `run-${index}` });
      if (failure) failures.push(failure);
    }
    for (const { file, text } of documents.filter((one) => FOR_NEWCOMERS.test(one.file))) {
      const folder = join(project, `page-${file.replace(/\W+/g, '-')}`);
      if (GUIDE.test(file)) mkdirSync(folder);
      else layOut(folder, join(root, 'examples'));
      const path = join(project, 'node_modules/.bin');
      failures.push(...(await failuresOfPage(file, text, { folder, path, world })));
    }
  } finally {
    await world.close();
  }
  console.log(`     ${documents.length} documents, ${examples.length} TypeScript examples`);
  return failures;
}

/** The TypeScript examples of a document that import something. All other examples are fragments. */
function examplesOf({ file, text }) {
  return blocksIn(text)
    .filter(({ language, code, title }) => language === 'ts' && /^import /m.test(code) && !title)
    .map((block) => ({ file, ...block }));
}

/** Whether all packages that an example imports are installed. Large frameworks such as Crawlee are not installed. */
function isInstalled(project, { file, line, code }) {
  const packages = [...code.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, found]) => found);
  const missing = packages.filter(
    (found) => found !== 'node' && !existsSync(join(project, 'node_modules', found)),
  );
  if (missing.length > 0)
    console.log(`     ${file}:${line}: SKIPPED, ${missing.join(', ')} is not installed`);
  return missing.length === 0;
}

function compile(project, examples) {
  mkdirSync(join(project, 'examples-ts'), { recursive: true });
  const files = examples.map((_, index) => `examples-ts/example-${index}.mts`);
  examples.forEach(({ code }, index) => {
    writeFileSync(join(project, files[index]), `${code}\nexport {};\n`);
  });
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  return compileErrors(project, tsc, { files, module: 'NodeNext', lib: ['ES2023'], types: ['node'] }).map(
    (error) =>
      error.replace(/examples-ts\/example-(\d+)\.mts/, (_, index) => {
        const { file, line } = examples[index];
        return `${file}:${line}`;
      }),
  );
}
