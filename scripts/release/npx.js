/** `npx` of the published command, from a folder with nothing in it and with an empty cache. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAside } from './run.js';

const FILE = 'User-agent: *\nDisallow: /private/\n';

/** A command, what it must print, and its exit code. */
const RUNS = [
  [['--version'], /^\d+\.\d+\.\d+\n$/, 0],
  [
    ['check', '/private/x', '--robots', 'robots.txt', '--agent', 'FooBot'],
    /line 2: Disallow: \/private\//,
    1,
  ],
  [['lint', 'robots.txt'], /./, 0],
  [['demo'], /allowed/, 0],
];

/** How it differs from the expectation. */
export async function npxFailures({ tarballs, registry, scratch }) {
  const folder = join(scratch, 'empty');
  mkdirSync(folder);
  writeFileSync(join(folder, 'robots.txt'), FILE);
  const { version } = tarballs.find(({ manifest }) => manifest.name === '@robots-exclusion/cli').manifest;
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: join(scratch, 'npx-cache') };
  const failures = [];
  for (const [args, wanted, exit] of RUNS) {
    const command = ['--yes', `@robots-exclusion/cli@${version}`, ...args];
    const { status, stdout, stderr } = await runAside('npx', command, { cwd: folder, env });
    if (status !== exit || !wanted.test(stdout))
      failures.push(`npx ${command.join(' ')}: exit code ${status}\n${stdout}${stderr}`);
  }
  return failures;
}
