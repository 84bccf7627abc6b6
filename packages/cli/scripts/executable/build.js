/**
 * Single executables of the command, with Node inside:
 *
 *   npm run executable -- [--target linux-x64,linux-arm64] [--out release]
 *
 * The script installs the packed packages and their dependencies into a temporary folder, and puts them as one archive
 * into Node's own executable (a single executable application). A pinned version of Node comes from npm. The script
 * needs the network and the output of `npm run build`. Executables for Windows and macOS are built on those systems,
 * because macOS runs only signed programs.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packAll } from '../../../../scripts/release/pack.js';
import { run } from '../../../../scripts/release/run.js';
import { archiveOf } from './archive.js';

const NODE = '22.23.3';
const POSTJECT = 'postject@1.0.0-alpha.6';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'];
const START = "import('./node_modules/@robots-exclusion/cli/bin/robots.js');\n";

const own = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const { values } = parseArgs({
  options: { target: { type: 'string', default: own }, out: { type: 'string', default: 'release' } },
});
const targets = values.target.split(',');
const unknown = targets.find((target) => !TARGETS.includes(target));
if (unknown !== undefined) throw new Error(`Cannot build for ${unknown}: expected ${TARGETS.join(', ')}`);

process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
const out = resolve(values.out);
const scratch = mkdtempSync(join(tmpdir(), 'robots-executable-'));
try {
  mkdirSync(out, { recursive: true });
  const tarballs = (await packAll(process.cwd(), join(scratch, 'tarballs'))).map(({ file }) => file);
  const tools = install('tools', [`node-${own}@${NODE}`, POSTJECT]);
  for (const target of targets) build(target, tarballs, tools);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function build(target, tarballs, tools) {
  const [system, cpu] = target.split('-');
  const os = system === 'win' ? 'win32' : system;
  const folder = install(`packages-${target}`, [
    ...tarballs,
    ...optionalParts(),
    `--os=${os}`,
    `--cpu=${cpu}`,
    ...(os === 'linux' ? ['--libc=glibc'] : []),
  ]);
  const node = install(`node-${target}`, [`node-${target}@${NODE}`, '--force']);
  const ending = os === 'win32' ? '.exe' : '';
  const file = join(out, `robots-${target}${ending}`);
  copyFileSync(nodeIn(node, target), file);
  chmodSync(file, 0o755);
  if (os === 'darwin') run('codesign', ['--remove-signature', file]);
  inject(file, archiveOf(folder, { 'start.cjs': START }), tools, os);
  if (os === 'darwin') run('codesign', ['--sign', '-', file]);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${digest}  robots-${target}${ending}\n`);
  console.log(`${file} ${Math.ceil(readFileSync(file).length / 1e6)} MB ${digest}`);
}

/**
 * Optional packages that npm does not install with the command. DuckDB is left out, because it is larger than
 * everything else together.
 */
function optionalParts() {
  const { peerDependencies } = JSON.parse(readFileSync('packages/cli/package.json', 'utf8'));
  return Object.entries(peerDependencies)
    .filter(([name]) => !name.startsWith('@robots-exclusion/') && name !== '@duckdb/node-api')
    .map(([name, range]) => `${name}@${range}`);
}

/** Injects the launcher script and the archive into Node's executable, as Node's documentation describes. */
function inject(file, archive, tools, os) {
  const at = (name) => join(scratch, name);
  writeFileSync(at('files'), archive);
  const main = fileURLToPath(new URL('launcher.cjs', import.meta.url));
  const config = {
    main,
    output: at('blob'),
    disableExperimentalSEAWarning: true,
    assets: { files: at('files') },
  };
  writeFileSync(at('sea.json'), JSON.stringify(config));
  run(nodeIn(tools, own), ['--experimental-sea-config', at('sea.json')]);
  const postject = join(tools, 'node_modules/postject/dist/cli.js');
  const segment = os === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  run(process.execPath, [postject, file, 'NODE_SEA_BLOB', at('blob'), '--sentinel-fuse', FUSE, ...segment]);
}

function nodeIn(folder, target) {
  const bin = join(folder, 'node_modules', `node-${target}`, 'bin');
  return existsSync(join(bin, 'node.exe')) ? join(bin, 'node.exe') : join(bin, 'node');
}

function install(name, args) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', ...flags, ...args], { cwd: folder });
  return folder;
}
