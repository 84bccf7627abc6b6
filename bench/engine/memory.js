/**
 * Measures the memory of a rule set without its document: `node --expose-gc memory.js CASE [real folder]`. Runs in a
 * separate process, so that nothing else is counted. Prints the octets of the file and of memory, each per file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { compile, parse } from 'robots-exclusion';
import { groups, large, medium, small } from './files.js';

const [name, folder] = process.argv.slice(2);
const COUNTS = { small: 5000, medium: 1000, large: 30, groups: 200, real: 100_000 };

function bodies() {
  if (name !== 'real') return [{ small, medium, large, groups }[name]()];
  if (!folder) return [small(), medium()];
  const { urls } = small();
  return readdirSync(folder)
    .map((file) => ({ body: readFileSync(`${folder}/${file}`), agent: 'FooBot', urls }))
    .filter(({ body }) => body.length < 512_000);
}

function memory() {
  for (let index = 0; index < 4; index++) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const sources = bodies();
const count = COUNTS[name];
const kept = new Array(count).fill(undefined);
const questions = name === 'real' ? 20 : 1000;
// Runs once before the measurement, because memory that the library allocates once must not count for a file.
ask(compile(parse(Buffer.from(sources[0].body)), sources[0].agent), sources[0].urls);
let octets = 0;
const before = memory();
for (let index = 0; index < count; index++) {
  const { body, agent, urls } = sources[index % sources.length];
  octets += body.length;
  kept[index] = compile(parse(new Uint8Array(body)), agent);
  ask(kept[index], urls);
}
const after = memory();
console.log(JSON.stringify({ file: octets / count, kept: (after - before) / count, count: kept.length }));

function ask(rules, urls) {
  for (let index = 0; index < questions; index++) rules.allows(urls[index % urls.length]);
}
