/**
 * The programs that dialects are compared with: what installs each into the folder, what runs it, and the differences
 * that `docs/dialects.md` gives the reason for. A program whose `needs` are missing is skipped.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PEERS = fileURLToPath(new URL('peers', import.meta.url));

/**
 * Every program, with `install(folder)` returning what `askProgram` runs. Where a program `wantsUrls`, a host is put
 * before paths.
 */
export const PROGRAMS = [
  python('google', 'jwm.robotstxt', '1.0.8', 'google.py'),
  python('protego', 'protego', '0.7.0', 'protego.py'),
  {
    name: `CPython ${pythonVersion()}`,
    dialect: pythonDialect(pythonVersion()),
    needs: ['python3'],
    install: () => ({ command: 'python3', args: [join(PEERS, 'urllib-robotparser.py')] }),
  },
  pyodide('3.12.7', '0.27.7'),
  pyodide('3.13.2', '0.29.5'),
  pyodide('3.14.2', '314.0.7'),
  pyodide('3.15.0rc1', '315.0.0-alpha.2'),
  {
    name: 'crawler-commons 1.6',
    dialect: 'crawler-commons',
    wantsUrls: true,
    needs: ['java', 'mvn'],
    install: installCrawlerCommons,
  },
  {
    name: 'robotstxt-java ef74a3c',
    dialect: 'google-java',
    wantsUrls: true,
    needs: ['java', 'javac', 'mvn', 'git'],
    install: installGoogleJava,
  },
  go('temoto/robotstxt 1.1.2', 'temoto', 'github.com/temoto/robotstxt@v1.1.2'),
  { ...go('colly 2.3.0', 'colly', 'github.com/gocolly/colly/v2@v2.3.0'), wantsUrls: true },
  {
    name: 'robots-parser 3.0.1',
    wantsUrls: true,
    dialect: 'robots-parser',
    needs: ['npm'],
    install: (folder) => {
      npmInstall(folder, 'robots-parser@3.0.1');
      return { command: process.execPath, args: [join(PEERS, 'robots-parser.js'), folder] };
    },
  },
];

/** The dialect that speaks for a version of CPython. */
export function pythonDialect(version) {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.a-z]+/).map(Number);
  const from = (...[m, p]) => minor > m || (minor === m && patch >= p);
  if (major !== 3) return undefined;
  if (minor >= 15 || (minor === 14 && patch >= 5) || (minor === 13 && patch >= 14)) return 'python-rfc9309';
  if (minor === 14 || (minor === 13 && patch >= 8)) return 'python-3.14';
  const last = { 8: 19, 9: 19, 10: 14, 11: 9, 12: 3 }[minor];
  return from(13, 0) || (last !== undefined && patch > last) ? 'python-3.12' : 'python';
}

function pythonVersion() {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim().split(' ')[1];
  } catch {
    return '';
  }
}

function python(dialect, project, version, peer) {
  return {
    name: `${project} ${version}`,
    dialect,
    needs: ['python3'],
    install(folder) {
      const interpreter = join(folder, 'bin', 'python');
      if (!existsSync(interpreter)) run('python3', ['-m', 'venv', folder]);
      run(interpreter, ['-m', 'pip', 'install', '-q', '--only-binary', ':all:', `${project}==${version}`]);
      return { command: interpreter, args: [join(PEERS, peer)] };
    },
  };
}

/** CPython as npm has it: compiled to WebAssembly, the standard library unchanged. */
function pyodide(version, release) {
  return {
    name: `CPython ${version} (pyodide ${release})`,
    dialect: pythonDialect(version),
    needs: ['npm'],
    install(folder) {
      npmInstall(folder, `pyodide@${release}`);
      return { command: process.execPath, args: [join(PEERS, 'pyodide.js'), folder] };
    },
  };
}

function go(name, dialect, module) {
  return {
    name,
    dialect,
    needs: ['go'],
    install(folder) {
      mkdirSync(join(folder, 'ndjson'), { recursive: true });
      copyFileSync(join(PEERS, 'go-ndjson', 'ndjson.go'), join(folder, 'ndjson', 'ndjson.go'));
      copyFileSync(join(PEERS, `go-${dialect}`, 'main.go'), join(folder, 'main.go'));
      if (!existsSync(join(folder, 'go.mod'))) run('go', ['mod', 'init', 'peers'], folder);
      run('go', ['get', module], folder);
      run('go', ['build', '-o', 'peer', '.'], folder);
      return { command: join(folder, 'peer'), args: [] };
    },
  };
}

function installCrawlerCommons(folder) {
  cpSync(join(PEERS, 'java-crawler-commons'), folder, { recursive: true });
  run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
  return { command: 'java', args: ['-cp', join(folder, 'lib', '*'), join(folder, 'Peer.java')] };
}

/** No registry has it. It is compiled with its own dependencies, and with the library that reads JSON for the peer. */
function installGoogleJava(folder) {
  const classes = join(folder, 'classes');
  const classPath = [classes, join(folder, 'lib', '*')].join(delimiter);
  const installed = { command: 'java', args: ['-cp', classPath, 'com.google.search.robotstxt.Peer'] };
  if (existsSync(classes)) return installed;
  const source = join(folder, 'source');
  sourceOf('google/robotstxt-java', 'ef74a3c', source);
  run(
    'mvn',
    [
      '-q',
      '-B',
      'dependency:copy-dependencies',
      '-DincludeScope=compile',
      `-DoutputDirectory=${join(folder, 'lib')}`,
    ],
    source,
  );
  run(
    'mvn',
    [
      '-q',
      '-B',
      'dependency:copy',
      '-Dartifact=com.google.code.gson:gson:2.11.0',
      `-DoutputDirectory=${join(folder, 'lib')}`,
    ],
    source,
  );
  const files = readdirSync(join(source, 'src/main'), { recursive: true })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(source, 'src/main', file));
  run(
    'javac',
    ['-nowarn', '-d', classes, '-cp', classPath, ...files, join(PEERS, 'java-google', 'Peer.java')],
    folder,
  );
  return installed;
}

/** A commit of a repository on GitHub; `ROBOTS_SOURCES` names a folder of bare repositories, `OWNER+NAME`, to take it from. */
function sourceOf(repository, commit, folder) {
  if (existsSync(folder)) return;
  const { ROBOTS_SOURCES: sources } = process.env;
  const from = sources
    ? join(sources, repository.replace('/', '+'), 'repo')
    : `https://github.com/${repository}.git`;
  run('git', ['clone', '-q', from, folder]);
  run('git', ['checkout', '-q', commit], folder);
}

function npmInstall(folder, spec) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', spec], folder);
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}
