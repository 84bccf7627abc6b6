/**
 * Measures each store with a million origins: octets per record, writes and reads per second, and the memory of the
 * process.
 *
 *     npm run bench:store -- [--origins N] [--stores lmdb,redis,…] [--reads N]
 *
 * Each store runs in a separate process. Redis is measured if `redis-server` is on the PATH. Keyv on SQLite or on a
 * file is measured if `@keyv/sqlite` or `keyv-file` can be imported from here or from the folder that
 * ROBOTS_BENCH_MODULES names. This project does not install these two packages, because nothing else needs them.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureStore } from './store/measure.js';
import { stores } from './store/stores.js';

const { values } = parseArgs({
  options: {
    origins: { type: 'string', default: '1000000' },
    reads: { type: 'string', default: '200000' },
    stores: { type: 'string', default: [...stores.keys()].join(',') },
    child: { type: 'string' },
  },
});
const task = { origins: Number(values.origins), reads: Number(values.reads) };

if (values.child !== undefined) {
  const report = await measureStore(stores.get(values.child), task);
  process.send(report, () => process.exit(0));
} else {
  const names = values.stores.split(',');
  for (const name of names)
    if (!stores.has(name))
      throw new RangeError(`Cannot measure "${name}": expected ${[...stores.keys()].join(', ')}`);
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${versions()}`);
  console.log(
    `${task.origins} origins, ${task.reads} reads at random; \`npm run bench:store -- --origins ${task.origins} --reads ${task.reads}\`\n`,
  );
  console.log(
    '| Store | Origins | Octets of a record | Octets kept per record | Writes/s | Reads/s, one by one | Reads/s, 64 at once | Process memory | Mapped file pages | Server memory |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const name of names) console.log(row(name, await measured(name)));
}

/** Runs a separate process. Returns the report of the process, or the reason why the store was not measured. */
function measured(name) {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [...process.argv.slice(2), '--child', name], {
      execArgv: ['--expose-gc'],
    });
    child.once('message', resolve);
    child.once('exit', (code, signal) => resolve({ reason: `ended with ${code ?? signal}` }));
  });
}

function row(name, report) {
  if (report.reason !== undefined) return `| ${name} | not measured: ${report.reason} | | | | | | | | |`;
  const {
    origins,
    recordBytes,
    keptBytes,
    writes,
    reads,
    readsAtOnce,
    memoryBytes,
    mappedBytes,
    serverBytes,
  } = report;
  const numbers = [origins, recordBytes, keptBytes, writes, reads, readsAtOnce].map((number) =>
    Math.round(number).toLocaleString('en'),
  );
  return `| ${name} | ${[...numbers, megabytes(memoryBytes), megabytes(mappedBytes), megabytes(serverBytes)].join(' | ')} |`;
}

function megabytes(bytes) {
  return bytes === undefined ? '–' : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

function versions() {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url)));
  return ['lmdb', 'ioredis', 'keyv']
    .map((name) => `${name} ${packages[`node_modules/${name}`]?.version}`)
    .join(', ');
}
