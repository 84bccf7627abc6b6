/** Creates the tarballs of all public packages, as `npm publish` would upload them. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rollUpDeclarations } from './declarations.js';
import { run } from './run.js';

/** The files that every tarball must contain, and a pattern for paths that no tarball may contain. */
const WANTED = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
const UNWANTED = /(?:^|\/)(?:test|node_modules|coverage)\/|\.test\.|\.tsbuildinfo$|\.tgz$/;

/**
 * Packs the public packages of `root` into `folder`, with their declarations rolled up. Returns, for each package, the
 * tarball's path, the manifest, and the size and digests from npm. The packages are in the order of the workspaces,
 * which list dependencies first.
 */
export async function packAll(root, folder) {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'robots-exclusion-pack-'));
  try {
    const built = publicPackages(root).map(({ directory }) => `./${directory}`);
    const unpacked = packed(root, built, scratch).map(({ file }) => unpack(file));
    for (const directory of unpacked) await rollUpDeclarations(directory);
    const tarballs = packed(root, ['--ignore-scripts', ...unpacked], folder).map(
      ({ file, filename, files, ...digests }) => {
        checkFiles(filename, files);
        return { file, manifest: manifestIn(file), ...digests };
      },
    );
    writeFileSync(join(folder, 'SHA256SUMS'), tarballs.map(({ file }) => sumOf(file)).join(''));
    return tarballs;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** npm's description of each tarball that it packs into `folder`, with the tarball's path. */
function packed(root, args, folder) {
  const output = run('npm', ['pack', ...args, '--json', '--pack-destination', folder], { cwd: root });
  return packedFiles(output).map((tarball) => ({
    ...tarball,
    file: join(folder, tarball.filename.replace('@', '').replace('/', '-')),
  }));
}

function unpack(file) {
  const folder = file.slice(0, -'.tgz'.length);
  mkdirSync(folder);
  run('tar', ['-xzf', file, '-C', folder]);
  return join(folder, 'package');
}

/** Name, directory and manifest of each package that is published. */
export function publicPackages(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .map((directory) => ({
      directory,
      manifest: JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => !manifest.private);
}

/**
 * Parses npm's output, which consists of lines from lifecycle scripts and then JSON. Newer versions of npm print an
 * object keyed by name, older ones a list.
 */
function packedFiles(output) {
  const start = output.search(/^[[{]/m);
  return Object.values(JSON.parse(output.slice(start)));
}

function checkFiles(filename, files) {
  const paths = files.map(({ path }) => path);
  const missing = WANTED.filter((name) => !paths.includes(name));
  const extra = paths.filter((path) => UNWANTED.test(path));
  if (missing.length > 0) throw new Error(`${filename}: lacks ${missing.join(', ')}`);
  if (extra.length > 0) throw new Error(`${filename}: contains ${extra.slice(0, 5).join(', ')}`);
}

function manifestIn(file) {
  return JSON.parse(run('tar', ['-xzOf', file, 'package/package.json']));
}

/** A line of SHA256SUMS. */
function sumOf(file) {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  return `${digest}  ${basename(file)}\n`;
}
