/**
 * Core's smoke test on every runtime: all small vectors of `spec/rfc9309` on Node 20, 22 and 24, Deno, Bun, workerd
 * and Chromium. The runtimes are installed from npm into a separate folder, so that `npm ci` stays small.
 *
 *   npm run smoke            all of them
 *   npm run smoke -- bun     only those named
 *
 * If a runtime cannot be obtained, the run fails when CI=true is set; otherwise, it reports that it skips the runtime.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bodyOf, readVectors } from '@robots-exclusion/testkit';
import { build } from 'esbuild';

const FOLDER = join(tmpdir(), 'robots-exclusion-runtimes');
const BUNDLE = join(FOLDER, 'smoke.mjs');

/** The runtimes: the npm package that provides each, and the command that runs the bundle and prints its output. */
const RUNTIMES = [
  ...[20, 22, 24].map((major) => ({
    name: `node${major}`,
    install: `node${major}@npm:node@${major}`,
    run: () => [binary(`node${major}/bin/node`), [BUNDLE]],
  })),
  { name: 'deno', install: 'deno@2', run: () => [binary('.bin/deno'), ['run', '--no-config', BUNDLE]] },
  { name: 'bun', install: 'bun@1', run: () => [binary('.bin/bun'), ['run', BUNDLE]] },
  { name: 'workerd', install: 'workerd@1', run: () => [binary('.bin/workerd'), ['test', workerdConfig()]] },
  { name: 'chromium', run: () => [chromium(), [...CHROMIUM_FLAGS, `file://${page()}`]] },
];

const CHROMIUM_FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--allow-file-access-from-files'],
  ...[`--user-data-dir=${join(FOLDER, 'chromium')}`, '--virtual-time-budget=20000', '--dump-dom'],
];

const wanted = process.argv.slice(2);
const runtimes = RUNTIMES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
mkdirSync(FOLDER, { recursive: true });
await writeBundle();
const results = runtimes.map(smoke);
process.exitCode = results.includes('failed') ? 1 : 0;

/**
 * Writes one module without imports: core and the vectors. The module runs the vectors, and prints and displays the
 * result.
 */
async function writeBundle() {
  const vectors = readVectors('rfc9309')
    .flatMap(({ vectors: all }) => all)
    .map((vector) => ({ ...vector, body: Buffer.from(bodyOf(vector)).toString('base64') }))
    .filter(({ body }) => body.length < 10_000)
    .map(({ id, agent, url, allow, body }) => ({ id, agent, url, allow, body }));
  const contents = `
    import { compile, explain, isAllowed, parse } from 'robots-exclusion';
    const vectors = ${JSON.stringify(vectors)};
    const failed = vectors.filter(({ agent, url, allow, body }) => {
      const octets = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
      const rules = compile(parse(octets), agent);
      return rules.allows(url) !== allow || explain(rules, url).allowed !== allow || isAllowed(octets, agent, url) !== allow;
    });
    export const outcome = failed.length === 0 ? 'smoke passed: ' + vectors.length : 'smoke failed: ' + failed.map(({ id }) => id);
    export default { test() { if (failed.length > 0) throw new Error(outcome); console.log(outcome); } };
    if (typeof document === 'object') document.body.textContent = outcome; else console.log(outcome);
  `;
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    outfile: BUNDLE,
    logLevel: 'error',
  });
}

function smoke({ name, install, run }) {
  try {
    if (install) npmInstall(install);
    const [command, args] = run();
    const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 120_000, cwd: FOLDER });
    const passed = /smoke passed: [1-9]\d*/.exec(`${stdout}${stderr}`)?.[0];
    console.log(passed ? `${name}: ${passed} vectors` : `${name}: FAILED\n${stdout}${stderr}`);
    return passed ? 'passed' : 'failed';
  } catch (error) {
    console.log(
      `${name}: ${process.env.CI === 'true' ? 'FAILED' : 'skipped'}, it cannot be obtained here: ${error.message}`,
    );
    return process.env.CI === 'true' ? 'failed' : 'skipped';
  }
}

function npmInstall(specifier) {
  if (!existsSync(join(FOLDER, 'package.json')))
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', specifier], {
    cwd: FOLDER,
    stdio: 'pipe',
  });
}

function binary(path) {
  const file = join(FOLDER, 'node_modules', path);
  if (!existsSync(file)) throw new Error(`${file} was not installed`);
  return file;
}

function chromium() {
  const file = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
  if (!file) throw new Error('no Chromium found in /usr/bin');
  return file;
}

function page() {
  const file = join(FOLDER, 'smoke.html');
  writeFileSync(
    file,
    '<!doctype html><title>smoke</title><body><script type="module" src="smoke.mjs"></script>',
  );
  return file;
}

function workerdConfig() {
  const file = join(FOLDER, 'smoke.capnp');
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .smoke)]);
const smoke :Workerd.Worker = (modules = [(name = "smoke", esModule = embed "smoke.mjs")], compatibilityDate = "2025-01-01");
`,
  );
  return file;
}
