/**
 * Tries each way to a document in a real browser, without the guard and with it: `npm run browsers:ways [-- DRIVER…]`.
 * A way counts only if the browser without the guard requests something. `-- --only TEXT` tries the ways whose name
 * contains the text. `-- --write` records what was seen of all ways in `spec/browsers`, from which
 * `scripts/generate-table.js` makes the table of docs/integrations.md. Drivers are installed into a separate folder.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, guard } from '@robots-exclusion/client';
import { guardBrowser } from '@robots-exclusion/client/browser';
import { browserPath } from '../../apps/workbench/scripts/browser.js';
import {
  PROGRAMS as CRAWLERS,
  FOLDER as CRAWLERS_FOLDER,
  environment,
  installNode,
  installPython,
  skip,
} from '../crawlers/install.js';
import { MIXED_REQUESTS, measureDelay } from './delay.js';
import { crawlerDriver, endCrawlers, loadDriver } from './drivers.js';
import { openSite } from './site.js';
import { openWay, sleep, waitForRequest } from './try-way.js';
import { WAYS } from './ways.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEAVING = join(ROOT, 'integrations/browsers/leaving.js');
const RECORDS = join(ROOT, 'spec/browsers');
const FOLDER = join(tmpdir(), 'robots-exclusion-browsers');
/** How long a way may take to have its effect. */
const CONTROL_MS = 8000;
const GUARDED_MS = 1500;
/** Slightly less than the delay of 1 s, because a site records a request only after reading it. */
const LEAST_GAP_MS = 990;
const AT_ONCE = 4;

const DRIVERS = {
  playwright: { package: 'playwright-core', version: '1.65.1', kind: 'playwright' },
  'playwright-oldest': { package: 'playwright-core', version: '1.54.0', kind: 'playwright' },
  puppeteer: { package: 'puppeteer-core', version: '25.16.0', kind: 'puppeteer' },
  'puppeteer-oldest': { package: 'puppeteer-core', version: '22.15.0', kind: 'puppeteer' },
  /** Crawlers start their browser and guard it themselves. */
  crawlee: { package: '@crawlee/playwright', crawler: 'crawlee-playwright' },
  'crawlee-puppeteer': { package: '@crawlee/puppeteer', crawler: 'crawlee-puppeteer' },
  crawl4ai: { package: 'crawl4ai', crawler: 'crawl4ai', isPython: true },
};

let isEnding = false;

async function main(args) {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : '';
  if (only && args.includes('--write'))
    throw new Error('Cannot record some ways: leave out --only or --write');
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => {
      isEnding = true;
      void endCrawlers().finally(() => process.exit(status));
    });
  const named = args.filter((each) => each in DRIVERS);
  const names = named.length > 0 ? named : Object.keys(DRIVERS);
  install(['playwright', ...names].filter((name) => DRIVERS[name].version));
  const all = WAYS.filter(({ way }) => way.includes(only));
  for (const name of names) {
    const driver = await load(name);
    if (driver === undefined) continue;
    // A crawler opens no page before its guard, and ends with its browser.
    const ways = driver.launchGuarded ? all.filter(({ when }) => when === 'first') : all;
    const { version, rows, open, delay } = await tryAll(driver, ways);
    // Without its browser, a way requests nothing, as if it were guarded.
    if (isEnding) return;
    report(name, rows, open);
    const { requests, shortestMs, fivePagesMs } = delay;
    const isComplete = requests === MIXED_REQUESTS && shortestMs >= LEAST_GAP_MS;
    if (rows.some(({ isWrong }) => isWrong) || !isComplete) process.exitCode = 1;
    console.log(
      `  Crawl-delay 1 s: ${requests} of ${MIXED_REQUESTS} requests, gaps from ${shortestMs} ms; five pages ${fivePagesMs} ms`,
    );
    if (args.includes('--write') && isComplete) write(name, driver, { version, rows, open, delay });
    else compareVersion(name, version);
  }
}

async function tryAll(driver, ways) {
  const counts = { control: new Map(), guarded: new Map() };
  let facts = {};
  for (const mode of ['control', 'guarded']) {
    for (const when of ['first', 'opened', 'profile', 'leaving']) {
      const some = ways.filter((way) => way.when === when);
      if (some.length === 0) continue;
      const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' } });
      const ask = mode === 'guarded' ? guard(client) : undefined;
      const seen = await PHASES[when](driver, some, ask);
      if (when === 'first') facts = { ...facts, ...seen.facts };
      for (const [way, count] of seen.counts) counts[mode].set(way, count);
      await client.close();
    }
  }
  const rows = ways.map(({ group, way, said }) => {
    const control = counts.control.get(way);
    const requested = counts.guarded.get(way);
    const seen = control === 0 ? 'not run' : requested === 0 ? 'none' : 'requested';
    return {
      group,
      way,
      said,
      seen,
      control,
      requested,
      isWrong: seen === 'requested' && said === 'guarded',
    };
  });
  return { ...facts, rows };
}

const PHASES = {
  async first(driver, ways, ask) {
    const isCrawler = ask !== undefined && driver.launchGuarded !== undefined;
    const browser = await (isCrawler ? driver.launchGuarded() : driver.launch());
    const { open } = ask && !isCrawler ? await guardBrowser(browser.browser, ask) : {};
    const counts = new Map();
    const tryOne = async (way) => counts.set(way.way, await tryWay(way, browser, ask));
    await inTurns(
      ways.filter(({ isAlone }) => !isAlone),
      AT_ONCE,
      tryOne,
    );
    await inTurns(
      ways.filter(({ isAlone }) => isAlone),
      1,
      tryOne,
    );
    const delay = ask && (await measureDelay(browser));
    await browser.close();
    return { counts, facts: { version: browser.version, ...(open && { open }), ...(delay && { delay }) } };
  },

  /** The guard comes when the pages are open already. */
  async opened(driver, ways, ask) {
    const browser = await driver.launch();
    const trials = [];
    for (const way of ways) trials.push(await openWay(way, browser));
    if (ask) await guardBrowser(browser.browser, ask);
    const counts = new Map();
    for (const [at, trial] of trials.entries()) {
      counts.set(ways[at].way, await actAndCount(trial, ask));
      await trial.close();
    }
    await browser.close();
    return { counts };
  },

  /** The profile has a service worker of the site already. */
  async profile(driver, ways, ask) {
    const counts = new Map();
    for (const way of ways) {
      const folder = mkdtempSync(join(tmpdir(), 'robots-profile-'));
      const registering = WAYS.find((each) => each.isReady);
      const before = await driver.launchProfile(folder);
      const trial = await openWay({ ...way, page: registering.page, isReady: true }, before, false);
      await before.close();
      const browser = await driver.launchProfile(folder);
      if (ask) await guardBrowser(browser.browser, ask);
      const page = await (await browser.newContext()).newPage();
      const go = (path) => page.goto(trial.site.own + path, { timeout: 10_000 }).catch(() => {});
      await go('/start?again');
      const act = () => Promise.resolve(way.act({ page, go })).catch(() => {});
      counts.set(way.way, await actAndCount({ site: trial.site, act }, ask));
      await browser.close();
      await trial.site.close();
      await remove(folder);
    }
    return { counts };
  },

  async leaving(driver, ways, ask) {
    const counts = new Map();
    for (const way of ways) {
      const folder = mkdtempSync(join(tmpdir(), 'robots-profile-'));
      const flags = ['--no-sandbox', '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
      const chromium = spawn(browserPath, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
      const site = await openSite(way);
      const browserURL = `http://127.0.0.1:${await debuggingPort(chromium)}`;
      const args = [LEAVING, driver.kind, driver.entry, browserURL, site.own, ...(ask ? ['guarded'] : [])];
      const program = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      await new Promise((resolve) => program.stdout.once('data', resolve));
      if (way.signal) program.kill(way.signal);
      else program.stdin.write('leave\n');
      await ended(program);
      await waitForRequest(site, ask ? GUARDED_MS : CONTROL_MS);
      counts.set(way.way, site.sent.length);
      chromium.kill();
      await ended(chromium);
      await site.close();
      await remove(folder);
    }
    return { counts };
  },
};

/** Removes a profile, to which processes of an ended browser may still write: then some of it stays. */
function remove(folder) {
  return rm(folder, { recursive: true, force: true, maxRetries: 30 }).catch(() => {});
}

function ended(program) {
  if (program.exitCode !== null || program.signalCode !== null) return;
  return new Promise((resolve) => program.once('exit', resolve));
}

async function debuggingPort(program) {
  let text = '';
  for await (const part of program.stderr) {
    text += part;
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error(`Cannot start Chromium: ${text}`);
}

async function tryWay(way, browser, ask) {
  const trial = await openWay(way, browser);
  const count = await actAndCount(trial, ask);
  await trial.close();
  return count;
}

async function actAndCount({ site, act }, ask) {
  await act();
  await waitForRequest(site, ask ? GUARDED_MS : CONTROL_MS);
  await sleep(200);
  return site.sent.length;
}

async function inTurns(items, atOnce, action) {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function report(name, rows, open) {
  const count = (seen) => rows.filter((row) => row.seen === seen).length;
  console.log(
    `${name}: ${count('none')} ways guarded, ${count('requested')} requested, ${count('not run')} not run; open: ${open?.join(', ')}`,
  );
  for (const { way, said, seen, control, requested, isWrong } of rows) {
    if (seen !== 'none')
      console.log(`  ${isWrong ? 'FAILED ' : ''}${way}: ${seen} (${requested} of ${control}), said ${said}`);
  }
}

/** The weekly run uses whichever Chromium is there. */
function compareVersion(name, version) {
  const record = join(RECORDS, `${name}.json`);
  const { browserVersion } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  if (version === undefined || version === browserVersion) return;
  console.log(`  Chromium ${version} is not the recorded ${browserVersion}: record it with --write, and run`);
  console.log('  node integrations/browsers/scripts/generate-table.js');
}

function write(name, { packageVersion }, { version, rows, open, delay }) {
  mkdirSync(RECORDS, { recursive: true });
  const ways = rows.map(({ group, way, said, seen }) => ({ group, way, said, seen }));
  const recorded = {
    ...{ browser: 'Chromium', browserVersion: version },
    ...{ driver: DRIVERS[name].package, driverVersion: packageVersion },
    ...{ recordedOn: new Date().toISOString().slice(0, 10), open, delay, ways },
  };
  writeFileSync(join(RECORDS, `${name}.json`), `${JSON.stringify(recorded, undefined, 2)}\n`);
}

function install(names) {
  for (const name of names) {
    const { package: packageName, version } = DRIVERS[name];
    const folder = join(FOLDER, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', ...flags, `${packageName}@${version}`], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
}

async function load(name) {
  const { package: packageName, version, kind, crawler, isPython } = DRIVERS[name];
  if (kind !== undefined) {
    const entry = entryOf(name, packageName);
    return { ...(await loadDriver(kind, entry, browserPath)), kind, entry, packageVersion: version };
  }
  const python = isPython ? await installPython() : undefined;
  if (isPython && python === undefined) return skip(`${name} wants Python`);
  if (!isPython) installNode(CRAWLERS[crawler].packages);
  const file = join(ROOT, 'integrations/crawlers', isPython ? 'python_program.py' : 'node-program.js');
  const command = [python ?? process.execPath, file, crawler, 'ours'];
  const env = environment(browserPath);
  const entry = entryOf('playwright', 'playwright-core');
  const packageVersion = isPython
    ? execFileSync(python, ['-c', VERSION_OF, packageName], { encoding: 'utf8' }).trim()
    : JSON.parse(readFileSync(join(CRAWLERS_FOLDER, 'node_modules', packageName, 'package.json'))).version;
  return { ...(await crawlerDriver(entry, browserPath, { command, env })), packageVersion };
}

const VERSION_OF = 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))';

function entryOf(name, packageName) {
  return createRequire(join(FOLDER, name, 'package.json')).resolve(packageName);
}

await main(process.argv.slice(2));
