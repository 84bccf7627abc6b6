/**
 * Defines the programs with which dialects are compared, and how to install and run each of them. A program is skipped
 * if a tool in its `needs` is missing.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDialect } from 'robots-exclusion/dialects';

const PEERS = fileURLToPath(new URL('peers', import.meta.url));
const ADAPTERS = fileURLToPath(new URL('../../spec/adapters', import.meta.url));
const ADAPTER_PATH = { PYTHONPATH: ADAPTERS };

/**
 * Every program. `install(folder)` returns the command that `askProgram` runs. If `wantsUrls` is set, paths in
 * questions are made absolute URLs. If `wantsPaths` is set, URLs become path and query, as the URL Standard parses them. A program with `calledAs` always uses that crawler name.
 */
export const PROGRAMS = [
  python('google', 'jwm.robotstxt', '1.0.8', 'ask-google.py'),
  python('protego', 'protego', '0.7.0', 'ask-protego.py'),
  {
    name: `CPython ${pythonVersion()}`,
    dialect: pythonDialect(pythonVersion()),
    needs: ['python3'],
    install: () => ({ command: 'python3', args: [join(PEERS, 'urllib-robotparser.py')], env: ADAPTER_PATH }),
  },
  pyodide('3.12.7', '0.27.7'),
  pyodide('3.13.2', '0.29.5'),
  pyodide('3.14.2', '314.0.7'),
  pyodide('3.15.0rc1', '315.0.0-alpha.2'),
  debianPython('3.11.2', 'bookworm'),
  debianPython('3.13.5', 'trixie'),
  debianPython('3.13.18', 'sid'),
  debianPython('3.14.10', 'sid'),
  {
    name: 'crawler-commons 1.6',
    dialect: 'crawler-commons',
    wantsUrls: true,
    needs: ['java', 'mvn'],
    install: installCrawlerCommons,
  },
  {
    name: 'Heritrix 3.13.0',
    dialect: 'heritrix',
    wantsPaths: true,
    needs: ['java', 'javac', 'mvn'],
    install: installHeritrix,
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
    name: 'rep-cpp ca2ae84',
    dialect: 'reppy',
    takesMinutes: hasManyStars,
    needs: ['g++', 'git'],
    install: installRepCpp,
  },
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
  {
    name: 'GNU wget 1.21.3',
    dialect: 'wget',
    calledAs: 'wget',
    needs: ['wget'],
    install: () => {
      const version = execFileSync('wget', ['--version'], { encoding: 'utf8' }).split('\n', 1)[0];
      if (!version.startsWith('GNU Wget 1.')) throw new Error(`it is ${version}`);
      return { command: process.execPath, args: [join(PEERS, 'wget.js'), 'wget'] };
    },
  },
  {
    name: 'GNU Wget2 1.99.1',
    dialect: 'wget2-1.99',
    calledAs: 'wget2',
    needs: ['wget2'],
    install: () => {
      const version = execFileSync('wget2', ['--version'], { encoding: 'utf8' }).split(' -', 1)[0];
      if (version !== 'GNU Wget2 1.99.1') throw new Error(`it is ${version}`);
      return { command: process.execPath, args: [join(PEERS, 'wget.js'), 'wget2'] };
    },
  },
  {
    name: 'GNU Wget2 2.2.0',
    dialect: 'wget2',
    calledAs: 'wget2',
    needs: ['apt-get', 'dpkg'],
    install: (folder) => ({
      command: process.execPath,
      args: [join(PEERS, 'wget.js'), 'wget2', ...debian(folder, 'trixie', 'wget2')],
    }),
  },
  {
    name: 'robots-txt-guard 1.0.2 with robots-txt-parse 2.0.1',
    wantsUrls: true,
    dialect: 'robots-txt-guard',
    takesMinutes: isTooMuchForRegExp,
    needs: ['npm'],
    install: (folder) => {
      npmInstall(folder, 'robots-txt-guard@1.0.2', 'robots-txt-parse@2.0.1');
      return { command: process.execPath, args: [join(PEERS, 'robots-txt-guard.js'), folder] };
    },
  },
  ...['GYM2008', 'MK1996'].map((syntax) => ({
    ...python(
      `robotexclusionrulesparser${syntax === 'MK1996' ? '-1996' : ''}`,
      'robotexclusionrulesparser',
      '1.7.1',
      'ask-robotexclusionrulesparser.py',
      syntax,
    ),
    name: `robotexclusionrulesparser 1.7.1, ${syntax}`,
    takesMinutes: hasManyStars,
  })),
  {
    name: 'WWW::RobotRules 6.02',
    wantsUrls: true,
    dialect: 'robotrules',
    needs: ['perl'],
    install: () => {
      const modules = ['WWW::RobotRules 6.02', 'JSON::PP', 'URI'].flatMap((each) => ['-e', `use ${each};`]);
      run('perl', modules);
      return { command: 'perl', args: [join(PEERS, 'ask-robotrules.pl')] };
    },
  },
  {
    name: 'robots (Erlang) 0f5ac7e',
    dialect: 'robots-erlang',
    needs: ['erl', 'git'],
    install: installRobotsErlang,
  },
];

/**
 * Google's library at its newest commit. It is compared only on request, because the build needs a compiler and Abseil.
 */
export const GOOGLE_HEAD = {
  ...cpp('google-head', 'google/robotstxt', 'head.cc', undefined, [
    'absl_strings',
    'absl_base',
    'absl_fixed_array',
  ]),
  dialect: 'google',
};

/** Parsers that claim to follow Google's parser or RFC 9309. They have no dialect. */
export const PORTS = [
  {
    name: 'grobotstxt 650362b (Go)',
    source: 'https://github.com/jimsmart/grobotstxt',
    needs: ['go', 'git'],
    install: installGrobotstxt,
  },
  {
    ...cpp('nzrsky/robotstxt d6e4d59 (C++)', 'nzrsky/robotstxt', 'peer.cc', 'd6e4d59', []),
    source: 'https://github.com/nzrsky/robotstxt',
  },
  ...[
    ['robotstxt', '0.3.0'],
    ['texting_robots', '0.2.2'],
    ['fast-robots', '0.1.5'],
  ].map(([crate, version]) => ({ ...rust(crate, version), source: `https://crates.io/crates/${crate}` })),
  {
    ...python(undefined, 'robotspy', '0.13.0', 'ask-robotspy.py'),
    source: 'https://pypi.org/project/robotspy/',
  },
];

/** The dialect for a version of CPython. */
export function pythonDialect(version) {
  return findDialect(`python-${version.replace(/(?:a|b|rc)\d+$/, '')}`)?.name;
}

function pythonVersion() {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim().split(' ')[1];
  } catch {
    return '';
  }
}

function python(dialect, project, version, peer, ...args) {
  return {
    name: `${project} ${version}`,
    dialect,
    needs: ['python3'],
    install(folder) {
      const interpreter = join(folder, 'bin', 'python');
      if (!existsSync(interpreter)) run('python3', ['-m', 'venv', folder]);
      run(interpreter, ['-m', 'pip', 'install', '-q', '--prefer-binary', `${project}==${version}`]);
      return { command: interpreter, args: [join(PEERS, peer), ...args], env: ADAPTER_PATH };
    },
  };
}

/** CPython from npm, compiled to WebAssembly. Its standard library is unchanged. */
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

/** CPython of a Debian release. */
function debianPython(version, suite) {
  return {
    name: `CPython ${version} (Debian ${suite})`,
    dialect: pythonDialect(version),
    needs: ['apt-get', 'dpkg'],
    install(folder) {
      const [command, ...args] = debian(folder, suite, `python${version.replace(/\.\d+$/, '')}`);
      const found = execFileSync(command, [...args, '--version'], { encoding: 'utf8' }).trim();
      if (found !== `Python ${version}`) throw new Error(`it is ${found}`);
      return { command, args: [...args, join(PEERS, 'urllib-robotparser.py')], env: ADAPTER_PATH };
    },
  };
}

function go(name, dialect, module) {
  return {
    name,
    dialect,
    takesMinutes,
    needs: ['go'],
    install(folder) {
      buildGo(folder, `go-${dialect}`, () => run('go', ['get', module], folder));
      return { command: join(folder, 'peer'), args: [] };
    },
  };
}

/**
 * Whether a question takes minutes, because Go's regular expressions need one step for each pair of a star and a
 * character of the URL.
 */
function takesMinutes({ body, url }) {
  return url.length > 60_000 && body.filter((octet) => octet === 0x2a).length > 10_000;
}

/** Whether rep-cpp would take too long, because it tries every position of every star. */
function hasManyStars({ body, url }) {
  return url.length > 100 && /(?:\*+[^*\r\n]+){20}/.test(Buffer.from(body).toString('latin1'));
}

/** Whether a value is too much for a JavaScript regular expression: too long, or with too many stars. */
function isTooMuchForRegExp(question) {
  return hasManyStars(question) || /[^\n]{4000}/.test(Buffer.from(question.body).toString('latin1'));
}

function buildGo(folder, peer, getModule) {
  mkdirSync(join(folder, 'adapter'), { recursive: true });
  copyFileSync(join(ADAPTERS, 'adapter.go'), join(folder, 'adapter', 'adapter.go'));
  copyFileSync(join(PEERS, peer, 'main.go'), join(folder, 'main.go'));
  if (!existsSync(join(folder, 'go.mod'))) run('go', ['mod', 'init', 'peers'], folder);
  getModule();
  run('go', ['build', '-o', 'peer', '.'], folder);
}

/** A Rust crate. The source of the program that calls the crate has the crate's name. */
function rust(crate, version) {
  return {
    name: `${crate} ${version} (Rust)`,
    needs: ['cargo'],
    install(folder) {
      mkdirSync(join(folder, 'src'), { recursive: true });
      copyFileSync(join(ADAPTERS, 'adapter.rs'), join(folder, 'src', 'adapter.rs'));
      copyFileSync(join(PEERS, 'rust', `${crate}.rs`), join(folder, 'src', 'main.rs'));
      const dependencies = [`${crate} = "=${version}"`, 'serde_json = "1"', 'base64 = "0.22"'].join('\n');
      writeFileSync(
        join(folder, 'Cargo.toml'),
        `[package]\nname = "peer"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${dependencies}\n`,
      );
      run('cargo', ['build', '-q', '--release'], folder);
      return { command: join(folder, 'target', 'release', 'peer'), args: [] };
    },
  };
}

/** A C++ library with Google's interface, by default at its newest commit. */
function cpp(name, repository, peer, commit, libraries) {
  return {
    name,
    needs: ['g++', 'git', 'pkg-config'],
    install(folder) {
      const source = join(folder, 'source');
      sourceOf(repository, commit, source);
      const flags = libraries.length > 0 ? pkgConfig(libraries) : [];
      const files = [join(PEERS, 'cpp-google', peer), join(source, 'robots.cc')];
      run(
        'g++',
        ['-std=c++17', '-O2', '-DNDEBUG', `-I${ADAPTERS}`, `-I${source}`, ...files, '-o', 'peer', ...flags],
        folder,
      );
      return { command: join(folder, 'peer'), args: [] };
    },
  };
}

/**
 * Compiles with an unsigned `char`, as on Arm. With a signed `char`, octets above 0x7F would be looked up outside the
 * table.
 */
function installRepCpp(folder) {
  const sources = [
    ['seomoz/rep-cpp', 'ca2ae84', ['agent', 'directive', 'robots']],
    ['seomoz/url-cpp', 'f9f53c7', ['psl', 'punycode', 'url', 'utf8']],
  ].map(([repository, commit, names]) => {
    const source = join(folder, repository.split('/')[1]);
    sourceOf(repository, commit, source);
    return {
      include: `-I${join(source, 'include')}`,
      files: names.map((name) => join(source, 'src', `${name}.cpp`)),
    };
  });
  const flags = ['-std=c++17', '-O2', '-w', '-funsigned-char', `-I${ADAPTERS}`];
  const files = [join(PEERS, 'cpp-rep', 'peer.cc'), ...sources.flatMap((source) => source.files)];
  run('g++', [...flags, ...sources.map(({ include }) => include), ...files, '-o', 'peer'], folder);
  return { command: join(folder, 'peer'), args: [] };
}

function installRobotsErlang(folder) {
  const source = join(folder, 'source');
  sourceOf('AntoineGagne/robots', '0f5ac7e', source);
  run('erlc', [join(source, 'src', 'robots.erl'), join(PEERS, 'erlang', 'ask_robots.erl')], folder);
  return { command: process.execPath, args: [join(PEERS, 'robots-erlang.js'), folder] };
}

function pkgConfig(libraries) {
  const flags = execFileSync('pkg-config', ['--cflags', '--libs', ...libraries], { encoding: 'utf8' });
  return flags.trim().split(/\s+/);
}

function installGrobotstxt(folder) {
  const source = join(folder, 'grobotstxt');
  sourceOf('jimsmart/grobotstxt', '650362b', source);
  buildGo(folder, 'go-grobotstxt', () => {
    const module = 'github.com/jimsmart/grobotstxt';
    run('go', ['mod', 'edit', `-require=${module}@v0.0.0`, `-replace=${module}=./grobotstxt`], folder);
  });
  return { command: join(folder, 'peer'), args: [] };
}

function installCrawlerCommons(folder) {
  copyFileSync(join(PEERS, 'java-crawler-commons', 'pom.xml'), join(folder, 'pom.xml'));
  run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
  return java(folder, [join(PEERS, 'java-crawler-commons', 'Peer.java')]);
}

/** The class that reads robots.txt, without the dependencies that it does not load for this. */
function installHeritrix(folder) {
  const artifacts = [
    'org.archive.heritrix:heritrix-modules:3.13.0',
    'org.archive.heritrix:heritrix-commons:3.13.0',
    'org.netpreserve.commons:webarchive-commons:3.0.2',
    'commons-io:commons-io:2.21.0',
    'com.google.code.gson:gson:2.11.0',
  ];
  for (const artifact of artifacts) {
    const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${join(folder, 'lib')}`];
    run('mvn', ['-q', '-B', 'dependency:copy', ...options], folder);
  }
  return java(folder, [join(PEERS, 'java-heritrix', 'Peer.java')]);
}

/** Compiles the sources and the adapter with the libraries in `lib`. */
function java(folder, sources) {
  const classes = join(folder, 'classes');
  const classPath = [classes, join(folder, 'lib', '*')].join(delimiter);
  run(
    'javac',
    ['-nowarn', '-d', classes, '-cp', classPath, join(ADAPTERS, 'Adapter.java'), ...sources],
    folder,
  );
  return { command: 'java', args: ['-cp', classPath, 'Peer'] };
}

/**
 * Compiles Google's Java parser from its source, because no registry contains it. Also gets the parser's dependencies
 * and the JSON library that the adapter uses.
 */
function installGoogleJava(folder) {
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
  return java(folder, [
    ...files,
    ...['Reader', 'Peer'].map((name) => join(PEERS, 'java-google', `${name}.java`)),
  ]);
}

/**
 * Gets a commit of a GitHub repository, by default the newest. To use local repositories instead of GitHub, set
 * `ROBOTS_SOURCES` to a folder that contains bare repositories as `OWNER+NAME/repo`.
 */
function sourceOf(repository, commit, folder) {
  if (existsSync(folder)) return;
  const { ROBOTS_SOURCES: sources } = process.env;
  const from = sources
    ? join(sources, repository.replace('/', '+'), 'repo')
    : `https://github.com/${repository}.git`;
  run('git', ['clone', '-q', from, folder]);
  if (commit) run('git', ['checkout', '-q', commit], folder);
}

/**
 * Gets a program of a Debian release, with its libraries, and installs nothing: packages are unpacked in `folder`.
 * Returns the command that runs the program with these libraries, as this machine's are often older.
 */
function debian(folder, suite, name) {
  const root = join(folder, 'root');
  if (!existsSync(root)) {
    const state = join(folder, 'apt');
    for (const each of ['lists/partial', 'archives/partial'])
      mkdirSync(join(state, each), { recursive: true });
    const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
    writeFileSync(
      join(state, 'sources'),
      `deb [signed-by=${key}] http://deb.debian.org/debian ${suite} main\n`,
    );
    const settings = {
      'Dir::Etc::sourcelist': join(state, 'sources'),
      'Dir::Etc::sourceparts': '-',
      'Dir::State::lists': join(state, 'lists'),
      'Dir::State::status': '/dev/null',
      'Dir::Cache': state,
      'Acquire::Languages': 'none',
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
    run('apt-get', [...options, 'update']);
    const install = [...options, 'install', '-y', '--no-install-recommends', '--download-only', name];
    run('apt-get', install);
    const archives = join(state, 'archives');
    for (const file of readdirSync(archives)) {
      if (file.endsWith('.deb')) run('dpkg', ['-x', join(archives, file), root]);
    }
  }
  const folders = ['usr/lib', 'lib', 'usr/lib/x86_64-linux-gnu/libproxy'].map((each) => join(root, each));
  const libraries = folders.map((each) => (each.endsWith('lib') ? join(each, 'x86_64-linux-gnu') : each));
  const loader = libraries.map((each) => join(each, 'ld-linux-x86-64.so.2')).find(existsSync);
  return [loader, '--library-path', libraries.join(delimiter), join(root, 'usr/bin', name)];
}

function npmInstall(folder, ...specs) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...specs],
    folder,
  );
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}
