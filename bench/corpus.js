/**
 * Measures how fast programs read archives of robots.txt captures: `npm run bench:corpus -- --records 40000`. First,
 * each program runs in a separate process. The bench reports the CPU time of the first pass, during which Node compiles
 * the code, and of the second pass. Both are medians of three runs. Then it compares the whole command with `zcat`,
 * Rust and Python. These figures include child processes, and are minima of three rounds. PEERS may name a folder with
 * npm's `warcio` and `robots-parser`; PYTHON may name a Python with `warcio` and `protego` (default: python3). The Rust
 * program is built for the run. Programs that are not available are skipped, and their names are printed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeWarc } from './corpus/make-warc.js';

const { values } = parseArgs({ options: { records: { type: 'string', default: '40000' } } });
const records = Number(values.records);
const folder = mkdtempSync(join(tmpdir(), 'robots-bench-'));
const file = join(folder, 'bench.warc.gz');
const program = fileURLToPath(new URL('corpus/programs.js', import.meta.url));
const script = fileURLToPath(new URL('corpus/warcio-protego.py', import.meta.url));
const ROUNDS = 3;

try {
  const octets = makeWarc(file, records, process.env.ROBOTS_CORPUS);
  const { PEERS } = process.env;
  const python = pythonWith(['warcio', 'protego']);
  const rust = buildRust(folder);
  const programs = {
    '(a) gunzip': [process.execPath, [program, 'gunzip', file]],
    '(b) gunzip and split': [process.execPath, [program, 'split', file]],
    readWarc: [process.execPath, [program, 'read', file]],
    'outcome and one crawler': [process.execPath, [program, 'outcome', file]],
    'all columns': [process.execPath, [program, 'rows', file]],
    ...(PEERS && { '(c) warcio and robots-parser': [process.execPath, [program, 'warcio', file]] }),
    ...(python && { '(d) Python warcio and protego': [python, [script, file]] }),
  };
  console.log(
    `${process.version}, ${cpus()[0]?.model}; ${records} records, ${mb(statSync(file).size)} MB gzip, ${mb(octets)} MB`,
  );
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  const memory = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [command, args]] of Object.entries(programs)) {
      const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      const { first, again = first, rssMb } = JSON.parse(stdout);
      times[name].push({ first, again });
      memory[name] = rssMb;
    }
  }
  const split = medians(times['(b) gunzip and split']);
  const rows = Object.entries(times).map(([name, all]) => {
    const { first, again } = medians(all);
    return {
      program: name,
      'µs/record': fixed((first * 1000) / records),
      'again µs': fixed((again * 1000) / records),
      'again records/s': Math.round((records / again) * 1000),
      'again MB/s': fixed(octets / 1e3 / again),
      'beside (b)': (split.first / first).toFixed(2),
      'again beside (b)': (split.again / again).toFixed(2),
      'MB of memory': Math.round(memory[name]),
    };
  });
  console.table(rows);
  console.table(besideZcat(python, rust));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Compares `robots warc`, which writes NDJSON, with `zcat`. Both take turns, so that other work of the machine affects
 * both.
 */
function besideZcat(python, rust) {
  const robots = fileURLToPath(new URL('../packages/cli/bin/robots.js', import.meta.url));
  const three = ['--columns', 'url,outcome,crawlers'];
  const [one, many] = [
    ['--agent', 'GPTBot'],
    ['--agents', 'registry:training'],
  ];
  const command = (...options) => [process.execPath, [robots, 'warc', file, ...options]];
  const runs = {
    zcat: ['zcat', [file]],
    ...(rust && { 'Rust: flate2 and fast-robots, 5 columns': [rust, [file]] }),
    ...(python && { 'Python: warcio and protego, a verdict': [python, [script, file]] }),
    '3 columns, 1 crawler': command(...three, ...one),
    '3 columns, registry:training': command(...three, ...many),
    'all columns, 1 crawler': command(...one),
    'all columns, registry:training': command(...many),
  };
  const least = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [executable, args]] of Object.entries(runs)) {
      least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, cpuOf(executable, args));
    }
  }
  return Object.entries(least).map(([name, ms]) => {
    return { command: name, 'CPU s': (ms / 1000).toFixed(2), 'beside zcat': (ms / least.zcat).toFixed(2) };
  });
}

function medians(passes) {
  const of = (pass) => median(passes.map((one) => one[pass]));
  return { first: of('first'), again: of('again') };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function mb(octets) {
  return (octets / 1e6).toFixed(0);
}

function fixed(number) {
  return number.toFixed(1);
}

/** Runs a program and discards its output. @throws {Error} If it fails. */
function cpuOf(command, args) {
  const timed = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const { stderr, status } = spawnSync('bash', ['-c', timed, 'bash', command, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${status}`);
  const [user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds.replace(',', '.')));
  return (user + system) * 1000;
}

/** The Python that PYTHON names, or python3; undefined if it lacks one of the modules. */
function pythonWith(modules) {
  const python = process.env.PYTHON ?? 'python3';
  const { status } = spawnSync(python, ['-c', `import ${modules.join(', ')}`]);
  if (status === 0) return python;
  return leftOut(`Python: ${python} does not have ${modules.join(' and ')}`);
}

/** Builds the program of `rust` in this folder; undefined if the build is not possible. */
function buildRust(folder) {
  const manifest = fileURLToPath(new URL('corpus/rust/Cargo.toml', import.meta.url));
  const args = ['build', '--release', '--quiet', '--locked', '--manifest-path', manifest];
  const env = { ...process.env, CARGO_TARGET_DIR: folder };
  const { status, stderr } = spawnSync('cargo', args, { env, encoding: 'utf8' });
  if (status === 0) return join(folder, 'release', 'flate2-fast-robots');
  return leftOut(`Rust: ${stderr?.trim() || 'there is no cargo'}`);
}

function leftOut(reason) {
  console.error(`Left out: ${reason}`);
}
