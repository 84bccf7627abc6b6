/**
 * Runs Scrapy's own tests of its robots.txt middleware and parsers with the parser of our Python package: `npm run
 * test:scrapy`. Downloads the tests with Scrapy's sources from PyPI into a temporary folder. If the download fails, the
 * run fails if CI=true, and otherwise reports the tests as skipped.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePython } from '../../packages/python/scripts/bundle.js';

const SCRAPY = '2.19.0';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(tmpdir(), 'robots-exclusion-scrapy');
const SOURCES = join(FOLDER, `scrapy-${SCRAPY}`);
const PYTHON = join(FOLDER, 'venv/bin/python');
const NEEDED = ['pytest', 'pytest-twisted', 'testfixtures', 'quickjs-ng', 'httpx'];
const PIP = ['-m', 'pip', '-q', '--disable-pip-version-check'];

if (await isInstalled()) {
  copyFileSync(
    join(ROOT, 'integrations/crawlers/scrapy_suite.py'),
    join(SOURCES, 'tests/test_robots_exclusion.py'),
  );
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'packages/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests/test_robots_exclusion.py'];
  process.exitCode = spawnSync(PYTHON, pytest, { cwd: SOURCES, env, stdio: 'inherit' }).status ?? 1;
} else {
  const isCi = process.env.CI === 'true';
  console.log(`${isCi ? 'FAILED' : 'skipped'}: Python, Scrapy or its sources cannot be obtained here`);
  if (isCi) process.exitCode = 1;
}

async function isInstalled() {
  await bundlePython();
  const sdist = `${SOURCES}.tar.gz`;
  const steps = [
    [PYTHON, () => run('python3', ['-m', 'venv', join(FOLDER, 'venv')])],
    [join(FOLDER, 'venv/bin/pytest'), () => run(PYTHON, [...PIP, 'install', `scrapy==${SCRAPY}`, ...NEEDED])],
    [
      sdist,
      () =>
        run(PYTHON, [
          ...PIP,
          'download',
          '--no-deps',
          '--no-binary=:all:',
          '-d',
          FOLDER,
          `scrapy==${SCRAPY}`,
        ]),
    ],
    [SOURCES, () => run('tar', ['-xzf', sdist, '-C', FOLDER])],
  ];
  return steps.every(([result, make]) => existsSync(result) || (make() && existsSync(result)));
}

function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}
