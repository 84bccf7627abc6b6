/**
 * Measures how long commands take to start: CPU time of whole processes, compared with an empty one. Runs are
 * interleaved, and the minimum counts.
 *
 *     node bench/cli.js            a table: command, milliseconds of CPU time, and the ratio to `node -e 0`
 *     node bench/cli.js --runs 40  more runs, on a busy machine
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const robots = here('../packages/cli/bin/robots.js');
const shop = here('../examples/shop/robots.txt');
/** The module that reports the CPU time of a process when the process exits. */
const preload = here('./cli/report-usage.cjs');
const record =
  '{"id":1,"robots":"User-agent: *\\nDisallow: /x\\n","agent":"FooBot","url":"https://example.com/x"}\n';

const commands = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'robots --version', args: [robots, '--version'] },
  {
    name: 'robots check /cart/ --robots',
    args: [robots, 'check', '/cart/', '--robots', shop, '--agent', 'FooBot'],
  },
  { name: 'robots batch, one record', args: [robots, 'batch'], input: record },
  { name: 'robots lint', args: [robots, 'lint', shop] },
];

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const runs = Number(values.runs);
const rows = await measureStarts(runs);
const [{ cpuMs: empty }] = rows;

console.log(`Node ${process.version}, ${runs} runs each\n`);
console.log('| command | CPU ms | ratio | answers after ms |\n|---|--:|--:|--:|');
for (const { name, cpuMs, firstOctetMs } of rows) {
  const after = firstOctetMs === Number.POSITIVE_INFINITY ? '' : firstOctetMs.toFixed(0);
  console.log(`| \`${name}\` | ${cpuMs.toFixed(0)} | ${(cpuMs / empty).toFixed(2)} | ${after} |`);
}

/** The minimum of `runs` for each command. Commands take turns. */
async function measureStarts(runs) {
  const rows = commands.map(({ name }) => ({
    name,
    cpuMs: Number.POSITIVE_INFINITY,
    firstOctetMs: Number.POSITIVE_INFINITY,
  }));
  for (let run = 0; run < runs; run++) {
    for (const [at, command] of commands.entries()) {
      const { cpuMs, firstOctetMs } = await start(command);
      rows[at].cpuMs = Math.min(rows[at].cpuMs, cpuMs);
      rows[at].firstOctetMs = Math.min(rows[at].firstOctetMs, firstOctetMs);
    }
  }
  return rows;
}

async function start({ args, input = '' }) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', preload, ...args], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  });
  let firstOctetMs = Number.POSITIVE_INFINITY;
  let used = '';
  child.stdout.on('data', () => {
    firstOctetMs = Math.min(firstOctetMs, performance.now() - started);
  });
  child.stdio[3].on('data', (chunk) => {
    used += chunk;
  });
  child.stdin.end(input);
  await once(child, 'close');
  return { cpuMs: Number(used) / 1000, firstOctetMs };
}
