/**
 * `npm run bench:audit`: measures how many lines of a gzip log an audit reads per second, compared with a program that
 * only splits the log into lines, and with GoAccess if it is installed. Also measures memory for logs of several
 * lengths. `--write` stores the output in `bench/results/audit.txt`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import { audit, readRanges, timeline } from '@robots-exclusion/audit';
import { logFile } from '@robots-exclusion/audit/node';

const LINES = 250_000;
/** Lengths of the logs for the memory measurement, in gzip members. */
const LENGTHS = [1, 4, 16];
const AGENTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  ...Array.from(
    { length: 17 },
    (_, index) =>
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${120 + index}.0.0.0 Safari/537.36`,
  ),
];

const printed = [];
if (process.argv[2] === '--memory') await reportMemory(process.argv[3]);
else await compare();
if (process.argv.includes('--write'))
  writeFileSync(new URL('./results/audit.txt', import.meta.url), `${printed.join('\n')}\n`);

function print(line) {
  printed.push(line);
  console.log(line);
}

async function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'robots-bench-audit-'));
  try {
    const path = join(folder, 'access.log.gz');
    const octets = writeLog(path, 1);
    print(
      `Node.js ${process.version}, ${cpus()[0]?.model}; ${LINES} Combined lines, ${mib(octets)} MiB, ${mib(statSync(path).size)} MiB gzip`,
    );
    const rows = [
      ['split lines', await cpuOf(() => splitOnly(path))],
      ['audit', await cpuOf(() => auditFile(path))],
    ];
    for (const [name, ms] of rows) print(row(name, ms, rows[0][1]));
    goAccess(path);
    memory(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A line of the log. There are a million addresses, and crawlers sent a tenth of the lines. */
function lineOf(index) {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const address = `${20 + (mixed % 180)}.${(mixed >>> 8) & 255}.${(mixed >>> 16) & 255}.${(mixed >>> 4) & 255}`;
  const seconds = Math.floor(index / 20) % 86_400;
  const two = (number) => String(number).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const url =
    index % 997 === 0
      ? '/robots.txt'
      : `/section-${mixed % 50}/page-${(mixed >>> 7) % 100_000}?q=${mixed % 7}`;
  return `${address} - - [05/Nov/2026:${clock} +0000] "GET ${url} HTTP/1.1" 200 ${mixed % 90_000} "https://www.example.com/section-${mixed % 11}" "${AGENTS[(mixed >>> 3) % AGENTS.length]}"\n`;
}

/** Writes a log of several gzip members. Returns the octets of the last member. */
function writeLog(path, members) {
  writeFileSync(path, '');
  let octets = 0;
  for (let member = 0; member < members; member++) {
    const lines = Array.from({ length: LINES }, (_, index) => lineOf(member * LINES + index));
    const text = Buffer.from(lines.join(''));
    appendFileSync(path, gzipSync(text));
    octets = text.length;
  }
  return octets;
}

function history() {
  return timeline([
    { from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nDisallow: /section-1/\nDisallow: /*?q=3\n' },
    {
      from: '2026-11-05T00:00:00Z',
      body: 'User-agent: *\nDisallow: /section-2/\n\nUser-agent: GPTBot\nDisallow: /\n',
    },
  ]);
}

function auditFile(path) {
  const evidence = { ranges: readRanges({ GPTBot: ['20.0.0.0/8'], Googlebot: ['66.0.0.0/8'] }) };
  return audit([logFile(path)], { timeline: history(), evidence });
}

/** Does the least that any log reader must do: decompresses, decodes text, and finds line ends. */
async function splitOnly(path) {
  let lines = 0;
  let carry = '';
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    const parts = (carry + chunk.latin1Slice()).split('\n');
    carry = parts.pop();
    lines += parts.length;
  }
  return lines;
}

/** Milliseconds of CPU time, the minimum of three runs. */
async function cpuOf(job) {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    await job();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function row(name, ms, base) {
  const perMinute = (LINES / ms) * 60_000;
  return `${name.padEnd(12)} ${String(Math.round(ms)).padStart(6)} ms CPU  ${(perMinute / 1e6).toFixed(1).padStart(6)} million lines a minute and core  ${(ms / base).toFixed(1)} ×`;
}

/**
 * GoAccess gets plain text, because its gzip support cannot be enabled. The time is that of the whole GoAccess process.
 */
function goAccess(path) {
  if (spawnSync('goaccess', ['--version']).error) return print('goaccess     skipped: not installed');
  const plain = path.replace(/\.gz$/, '');
  execFileSync('sh', ['-c', 'gunzip -c "$1" > "$2"', 'sh', path, plain]);
  const { stderr } = spawnSync(
    'sh',
    [
      '-c',
      'time -p goaccess "$1" --log-format=COMBINED --no-global-config --no-progress -o "$1.json"',
      'sh',
      plain,
    ],
    { encoding: 'utf8' },
  );
  const seconds = [...stderr.matchAll(/^(?:user|sys) ([\d.]+)$/gm)].reduce(
    (sum, [, text]) => sum + Number(text),
    0,
  );
  return print(`goaccess     ${String(Math.round(seconds * 1000)).padStart(6)} ms CPU, from plain text`);
}

/** Measures each length in a separate process, so that no run counts the memory of another. */
function memory(folder) {
  for (const times of LENGTHS) {
    const path = join(folder, `memory-${times}.log.gz`);
    writeLog(path, times);
    const { stdout } = spawnSync(process.execPath, [import.meta.filename, '--memory', path], {
      encoding: 'utf8',
    });
    print(`${String(LINES * times).padStart(9)} lines: ${stdout.trim()} MiB at most`);
  }
}

async function reportMemory(path) {
  await auditFile(path);
  console.log(mib(process.resourceUsage().maxRSS * 1024));
}

function mib(octets) {
  return (octets / 1048576).toFixed(0);
}
