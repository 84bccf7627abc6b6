/**
 * Records what real crawlers do with what /robots.txt answers: `npm run crawlers:record [-- NAME…]`. Each program runs once
 * a row against a site of its own on loopback, port 80. The records are `spec/crawlers/NAME-VERSION.json`. A second run
 * changes nothing but their date.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { driverOf, install } from './install.js';
import { agentsOf, followsToForbidden, judge, keepsDelay, tokensOf } from './judge.js';
import { openOrigin } from './origin.js';
import { PROGRAMS } from './programs.js';
import { ROWS, STARTS } from './rows.js';

const RECORDS = fileURLToPath(new URL('../../../spec/crawlers/', import.meta.url));
const PORT = 80;
/**
 * The limit of one run, unless its row has another. It counts from the first request, because the machine decides how
 * long a program takes to start.
 */
const LIMIT_SECONDS = 300;
/** Runs at the same time: most of them wait. */
const TOGETHER = Number(process.env.TOGETHER ?? 12);

/** Rows to run again, of records that exist. */
const ONLY = process.env.ONLY?.split(',') ?? [];

const longestFirst = Object.keys(ROWS).toSorted(
  (a, b) => (ROWS[b].seconds ?? LIMIT_SECONDS) - (ROWS[a].seconds ?? LIMIT_SECONDS),
);

/** Two runs at the same time have different networks. */
const NET = 16 + 2 * (process.pid % 100);
let lastHost = 0;

/** The next address, and that of the host to which its robots.txt moves. No address is used twice in a run. */
function nextAddresses() {
  lastHost += 1;
  const host = `${Math.floor(lastHost / 250)}.${(lastHost % 250) + 1}`;
  return { address: `127.${NET}.${host}`, other: `127.${NET + 1}.${host}` };
}

async function record(name) {
  const program = PROGRAMS[name];
  const place = await install(name, program);
  // The first run compiles what the program imports; runs beside each other would all do so.
  await visit(name, program, place, { row: '2xx', obey: true });
  const jobs = [
    ...longestFirst.map((row) => ({ row, obey: true })),
    ...(program.enabling ? [{ row: '2xx', obey: false }] : []),
  ];
  const sites = await Promise.all(jobs.map((job) => inTurn(() => visit(name, program, place, job))));
  const of = (row) => sites[jobs.findIndex((job) => job.row === row)];
  if (of('2xx').site.seen.length === 0) throw new Error('it requested nothing');
  if (!of('2xx').hasEnded && judge(of('2xx').site, false).outcome === 'undecided')
    throw new Error('it had not ended with a sound file; run fewer at a time (TOGETHER)');
  // The last job is the one without the setting, if there is one.
  const byDefault = program.enabling ? sites.at(-1) : of('2xx');
  const rows = Object.fromEntries(
    Object.entries(ROWS).flatMap(([row, { isToken, delaySeconds }]) => {
      if (isToken || delaySeconds) return [];
      const { site, hasEnded } = of(row);
      return [[row, judge(site, hasEnded)]];
    }),
  );
  const { title, version, registry, language, enabling, setup, reading } = program;
  return {
    ...{ name, title, version, registry, package: program.package ?? name, language, setup, reading },
    recordedOn: new Date().toISOString().slice(0, 10),
    obeysByDefault: judge(byDefault.site, byDefault.hasEnded).outcome === 'rules',
    enabling,
    tokens: tokensOf(of('token').site),
    agents: agentsOf(of('2xx').site),
    keepsCrawlDelay: keepsDelay(of('crawl-delay').site, of('2xx').site),
    followsToForbidden: followsToForbidden(of('2xx').site) ?? null,
    rows,
  };
}

/** The existing record with the rows of ONLY run again. */
async function renewed(name) {
  const program = PROGRAMS[name];
  const place = await install(name, program);
  const before = existing(fileOf(program));
  for (const row of ONLY) {
    const { site, hasEnded } = await inTurn(() => visit(name, program, place, { row, obey: true }));
    before.rows[row] = judge(site, hasEnded);
  }
  return before;
}

async function visit(name, program, place, { row, obey }) {
  const site = await openOrigin({
    ...{ row: ROWS[row], tokens: program.tokens, ...nextAddresses(), port: PORT },
  });
  const folder = mkdtempSync(join(tmpdir(), 'crawler-'));
  const starts = (ROWS[row].starts ?? STARTS).map((path) => site.base + path);
  const env = {
    ...process.env,
    ...{ ORIGIN: site.base, OBEY: obey ? '1' : '', STARTS: JSON.stringify(starts), PLACE: place.folder },
    PAGES: JSON.stringify(site.pages.map((path) => site.base + path)),
    HOME: folder,
    PATH: `${join(place.folder, 'bin')}:${process.env.PATH}`,
  };
  const command = program.command
    ? program.command(starts, { folder, place: place.folder })
    : driverOf(name, program, place);
  const options = { env, cwd: folder, begun: site.begun };
  const hasEnded = await run(command, options, ROWS[row].seconds ?? LIMIT_SECONDS);
  site.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (process.env.DEBUG)
    console.log(
      name,
      row,
      obey,
      hasEnded,
      site.seen.map(({ method, path }) => `${method} ${path}`).join(', '),
    );
  return { site, hasEnded };
}

/** Runs a command at most so many seconds, counted anew when `begun` resolves; whether it ended by itself. */
function run([file, ...args], { begun, ...options }, seconds) {
  return new Promise((resolve, reject) => {
    const stdio = process.env.DEBUG === '2' ? ['ignore', 'inherit', 'inherit'] : 'ignore';
    const child = spawn(file, args, { ...options, stdio, detached: true });
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended.
      }
    };
    const timer = setTimeout(end, seconds * 1000);
    begun.then(() => timer.refresh());
    child.on('error', reject);
    child.on('exit', (_, signal) => {
      clearTimeout(timer);
      end();
      resolve(signal !== 'SIGKILL');
    });
  });
}

const waiting = [];
let running = 0;

/** Calls `work`, at most TOGETHER at the same time. */
async function inTurn(work) {
  if (running >= TOGETHER) await new Promise((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    if (waiting.length > 0) waiting.shift()();
    else running -= 1;
  }
}

/** Writes a record, and says which of its values changed since the one before. */
function write(record) {
  mkdirSync(RECORDS, { recursive: true });
  const file = fileOf(record);
  const [before, after] = [existing(file), JSON.parse(JSON.stringify(record))].map(valuesOf);
  const differing = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`);
  const told = before.name ? `changed: ${differing.join(', ') || 'nothing'}` : 'new';
  console.log(`${record.name} ${record.version}: ${told}`);
}

/** The values of a record by name, and those of its rows; all but its date. */
function valuesOf({ recordedOn, rows, ...rest } = {}) {
  return { ...rest, ...rows };
}

function fileOf({ name, version }) {
  return join(RECORDS, `${name}-${version}.json`);
}

function existing(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(PROGRAMS, name));
if (unknown.length > 0) {
  console.error(`no such program: ${unknown.join(', ')}; there are ${Object.keys(PROGRAMS).join(', ')}`);
  process.exit(2);
}
const names = wanted.length > 0 ? wanted : Object.keys(PROGRAMS);
await Promise.all(
  names.map(async (name) => {
    try {
      write(ONLY.length > 0 ? await renewed(name) : await record(name));
    } catch (error) {
      console.log(`${name}: not recorded: ${error.message}`);
      process.exitCode = 1;
    }
  }),
);
