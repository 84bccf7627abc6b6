/** Installs each program into a folder of its own, at its pinned version. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = process.env.ROBOTS_CRAWLERS_FOLDER ?? join(homedir(), '.cache/robots-exclusion/crawlers');

/** The folder in which a program is, installed if it was not. Programs of Debian must be there. */
export async function install(name, program) {
  const folder = join(FOLDER, name);
  const done = join(folder, 'ok');
  if (program.runtime === 'command' && program.registry === 'Debian') {
    const status = execFileSync('dpkg-query', ['--status', program.package ?? name], { encoding: 'utf8' });
    const [, version = ''] = /^Version: (.*)$/m.exec(status) ?? [];
    if (!version.startsWith(program.version)) throw new Error(`${name} here is ${version}`);
    return { folder };
  }
  if (existsSync(done)) return { folder };
  mkdirSync(folder, { recursive: true });
  const driver = fileURLToPath(new URL(`drivers/${name}.go`, import.meta.url));
  INSTALLERS[program.runtime](folder, program.package ?? name, { driver, ...program });
  writeFileSync(done, '');
  return { folder };
}

const INSTALLERS = {
  python: installVenv,
  venv: installVenv,
  go(folder, name, { version, driver }) {
    const options = { cwd: folder };
    if (!existsSync(join(folder, 'go.mod'))) run('go', ['mod', 'init', 'driver'], options);
    run('go', ['get', `${name}@${version.startsWith('v') ? '' : 'v'}${version}`], options);
    copyFileSync(driver, join(folder, 'main.go'));
    run('go', ['mod', 'tidy'], options);
    run('go', ['build', '-o', 'driver', '.'], options);
  },
  node(folder, name, { version, beside = [] }) {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    // Scripts of packages would download browsers and databases, which no program here needs.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', ...flags, `${name}@${version}`, ...beside], { cwd: folder });
  },
};

function installVenv(folder, name, { version, extras = '', beside = [], python = 'python3' }) {
  run(python, ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check'];
  run(join(folder, 'bin/python'), [...pip, `${name}${extras}==${version}`, ...beside]);
}

function run(file, args, options = {}) {
  execFileSync(file, args, { stdio: 'pipe', timeout: 1_200_000, ...options });
}

/** The command that runs the driver of a program without a command of its own. */
export function driverOf(name, { runtime }, { folder }) {
  const driver = (file) => fileURLToPath(new URL(`drivers/${file}`, import.meta.url));
  if (runtime === 'go') return [join(folder, 'driver')];
  if (runtime === 'python') return [join(folder, 'bin/python'), driver('python.py'), name];
  return [process.execPath, driver('node.js'), name];
}
