/**
 * `npm run bench`: compares this library with its npm peers in one process, in turns. Reports medians and ratios.
 *
 * Options: `--quick` runs fewer rounds and does not measure memory. `--write` stores the results in
 * `bench/results/engine.json` and the growth pictures in `docs/`. `--peer 'COMMAND'` adds a program that reads batch
 * NDJSON from stdin and writes one line for each question (`docs/engine.md` explains how to write one).
 * `ROBOTS_CORPUS` names a folder with real files in `robots/`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { externalTimes } from './engine/external.js';
import * as files from './engine/files.js';
import { measureGrowth } from './engine/growth.js';
import { hostileShapes } from './engine/hostile.js';
import { cycling, inUnits, medians, neverSeen } from './engine/measure.js';
import { pagesOf } from './engine/pages.js';
import { implementations } from './engine/peers.js';
import { reportText, targetText } from './engine/report.js';
import { changes } from './engine/table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const RESULTS = here('./results/engine.json');
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, peer: { type: 'string' } },
});
const timing = options.quick ? { rounds: 3, leastNs: 1e7 } : { rounds: 9, leastNs: 3e7 };
/** Warms up for two seconds, because a large rule set builds states for half a million questions. */
const warmTiming = { ...timing, warmUpNs: 2e9 };
const peers = await implementations();
const [ours] = peers;
const results = {};
const hostile = {};
const external = {};
const note = (title, times) => {
  results[title] = times;
  process.stderr.write(`${title}: ${Object.values(times).map(inUnits).join(', ')}\n`);
};
const generated = [files.small(), files.medium(), files.large(), files.largePrefix(), files.groups()];

measureReal();
for (const file of generated) await measureFile(file);
measureNeverSeen();
measureHostile();
const growth = measureGrowth(ours, { timing, warmTiming, isQuick: options.quick ?? false });
const memory = options.quick ? {} : measureMemory();
if (options.peer) await measureExternal(options.peer);
report();

function corpus() {
  const folder = process.env.ROBOTS_CORPUS;
  if (!folder || !existsSync(`${folder}/robots`)) {
    console.error('real files: skipped, ROBOTS_CORPUS names no folder with robots/');
    return [];
  }
  return readdirSync(`${folder}/robots`)
    .map((name) => readFileSync(`${folder}/robots/${name}`))
    .filter((body) => body.length <= 512_000);
}

function measureReal() {
  const bodies = corpus();
  if (bodies.length === 0) return;
  const url = 'https://www.example.com/products/list.html';
  const each = (make) => {
    const runs = bodies.map(make);
    return () => {
      for (const run of runs) run(url);
    };
  };
  const perFile = (times) =>
    Object.fromEntries(Object.entries(times).map(([name, ns]) => [name, ns / bodies.length]));
  const peersHere = peers.filter(({ parse, backtracks }) => parse && !backtracks);
  const octets = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length;
  const title = `real (${bodies.length} files, ${octets.toFixed(0)} octets on average)`;
  note(
    `one-shot, ${title}`,
    perFile(
      medians(
        peersHere.map((p) => [p.name, each((b) => p.oneShot(b, 'FooBot'))]),
        timing,
      ),
    ),
  );
  note(
    `parse, ${title}`,
    perFile(
      medians(
        peersHere.map((p) => [p.name, each((b) => p.parse(b))]),
        timing,
      ),
    ),
  );
}

async function measureFile({ name, body, agent, urls }) {
  const parsing = peers.filter(({ parse }) => parse);
  note(
    `parse, ${name}`,
    medians(
      parsing.map((peer) => [peer.name, peer.parse(body)]),
      timing,
    ),
  );
  note(
    `one-shot, ${name}`,
    medians(
      parsing.map((peer) => [peer.name, cycling(peer.oneShot(body, agent), urls)]),
      timing,
    ),
  );
  const runs = [];
  for (const peer of peers) runs.push([peer.name, cycling(await peer.warm(body, agent), urls)]);
  note(`warm, ${name}`, medians(runs, warmTiming));
}

/** Measures verdicts about URLs that were not checked before, because a crawler checks each URL only once. */
function measureNeverSeen() {
  for (const { name, body, agent, more } of generated.slice(0, 3)) {
    const asks = peers.slice(0, 2).map((peer) => [peer.name, peer.warm(body, agent)]);
    note(`URLs never seen, ${name}`, neverSeen(asks, more, options.quick ? 40 : 160));
  }
}

/**
 * Backtracking peers would never finish most of these shapes. Among the peers, only robots-parser is measured, and only
 * on listed shapes.
 */
function measureHostile() {
  for (const { name, body, agent, url, isListed, attacks } of hostileShapes()) {
    const asked = peers.slice(0, isListed ? 2 : 1);
    const runs = asked.map((peer) => [peer.name, cycling(peer.warm(body, agent), [url])]);
    const [warm, peer] = Object.values(medians(runs, { rounds: 5, leastNs: 1e7 }));
    const run = () => ours.warm(Buffer.from(body), agent)(url);
    const first = medians([[ours.name, run]], { rounds: 3, leastNs: 1e6 })[ours.name];
    hostile[name] = { attacks, isListed, urlOctets: url.length, warm, first, ...(peer && { peer }) };
    process.stderr.write(`hostile, ${name}: ${[warm, peer, first].map(inUnits).join(', ')}\n`);
  }
}

function measureMemory() {
  const folder = process.env.ROBOTS_CORPUS ? [`${process.env.ROBOTS_CORPUS}/robots`] : [];
  const found = {};
  for (const name of ['small', 'medium', 'large', 'groups', 'real']) {
    const output = execFileSync(process.execPath, [
      '--expose-gc',
      here('./engine/memory.js'),
      name,
      ...folder,
    ]);
    found[name] = JSON.parse(output);
    console.error(`memory, ${name}: ${found[name].kept.toFixed(0)} of ${found[name].file.toFixed(0)} octets`);
  }
  return found;
}

async function measureExternal(command) {
  for (const file of generated.slice(0, 3)) {
    external[file.name] = await externalTimes(command, file);
    console.error(`NDJSON, ${file.name}: ${Object.values(external[file.name]).map(inUnits).join(', ')}`);
  }
}

function report() {
  const found = {
    machine: `${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}, Node.js ${process.version}`,
    date: new Date().toISOString().slice(0, 10),
    command: `node bench/run.js ${process.argv.slice(2).join(' ')}`,
    rounds: timing.rounds,
    results,
    hostile,
    growth,
    memory,
    external,
    urlsInTurn: Object.fromEntries(generated.map(({ name, urls }) => [name, urls.length])),
  };
  console.log(`${reportText(found)}\n\n${targetText(found)}`);
  const before = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : undefined;
  const changed = changes(results, before?.results);
  if (changed.length > 0) console.log(`\nSince the last committed run:\n\n- ${changed.join('\n- ')}`);
  if (options.write) write(found);
}

function write(found) {
  writeFileSync(RESULTS, `${JSON.stringify(found, null, 1)}\n`);
  for (const { file, text } of pagesOf(found)) writeFileSync(file, text);
}
