/**
 * Measures how long commands take to start: CPU time of whole processes, compared with an empty one. Runs are
 * interleaved, and the minimum counts.
 *
 *     node bench/cli.js            a table: command, milliseconds of CPU time, and the ratio to `node -e 0`
 *     node bench/cli.js --runs 40  more runs, on a busy machine
 */
import { parseArgs } from 'node:util';
import { measureStarts } from './cli/measure-starts.js';

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
