/**
 * Tests an executable without Node: `node packages/cli/scripts/executable/try.js FILE [--debian FOLDER]`.
 *
 * Without `--debian`, the executable runs with an empty PATH and a temporary home folder. With `--debian`, which
 * requires root, it runs in a minimal Debian in FOLDER, which debootstrap creates if it is missing.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const {
  values: { debian },
  positionals: [given],
} = parseArgs({ allowPositionals: true, options: { debian: { type: 'string' } } });
if (given === undefined)
  throw new Error('Expected the executable: node packages/cli/scripts/executable/try.js FILE');
const file = resolve(given);
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));

const root = debian === undefined ? '' : bareDebian(resolve(debian));
mkdirSync(join(root, '/tmp'), { recursive: true });
const work = mkdtempSync(join(debian === undefined ? tmpdir() : join(root, 'tmp'), 'robots-executable-'));
const inside = work.slice(root.length);
const program = join(inside, file.endsWith('.exe') ? 'robots.exe' : 'robots');
copyFileSync(file, join(root, program));
chmodSync(join(root, program), 0o755);
cpSync('examples', join(work, 'examples'), { recursive: true });
try {
  await firstStarts();
  await answers();
  await serves();
  if (process.platform !== 'win32') keepsToItsOwnFolder();
  console.log(`${given}: passed${debian === undefined ? '' : ' in a bare Debian'}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function bareDebian(folder) {
  if (existsSync(join(folder, 'bin'))) return folder;
  const made = spawnSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr ?? made.error?.message);
  return folder;
}

/**
 * Starts the command with an empty PATH, a temporary home folder, and otherwise only the variables that Windows
 * requires.
 */
function start(args, variables = {}) {
  const { SystemRoot, TEMP } = process.env;
  const env = { PATH: '', HOME: join(inside, 'home'), ...(SystemRoot && { SystemRoot, TEMP }), ...variables };
  return root === ''
    ? [program, args, { cwd: work, env }]
    : [
        '/usr/sbin/chroot',
        [
          root,
          '/usr/bin/env',
          '-i',
          '-C',
          inside,
          ...Object.entries(env).map((pair) => pair.join('=')),
          program,
          ...args,
        ],
        {},
      ];
}

function run(args, { input = '', ...variables } = {}) {
  const [command, all, options] = start(args, variables);
  const { status, stdout, stderr } = spawnSync(command, all, { encoding: 'utf8', input, ...options });
  return { status, stdout, stderr };
}

/** Starts the command twice concurrently, and then a third time, when its files are already unpacked. */
async function firstStarts() {
  const version = /^\d+\.\d+\.\d+\n$/;
  const both = [1, 2].map(() => {
    const [command, args, options] = start(['--version']);
    return new Promise((done) => spawn(command, args, { stdio: 'ignore', ...options }).on('close', done));
  });
  assert.deepEqual(await Promise.all(both), [0, 0]);
  assert.match(run(['--version']).stdout, version);
}

async function answers() {
  const check = run(['check', '/cart/', '--robots', 'examples/shop/robots.txt', '--agent', 'Googlebot']);
  assert.deepEqual([check.status, /line 4: Disallow: \/cart\//.test(check.stdout)], [1, true], check.stderr);
  assert.match(run(['lint', 'examples/shop/robots.txt']).stdout, /3 findings/);
  const question = {
    id: 1,
    robots: 'User-agent: *\nDisallow: /x\n',
    agent: 'FooBot',
    url: 'https://example.com/x',
  };
  const input = `${JSON.stringify(question)}\n`.repeat(1000);
  const batch = run(['batch', '--workers', '2'], { input });
  const answer = '{"id":1,"allow":false,"because":"rule","line":2,"rule":"Disallow: /x"}\n';
  assert.equal(batch.stdout, answer.repeat(1000), batch.stderr);
  // The LMDB store tests that a package's native part loads. Nothing listens on port 1.
  const store = ['--store', `lmdb:${join(inside, 'store')}`];
  const refused = run(['check', 'http://127.0.0.1:1/', ...store]);
  assert.equal(refused.status, 3, refused.stderr);
  assert.match(run(['cache', 'ls', ...store]).stdout, /^http:\/\/127\.0\.0\.1:1 +unreachable/);
  assert.match(run(['demo']).stdout, /allowed/);
}

/** Tests that the service starts and serves the workbench's files. */
async function serves() {
  const [command, args, options] = start(['serve', '--port', '0', '--log-level', 'info']);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    let output = '';
    const url = await new Promise((resolve, reject) => {
      child.on('close', () => reject(new Error(`robots serve ended:\n${output}`)));
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
          const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
          if (found !== undefined) resolve(found);
        });
    });
    assert.match(await (await fetch(`${url}/`)).text(), /<script/);
  } finally {
    child.removeAllListeners('close');
    child.kill();
  }
}

/** Tests that the executable never loads files from a folder that other users can write to. */
function keepsToItsOwnFolder() {
  const open = join(work, 'open');
  mkdirSync(join(open, 'robots-exclusion'), { recursive: true });
  chmodSync(join(open, 'robots-exclusion'), 0o777);
  const temporary = join(work, 'temporary');
  mkdirSync(temporary);
  const variables = {
    XDG_CACHE_HOME: join(inside, 'open'),
    HOME: '/dev/null',
    TMPDIR: join(inside, 'temporary'),
  };
  assert.equal(run(['--version'], variables).status, 0);
  assert.deepEqual(readdirSync(join(open, 'robots-exclusion')), []);
  assert.equal(readdirSync(temporary).length, 1);
  writeFileSync(join(work, 'file'), '');
  const nowhere = run(['--version'], { HOME: '/dev/null', TMPDIR: join(inside, 'file') });
  assert.deepEqual([nowhere.status, /Cannot unpack the command/.test(nowhere.stderr)], [70, true]);
}
