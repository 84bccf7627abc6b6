/**
 * Builds sites with `@robots-exclusion/site` and real frameworks. The frameworks are installed into separate folders,
 * so that `npm ci` stays small:
 *
 *   npm run test:site -- [--only next|astro|sveltekit]
 *
 * Needs the network. Run `npm run build` first. If a framework cannot be installed, this is an error if CI=true;
 * otherwise, the framework is reported as skipped.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SITES = {
  next: { packages: ['next@16.4.6', 'react@19', 'react-dom@19'], test: testNext },
  astro: { packages: ['astro@5.9.4'], test: testAstro },
  sveltekit: {
    packages: [
      '@sveltejs/kit@3.2.0',
      '@sveltejs/adapter-static@4',
      'svelte@5',
      '@sveltejs/vite-plugin-svelte@7',
      'vite@8',
    ],
    node: 22,
    test: testSvelteKit,
  },
};
const OPEN = 'User-agent: *\nDisallow: /cart\n';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'robots-exclusion-sites-'));
try {
  const tarballs = packed();
  for (const [name, site] of Object.entries(SITES)) {
    if (values.only !== undefined && values.only !== name) continue;
    if (Number.parseInt(process.versions.node, 10) < (site.node ?? 0)) {
      console.log(`${name}: SKIPPED, needs Node ${site.node}`);
      continue;
    }
    const folder = installed(name, [...site.packages, ...tarballs]);
    if (folder === undefined) continue;
    await site.test(folder);
    console.log(`${name}: passed`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function packed() {
  const folders = ['core', 'client', 'site'].map((name) => `./packages/${name}`);
  const args = ['pack', ...folders, '--json', '--pack-destination', scratch];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const list = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return list.map(({ filename }) => join(scratch, filename.replace('@', '').replace('/', '-')));
}

function installed(name, packages) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  save(folder, { 'package.json': `{"name":"example-${name}","private":true,"type":"module"}` });
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return folder;
  if (process.env.CI === 'true') throw new Error(`${name} cannot be installed:\n${stderr}`);
  console.log(`${name}: SKIPPED, cannot be installed`);
  return undefined;
}

function save(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Runs a command that the project installed, and returns the exit code and all output. */
function run(folder, [command, ...args], env = {}) {
  const bin = join(folder, 'node_modules/.bin', command);
  const { status, stdout, stderr } = spawnSync(bin, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', ...env },
  });
  return { status, output: `${stdout}${stderr}` };
}

function builds(folder, command, env) {
  const { status, output } = run(folder, command, env);
  assert.equal(status, 0, output);
  return output;
}

function failsToBuild(folder, command, wanted, env) {
  const { status, output } = run(folder, command, env);
  assert.notEqual(status, 0, 'a file that must not be deployed was built');
  assert.match(output, wanted);
}

async function testNext(folder) {
  cpSync('packages/site/examples/next', folder, {
    recursive: true,
    filter: (file) => !file.endsWith('package.json'),
  });
  builds(folder, ['next', 'build']);
  await served(folder, async (origin) => {
    const answer = await fetch(`${origin}/robots.txt`);
    assert.equal(await answer.text(), `${OPEN}Content-Usage: train-ai=n\n`);
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    const page = await fetch(`${origin}/`);
    assert.equal(page.headers.get('content-usage'), 'train-ai=n');
    assert.match(await page.text(), /Shop/);
  });
  builds(folder, ['next', 'build'], { VERCEL_ENV: 'preview' });
  assert.match(readFileSync(join(folder, '.next/server/app/robots.txt.body'), 'utf8'), /^# preview: closed/);
  await withDeployed(OPEN, async (deployed) => {
    const config = "'User-agent: GPTBot\\nDisallow: /\\n\\nUser-agent: *\\nDisallow: /cart\\n'";
    save(folder, {
      'robots.config.js': `export const site = { deployed: '${deployed}', config: ${config} };\n`,
    });
    // The origin is served by this process, so the build must run asynchronously.
    const { status, output } = await runAside(folder, ['next', 'build']);
    assert.notEqual(status, 0, 'a crawler was shut out');
    assert.match(output, /crawler-shut-out/);
  });
}

async function testAstro(folder) {
  const config = (robots) => `import { robots } from '@robots-exclusion/site/vite';
export default { vite: { plugins: [robots({ config: ${JSON.stringify(robots)}, headersFile: true })] } };\n`;
  save(folder, {
    'src/pages/index.astro': '<!doctype html><html lang="en"><head><title>t</title></head></html>\n',
    'astro.config.mjs': config(`${OPEN}Content-Usage: train-ai=n\n`),
  });
  builds(folder, ['astro', 'build']);
  assert.match(readFileSync(join(folder, 'dist/robots.txt'), 'utf8'), /^User-agent: \*\nDisallow: \/cart\n/);
  assert.equal(readFileSync(join(folder, 'dist/_headers'), 'utf8'), '/*\n  Content-Usage: train-ai=n\n');
  save(folder, { 'astro.config.mjs': config('User-agent: *\nDisallow: /\n') });
  failsToBuild(folder, ['astro', 'build'], /site-closed/);
}

async function testSvelteKit(folder) {
  const config = (robots) => `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { robots } from '@robots-exclusion/site/vite';
export default { plugins: [sveltekit({ adapter: adapter() }), robots({ config: ${JSON.stringify(robots)} })] };\n`;
  save(folder, {
    'src/routes/+page.svelte': '<h1>Shop</h1>\n',
    'src/routes/+layout.js': 'export const prerender = true;\n',
    'src/app.html':
      '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
    'vite.config.js': config(OPEN),
  });
  builds(folder, ['vite', 'build']);
  assert.equal(readFileSync(join(folder, 'build/robots.txt'), 'utf8'), OPEN);
  save(folder, { 'vite.config.js': config('User-agent: *\nDisallow: /\n') });
  rmSync(join(folder, 'build'), { recursive: true });
  failsToBuild(folder, ['vite', 'build'], /site-closed/);
  assert.ok(!existsSync(join(folder, 'build')));
}

/** Serves the built Next site and calls `use` with its origin. */
async function served(folder, use) {
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', '0'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    },
  );
  try {
    let output = '';
    const origin = await new Promise((resolve, reject) => {
      child.on('exit', () => reject(new Error(`next start ended:\n${output}`)));
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const [url] = /http:\/\/(?:127\.0\.0\.1|localhost):[1-9]\d*/.exec(output) ?? [];
        if (url !== undefined && output.includes('Ready')) resolve(url.replace('localhost', '127.0.0.1'));
      });
    });
    await use(origin);
  } finally {
    child.removeAllListeners('exit');
    child.kill();
  }
}

async function withDeployed(body, use) {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/plain').end(body));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close().closeAllConnections();
  }
}

function runAside(folder, [command, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(folder, 'node_modules/.bin', command), args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
