/**
 * Runs real crawlers on loopback sites: `npm run test:crawlers [-- NAME…]`. Each crawler runs once with its own support
 * for robots.txt and once with this project's adapter, and the sites' records are compared. `-- --ours` omits the runs
 * without the adapter. `-- --write` updates the rows of these crawlers in the table of docs/integrations.md. Crawlers
 * are installed into a separate folder. If a crawler cannot be installed, the run fails if CI=true, and otherwise
 * reports the crawler as skipped.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, installNode, installPython, PROGRAMS, pathOf, skip } from './install.js';
import { openSites, reportOf } from './sites.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/integrations.md');
const MOST_SECONDS = 60;
/** Slightly less than the delay of 1 s, because a site records a request only after reading it. */
const LEAST_GAP_MS = 990;

await main();

async function main() {
  const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  const names = wanted.length > 0 ? wanted : Object.keys(PROGRAMS);
  const unknown = names.find((name) => !Object.hasOwn(PROGRAMS, name));
  if (unknown !== undefined)
    throw new Error(`Unknown crawler: ${unknown}. Expected: ${Object.keys(PROGRAMS).join(', ')}`);
  const chromium = ['chromium', 'chromium-browser', 'google-chrome'].map(pathOf).find(Boolean);
  installNode(names.flatMap((name) => PROGRAMS[name].packages ?? []));
  const python = names.some((name) => PROGRAMS[name].isPython) ? await installPython() : undefined;
  const rows = [];
  for (const name of names) {
    const program = PROGRAMS[name];
    const lacks =
      program.isBrowser && !chromium ? 'Chromium' : program.isPython && !python ? 'Python' : undefined;
    if (lacks !== undefined) {
      skip(`${name} wants ${lacks}`);
      continue;
    }
    if (process.argv.includes('--ours')) {
      judge(name, await run(name, 'ours', { chromium, python }));
      continue;
    }
    let own = await run(name, 'own', { chromium, python });
    const isHeldUp = Number.isNaN(own.cpu);
    if (isHeldUp) own = await run(name, 'own', { chromium, python, without: 'robots.txt hangs' });
    const ours = await run(name, 'ours', { chromium, python });
    judge(name, ours);
    rows.push({ program, own, ours, isHeldUp });
  }
  if (process.argv.includes('--write')) write(rows);
}

function judge(name, { forbidden, missed, again, mostRobots, shortestGapMs, shortestGap }) {
  const wrong = [
    ...(forbidden.length > 0 ? [`requested ${forbidden.join(', ')}`] : []),
    ...(missed.length > 0 ? [`missed ${missed.join(', ')}`] : []),
    ...(again.length > 0 ? [`requested again ${again.join(', ')}`] : []),
    ...(mostRobots > 1 ? [`requested one robots.txt ${mostRobots} times`] : []),
    ...(shortestGapMs < LEAST_GAP_MS ? [`a gap of ${Math.round(shortestGapMs)} ms from ${shortestGap}`] : []),
  ];
  for (const what of wrong) console.log(`  FAILED ${name}: ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
}

async function run(name, mode, { chromium, python, without }) {
  const program = PROGRAMS[name];
  const sites = await openSites(without);
  const script = program.isPython ? 'python_program.py' : 'node-program.js';
  const file = join(ROOT, 'integrations/crawlers', script);
  const env = {
    ...process.env,
    ...environment(chromium),
    SEEDS: JSON.stringify(sites.seeds),
  };
  try {
    const cpu = await cpuOf(program.isPython ? python : process.execPath, [file, name, mode], env);
    const report = { ...reportOf(sites, program.isBrowser), cpu };
    const { forbidden, missed, again, mostRobots, shortestGapMs, pages } = report;
    console.log(
      `${name} ${mode}: ${forbidden.length} forbidden, ${pages - missed.length} of ${pages} pages, ${again.length} again, ` +
        `robots.txt at most ${mostRobots} times, shortest gap ${Math.round(shortestGapMs)} ms, CPU ${cpu.toFixed(1)} s`,
    );
    return report;
  } finally {
    await sites.close();
  }
}

/** CPU seconds of a program, including the child processes that it waited for. */
function cpuOf(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', '"$@"; code=$?; times >&3; exit $code', 'bash', command, ...args], {
      ...{ env, stdio: ['ignore', 'inherit', 'inherit', 'pipe'], detached: true },
    });
    let text = '';
    child.stdio[3].on('data', (part) => {
      text += part;
    });
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), MOST_SECONDS * 1000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const [, name, mode] = args;
      if (code !== 0) console.log(`  ${name} ${mode} ${code === null ? 'was ended' : `ended with ${code}`}`);
      if (code !== 0 && mode === 'ours') process.exitCode = 1;
      if (code !== 0) return resolve(Number.NaN);
      const children = text.trim().split('\n').at(-1) ?? '';
      const seconds = Array.from(children.matchAll(/(\d+)m([\d.]+)s/g), ([, m, s]) => m * 60 + Number(s));
      resolve(seconds.reduce((sum, each) => sum + each, 0));
    });
  });
}

/** Updates the table. Rows of crawlers that did not run are kept. */
function write(rows) {
  const marked = /<!-- made by integrations\/crawlers\/run\.js -->\n[\s\S]*?<!-- end -->/;
  const text = readFileSync(PAGE, 'utf8');
  const before = marked.exec(text)?.[0].split('\n');
  if (before === undefined) throw new Error('docs/integrations.md has no place for the table');
  const made = new Map(rows.map((row) => [row.program.title, lineOf(row)]));
  const rowOf = ({ title }) => made.get(title) ?? before.find((line) => isRowOf(line, title)) ?? [];
  const table = [
    '| Crawler (its own support) | Forbidden requests | Allowed pages fetched | Shortest gap at Crawl-delay 1 s | CPU ratio |',
    '|---|---|---|---|---:|',
    ...Object.values(PROGRAMS).flatMap(rowOf),
  ].join('\n');
  writeFileSync(
    PAGE,
    text.replace(marked, `<!-- made by integrations/crawlers/run.js -->\n${table}\n<!-- end -->`),
  );
}

function lineOf({ program, own, ours, isHeldUp }) {
  const cells = [
    `${program.title}${program.own ? ` (\`${program.own}\`)` : ''}${isHeldUp ? ' ¹' : ''}`,
    `${own.forbidden.length} → ${ours.forbidden.length}`,
    `${own.pages - own.missed.length} → ${ours.pages - ours.missed.length} of ${ours.pages}`,
    `${gap(own)} → ${gap(ours)}`,
    Number.isNaN(own.cpu) ? '–' : (ours.cpu / own.cpu).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

function isRowOf(line, title) {
  return line.startsWith(`| ${title} (`) || line.startsWith(`| ${title} |`);
}

function gap({ shortestGapMs }) {
  return Number.isFinite(shortestGapMs) ? `${(shortestGapMs / 1000).toFixed(2)} s` : '–';
}
