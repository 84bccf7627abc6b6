import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePython } from '../../packages/python/scripts/bundle.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const FOLDER = join(tmpdir(), 'robots-exclusion-crawlers');

const PYTHON_PACKAGES = [
  'scrapy==2.19.0',
  'langchain-community==0.4.2',
  'beautifulsoup4',
  'aiohttp',
  'crawlee[httpx]==1.11.0',
  'requests',
  'crawl4ai',
];

/** Crawlers by name: the title, how to start it, and its own support for robots.txt. */
export const PROGRAMS = {
  'crawlee-cheerio': {
    packages: ['@crawlee/cheerio@~3.18.0'],
    title: 'Crawlee, Cheerio',
    own: 'respectRobotsTxtFile',
  },
  'crawlee-playwright': {
    packages: ['@crawlee/playwright@~3.18.0', 'playwright@1'],
    title: 'Crawlee, Playwright',
    own: 'respectRobotsTxtFile',
    isBrowser: true,
  },
  'crawlee-puppeteer': {
    packages: ['@crawlee/puppeteer@~3.18.0', 'puppeteer-core@25'],
    title: 'Crawlee, Puppeteer',
    own: 'respectRobotsTxtFile',
    isBrowser: true,
  },
  playwright: { packages: ['playwright-core@1'], title: 'Playwright', isBrowser: true },
  puppeteer: { packages: ['puppeteer-core@25'], title: 'Puppeteer', isBrowser: true },
  scrapy: { title: 'Scrapy', own: 'ROBOTSTXT_OBEY', isPython: true },
  crawl4ai: { title: 'crawl4ai', own: 'check_robots_txt', isPython: true, isBrowser: true },
  'crawlee-python': {
    title: 'Crawlee for Python, HTTP',
    own: 'respect_robots_txt_file',
    isPython: true,
  },
  httpx: { title: 'httpx', isPython: true },
  requests: { title: 'requests', isPython: true },
  langchain: { title: 'LangChain, WebBaseLoader', isPython: true },
  undici: { title: 'undici' },
  got: { packages: ['got@15'], title: 'got' },
  fetch: { title: 'fetch' },
};

/** What the programs of this folder read. */
export function environment(chromium = '') {
  return {
    ...{ FOLDER, CHROMIUM: chromium, PLAYWRIGHT_CHROMIUM: chromium, CRAWL4_AI_BASE_DIRECTORY: FOLDER },
    ...{ PYTHONPATH: join(ROOT, 'packages/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  };
}

export function installNode(packages) {
  if (packages.length === 0) return;
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(join(FOLDER, 'package.json')))
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', PUPPETEER_SKIP_DOWNLOAD: '1' };
  try {
    execFileSync('npm', ['install', ...flags, ...packages], {
      cwd: FOLDER,
      env,
      stdio: 'pipe',
      timeout: 600_000,
    });
  } catch (error) {
    skip(`the packages cannot be obtained here: ${error.message}`);
  }
}

/** The Python with the crawlers; undefined if there is none. */
export async function installPython() {
  await bundlePython();
  const named = process.env.ROBOTS_CRAWLERS_PYTHON;
  if (named) return named;
  const python = join(FOLDER, 'venv/bin/python');
  const isThere = () =>
    spawnSync(python, ['-c', 'import scrapy, crawl4ai, langchain_community']).status === 0;
  if (isThere()) return python;
  execFileSync('python3', ['-m', 'venv', join(FOLDER, 'venv')], { stdio: 'pipe' });
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', 'quickjs-ng', 'httpx'];
  spawnSync(python, [...pip, ...PYTHON_PACKAGES], { stdio: 'inherit' });
  return isThere() ? python : undefined;
}

export function skip(why) {
  const isCi = process.env.CI === 'true';
  console.log(`${isCi ? 'FAILED' : 'skipped'}: ${why}`);
  if (isCi) process.exitCode = 1;
}

export function pathOf(program) {
  const { status, stdout } = spawnSync('which', [program], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
