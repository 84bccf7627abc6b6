/**
 * Checks what `npm i -g @robots-exclusion/cli` installs from the packed packages: few packages and megabytes, the
 * common commands, and, for each optional part, how to get it.
 *
 *   node scripts/check-install.js [--measure]
 *
 * `--measure` also prints the median CPU time of cold starts.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll } from './release/pack.js';
import { startRegistry } from './release/registry.js';
import { runAside } from './release/run.js';

const MOST_PACKAGES = 30;
const MOST_MEGABYTES = 20;

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'robots-install-'));
const project = join(scratch, 'project');
const bin = join(project, 'node_modules/@robots-exclusion/cli/bin/robots.js');
const problems = [];
try {
  await install();
  weigh();
  for (const [args, wanted, exit = 0, input = ''] of RUNS()) expectRun(args, wanted, exit, input);
  await expectService();
  if (process.argv.includes('--measure')) measure();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function install() {
  const tarballs = await packAll(root, join(scratch, 'tarballs'), [
    '@robots-exclusion/cli',
    '@robots-exclusion/vectors',
  ]);
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const registry = await startRegistry(tarballs, upstream);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true}\n');
  const flags = [
    `--registry=${registry.url}`,
    '--no-audit',
    '--no-fund',
    `--cache=${join(scratch, 'cache')}`,
  ];
  const { status, stderr } = await runAside('npm', ['install', ...flags, '@robots-exclusion/cli'], {
    cwd: project,
  });
  await registry.close();
  if (status !== 0) throw new Error(stderr);
  cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true });
}

function weigh() {
  const modules = join(project, 'node_modules');
  const entries = readdirSync(modules, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const packages = files.filter((file) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file));
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  console.log(`${packages.length} packages, ${megabytes.toFixed(1)} MB, ${files.length} files`);
  if (packages.length > MOST_PACKAGES)
    problems.push(`${packages.length} packages: expected at most ${MOST_PACKAGES}`);
  if (megabytes > MOST_MEGABYTES)
    problems.push(`${megabytes.toFixed(1)} MB: expected at most ${MOST_MEGABYTES}`);
}

/** Arguments, expected standard output or standard error, exit code, and standard input. */
function RUNS() {
  const shop = 'examples/shop/robots.txt';
  const record =
    '{"robots":"User-agent: *\\nDisallow: /x\\n","agent":"FooBot","url":"https://example.com/x"}\n';
  const log = '192.0.2.1 - - [01/Nov/2026:00:00:00 +0000] "GET /x HTTP/1.1" 200 1 "-" "GPTBot/1.0"\n';
  const needs = (name) => new RegExp(`needs? [^\\n]*${name}[^\\n]*npm i -g [^\\n]*${name}`);
  writeFileSync(join(project, 'access.log'), log);
  writeFileSync(join(project, 'expect.yaml'), 'tests:\n  - agent: FooBot\n    disallow: [/cart/]\n');
  return [
    [['--version'], /^\d+\.\d+\.\d+\n$/],
    [['check', '/cart/', '--robots', shop], /disallowed {2}\/cart\//, 1],
    [['lint', shop], /3 warnings/, 1],
    [['fmt', shop], /User-agent/],
    [['diff', shop, 'examples/shop/robots.txt'], /./],
    [['batch'], /"allow":false/, 0, record],
    [['audit', 'access.log', '--versions', shop], /GPTBot/],
    [['init', '--help'], /Usage: robots init/],
    [['agents', '--purpose', 'training'], /GPTBot/],
    [['demo'], /allowed/],
    [['conformance', '--help'], /Usage/],
    [['lsp'], needs('vscode-languageserver'), 2],
    [['mcp'], needs('@robots-exclusion/mcp'), 2],
    [['warc', 'x.warc.gz'], needs('@robots-exclusion/corpus'), 2],
    [['summary', 'x.ndjson'], needs('@robots-exclusion/corpus'), 2],
    [['batch', '--output', 'parquet'], needs('@robots-exclusion/corpus'), 2, record],
    [['sql', 'SELECT 1'], needs('@duckdb/node-api'), 2],
    [['cache', 'ls', '--store', 'redis://127.0.0.1:1'], needs('ioredis'), 2],
    [['check', 'http://127.0.0.1:1/', '--store', 'lmdb:store'], needs('lmdb'), 2],
    [['serve', '--port', '0', '--mcp'], needs('@robots-exclusion/mcp'), 2],
  ];
}

function expectRun(args, wanted, exit, input) {
  const { status, stdout, stderr } = robots(args, input);
  if (status !== exit || !wanted.test(stdout + stderr))
    problems.push(
      `robots ${args.join(' ')}: exit code ${status}, expected ${exit} and ${wanted}\n${stdout}${stderr}`,
    );
}

function robots(args, input = '') {
  return spawnSync(process.execPath, [bin, ...args], {
    cwd: project,
    input,
    encoding: 'utf8',
    timeout: 30_000,
  });
}

/** The service answers, its threads work, and it has the page; a check over HTTP fetches its robots.txt. */
async function expectService() {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--example'], { cwd: project });
  const ended = once(child, 'exit');
  try {
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    const url = await new Promise((found, failed) => {
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const [, address] = /listening on (\S+)[\s\S]*ends it/.exec(output) ?? [];
        if (address) found(address);
      });
      child.once('exit', () => failed(new Error(`robots serve ended: ${output}`)));
    });
    const page = await (await fetch(url)).text();
    if (!page.includes('<script')) problems.push('robots serve has no page');
    const body = JSON.stringify({
      robots: 'User-agent: *\nDisallow: /x\n',
      agents: ['FooBot'],
      urls: ['/x'],
    });
    const headers = { 'content-type': 'application/json' };
    for (const question of ['evaluate', 'lint']) {
      const answer = await fetch(`${url}/v1/${question}`, { method: 'POST', headers, body });
      if (question === 'evaluate' && !answer.ok)
        problems.push(`POST /v1/${question}: ${await answer.text()}`);
    }
    const [, site] = /a site to try it on: (\S+)/.exec(output);
    for (const command of ['check', 'fetch', 'doctor']) {
      const { status, stdout, stderr } = robots([command, site]);
      if (![0, 1].includes(status)) problems.push(`robots ${command} ${site}: ${status}\n${stdout}${stderr}`);
    }
  } finally {
    child.kill();
    await ended;
  }
}

function measure() {
  const rounds = 15;
  for (const args of [
    ['--version'],
    ['check', '/cart/', '--robots', 'examples/shop/robots.txt'],
    ['lint', 'examples/shop/robots.txt'],
  ]) {
    const times = Array.from({ length: rounds }, () => cpuOf(args));
    times.sort((a, b) => a - b);
    console.log(`robots ${args[0]}: ${Math.round(times[rounds >> 1])} ms of CPU`);
  }
}

/** CPU time of one run in milliseconds, as the shell counts it. */
function cpuOf(args) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, bin, ...args], {
    cwd: project,
    encoding: 'utf8',
  });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return (user + system) * 1000;
}
