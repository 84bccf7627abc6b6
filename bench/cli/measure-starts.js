/** Starts commands and measures the CPU time of each process, which other work on the machine changes little. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const robots = here('../../packages/cli/bin/robots.js');
const shop = here('../../examples/shop/robots.txt');
/** The module that reports the CPU time of a process when the process exits. */
const preload = here('./report-usage.cjs');
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

/** The minimum of `runs` for each command. Commands take turns. */
export async function measureStarts(runs) {
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
