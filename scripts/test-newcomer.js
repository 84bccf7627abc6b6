/**
 * Follows README.md and CONTRIBUTING.md as an ordinary user, on a Debian system with only Node.js and npm:
 *
 *   node scripts/test-newcomer.js FOLDER [--only STEP]
 *
 * Run this as root. If FOLDER does not contain a system yet, debootstrap creates one with Debian's own Node.js and npm.
 * The script clones HEAD into that system. Then it runs the commands of the README, after which the page must respond,
 * and the commands of CONTRIBUTING. Finally, it runs the examples of the README, of every guide and of the packages,
 * with the packed packages in an empty project.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { blocksIn } from '../apps/docs/scripts/examples/blocks.js';
import { run, startServer } from './release/run.js';
import { succeeds } from './step.js';

const {
  values: { only = '' },
  positionals: [folder],
} = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
if (folder === undefined) throw new Error('Expected a folder: node scripts/test-newcomer.js FOLDER');

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const root = resolve(folder);
const clone = '/home/reader/robots-exclusion';
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

if (!existsSync(join(root, 'usr/bin/npm'))) makeSystem();
copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
// Copies the certificates that this machine trusts, in case it is behind a proxy.
if (process.env.NODE_EXTRA_CA_CERTS) copyFileSync(CERTIFICATES, join(root, CERTIFICATES));
if (!existsSync(join(root, clone, 'node_modules')) || only === '') cloneHead();

const failures = [];
for (const [name, step] of [
  ['README.md', () => followReadme()],
  ['CONTRIBUTING.md', () => commandsOf('CONTRIBUTING.md').slice(0, 2).every(follow)],
  // Packs tarballs, and runs the documents' examples in an empty project outside of the clone.
  ['guides', () => follow('npm run release:dry -- --here --only documents')],
]) {
  if (!name.includes(only)) continue;
  if (!(await succeeds(name, step))) failures.push(name);
}
process.exitCode = failures.length === 0 ? 0 : 1;

function makeSystem() {
  run('debootstrap', ['--variant=minbase', 'trixie', root]);
  const install =
    'apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs npm ca-certificates';
  run('chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', install]);
}

function cloneHead() {
  if (!existsSync(join(root, 'home/reader'))) run('chroot', [root, 'useradd', '--create-home', 'reader']);
  rmSync(join(root, clone), { recursive: true, force: true });
  run('git', ['clone', '-q', '--no-hardlinks', process.cwd(), join(root, clone)]);
  run('chroot', [root, 'chown', '-R', 'reader:reader', clone]);
}

/** The commands of a document's first shell block, without comments. */
function commandsOf(document) {
  const { code } = blocksIn(readFileSync(document, 'utf8')).find(({ language }) => language === 'sh');
  return code
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, ''))
    .filter((line) => line !== '');
}

/**
 * Runs the README's commands. The last command starts the service, whose page and verdicts must work.
 */
async function followReadme() {
  const commands = commandsOf('README.md');
  if (!commands.slice(0, -1).every(follow)) return false;
  const [command, args] = inside(commands.at(-1));
  const { match, stop } = await startServer(command, args, { ready: /http:\/\/127\.0\.0\.1:9309/ });
  const [url] = match;
  try {
    const page = await (await fetch(url)).text();
    const question = { robots: 'User-agent: *\nDisallow: /x\n', agents: ['FooBot'], urls: ['/x'] };
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(question) };
    const answer = await fetch(`${url}/v1/evaluate`, request);
    return /<script/.test(page) && answer.ok;
  } finally {
    // Stops the whole process group. A signal to `unshare` alone is not enough, because `unshare` blocks SIGTERM while
    // it waits, and a process that has changed its user would outlive it.
    await stop();
  }
}

/** Runs a command as the reader, in the clone. */
function follow(command) {
  console.log(`$ ${command}`);
  return spawnSync(...inside(command), { stdio: 'inherit' }).status === 0;
}

/**
 * The program and arguments that run a shell command in the system. When the program exits, all processes of the
 * command are killed.
 */
function inside(command) {
  const variables = ['PATH=/usr/bin:/bin', 'HOME=/home/reader', 'LANG=C.UTF-8'];
  if (process.env.NODE_EXTRA_CA_CERTS) variables.push(`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`);
  const script = [
    // Programs that open terminals need /dev.
    `mount -t proc proc '${root}/proc' && mount --rbind /dev '${root}/dev'`,
    `exec chroot --userspec=reader:reader '${root}' env -i -C ${clone} ${variables.join(' ')} sh -c "$0"`,
  ];
  return ['unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script.join('\n'), command]];
}
