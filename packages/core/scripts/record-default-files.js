/**
 * `node packages/core/scripts/record-default-files.js [NAME…]`: downloads each package of `spec/default-files/files.json` and
 * writes what it ships as `file`, or what it writes when `run`, into `robots`. The text of comments is left out. Needs
 * `npm`, `pip`, `go`, `unzip`, and for `deb` a Debian with that version. Not for CI: CI reads the recorded files.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = new URL('../../../spec/default-files/files.json', import.meta.url);

/** By registry: how a package is downloaded, and how a file in it is read. */
const registries = {
  npm: { download: ['npm', 'pack', '--silent'], read: (archive, file) => ['tar', 'xOf', archive, file] },
  pip: {
    download: ['pip', 'download', '-q', '--no-deps'],
    read: (archive, file) => ['unzip', '-p', archive, file],
  },
  go: {
    download: ['sh', '-c', 'cp "$(go mod download -json "$0" | sed -n \'s/.*"Zip": "\\(.*\\)",/\\1/p\')" .'],
    read: (archive, file) => ['unzip', '-p', archive, file],
  },
  deb: {
    download: ['apt-get', 'download', '-q'],
    read: (archive, file) => ['sh', '-c', `dpkg-deb --fsys-tarfile "$0" | tar xO "$1"`, archive, file],
  },
};

const list = JSON.parse(readFileSync(FILES, 'utf8'));
const wanted = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'default-files-'));
for (const [at, entry] of list.files.entries()) {
  if (wanted.length > 0 && !wanted.some((name) => entry.package.includes(name))) continue;
  try {
    const text = entry.run === undefined ? shipped(entry, `${root}/${at}`) : written(entry);
    entry.robots = text.replace(/#.*/g, '#');
  } catch (error) {
    console.error(`${entry.package}: not recorded: ${error.message.split('\n')[0]}`);
  }
}
rmSync(root, { recursive: true });
writeFileSync(FILES, `${JSON.stringify(list, undefined, 2)}\n`);

/** The file in the package, with the placeholders of its template filled in. */
function shipped({ package: name, file, filled = {} }, folder) {
  mkdirSync(folder);
  const [registry, spec] = name.split(/:(.*)/);
  const { download, read } = registries[registry];
  execute([...download, spec], folder);
  const archive = join(folder, readdirSync(folder)[0]);
  const text = execute(read(archive, file), folder);
  return Object.entries(filled).reduce((filling, [from, to]) => filling.replaceAll(from, to), text);
}

/** What the package writes: the value of `run`, a body of an asynchronous function, in a folder with the packages. */
function written({ package: names, run }) {
  const folder = join(root, names.replaceAll(/\W/g, '-'));
  if (!existsSync(folder)) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{}');
    const packages = names.split(' ').map((name) => name.slice('npm:'.length));
    execute(['npm', 'install', '--silent', '--ignore-scripts', '--legacy-peer-deps', ...packages], folder);
  }
  writeFileSync(join(folder, 'run.mjs'), `process.stdout.write(await (async () => {${run}})());`);
  return execute(['node', 'run.mjs'], folder);
}

function execute([program, ...args], cwd) {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
