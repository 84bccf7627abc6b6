/**
 * Checks what `npm i -g @robots-exclusion/cli` and `npx` install from the packed packages. Checks the number of
 * packages and megabytes, the common commands, and the installation instructions that the command prints if an optional
 * part is missing.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAside, startServer } from './run.js';

const MOST_PACKAGES = 30;
const MOST_MEGABYTES = 12;
const NAME = '@robots-exclusion/cli';

/** The differences from the expectation. */
export async function commandFailures({ root, registry, scratch }) {
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: join(scratch, 'npm-cache') };
  const project = join(scratch, 'command');
  await install(project, env);
  cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true });
  return [
    ...(await npxFailures(join(scratch, 'empty'), env)),
    ...weighed(join(project, 'node_modules')),
    ...runsIn(project).flatMap((run) => failuresOfRun(project, run)),
    ...(await serviceFailures(project)),
  ];
}

async function install(project, env) {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true}\n');
  const args = ['install', '--no-audit', '--no-fund', NAME];
  const { status, stderr } = await runAside('npm', args, { cwd: project, env });
  if (status !== 0) throw new Error(stderr);
}

async function npxFailures(folder, env) {
  mkdirSync(folder);
  const { status, stdout, stderr } = await runAside('npx', ['--yes', NAME, '--version'], {
    cwd: folder,
    env,
  });
  return status === 0 && /^\d+\.\d+\.\d+\n$/.test(stdout)
    ? []
    : [`npx ${NAME} --version: exit code ${status}\n${stdout}${stderr}`];
}

function weighed(modules) {
  const entries = readdirSync(modules, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const packages = files.filter((file) =>
    /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  ).length;
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const weight = `${packages} packages, ${megabytes.toFixed(1)} MB, ${files.length} files`;
  console.log(`     ${weight}`);
  return packages > MOST_PACKAGES || megabytes > MOST_MEGABYTES
    ? [`${weight}: expected at most ${MOST_PACKAGES} packages and ${MOST_MEGABYTES} MB`]
    : [];
}

/** Runs of the command: arguments, expected standard output or standard error, exit code, and standard input. */
function runsIn(project) {
  const shop = 'examples/shop/robots.txt';
  const record =
    '{"robots":"User-agent: *\\nDisallow: /x\\n","agent":"FooBot","url":"https://example.com/x"}\n';
  const log = '192.0.2.1 - - [01/Nov/2026:00:00:00 +0000] "GET /x HTTP/1.1" 200 1 "-" "GPTBot/1.0"\n';
  const needs = (name) => new RegExp(`needs? [^\\n]*${name}[^\\n]*npm i -g [^\\n]*${name}`);
  writeFileSync(join(project, 'access.log'), log);
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

function failuresOfRun(project, [args, wanted, exit = 0, input = '']) {
  const { status, stdout, stderr } = robots(project, args, input);
  return status === exit && wanted.test(stdout + stderr)
    ? []
    : [`robots ${args.join(' ')}: exit code ${status}, expected ${exit} and ${wanted}\n${stdout}${stderr}`];
}

function robots(cwd, args, input = '') {
  const options = { cwd, input, encoding: 'utf8', timeout: 30_000 };
  return spawnSync(process.execPath, [binIn(cwd), ...args], options);
}

function binIn(project) {
  return join(project, 'node_modules', NAME, 'bin/robots.js');
}

/**
 * Checks that the service responds, that its threads work, and that it serves the page. Also runs commands that fetch a
 * site over HTTP.
 */
async function serviceFailures(project) {
  const failures = [];
  const { match, stop } = await startServer(
    process.execPath,
    [binIn(project), 'serve', '--port', '0', '--example'],
    { cwd: project, ready: /listening on (\S+)[\s\S]*example site to try it on: (\S+)[\s\S]*to stop/ },
  );
  const [, url, site] = match;
  try {
    const page = await (await fetch(url)).text();
    if (!page.includes('<script')) failures.push('robots serve has no page');
    const robotsText = 'User-agent: *\nDisallow: /x\n';
    for (const [question, body] of [
      ['evaluate', { robots: robotsText, agents: ['FooBot'], urls: ['/x'] }],
      ['lint', { robots: robotsText }],
    ]) {
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${url}/v1/${question}`, request);
      if (!answer.ok) failures.push(`POST /v1/${question}: ${await answer.text()}`);
    }
    for (const command of ['check', 'fetch', 'doctor']) {
      const { status, stdout, stderr } = robots(project, [command, site]);
      if (![0, 1].includes(status)) failures.push(`robots ${command} ${site}: ${status}\n${stdout}${stderr}`);
    }
  } finally {
    await stop();
  }
  return failures;
}
