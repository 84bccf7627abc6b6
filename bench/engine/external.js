/**
 * Compares a program in any language with `robots batch`. Both read the same NDJSON from stdin, one question per
 * line (`{"id":1,"robots":"User-agent: …","agent":"FooBot","url":"https://…"}`), and write one line for each.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median } from './measure.js';

const MOST_QUESTIONS = 20_000;
const MOST_OCTETS = 2e7;
const ROUNDS = 3;
const OURS = `"${process.execPath}" "${fileURLToPath(new URL('../../packages/cli/bin/robots.js', import.meta.url))}" batch`;

/** Median nanoseconds per question, without start-up time. Each question contains the text of the robots.txt. */
export async function externalTimes(command, { body, agent, urls }) {
  const robots = body.toString('utf8');
  const count = Math.max(20, Math.min(MOST_QUESTIONS, Math.floor(MOST_OCTETS / body.length)));
  const lines = Array.from({ length: count }, (_, id) =>
    JSON.stringify({ id, robots, agent, url: urls[id % urls.length] }),
  );
  const commands = { 'robots batch': OURS, [command]: command };
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, line] of Object.entries(commands)) {
      const startUp = await answered(line, lines.slice(0, 1));
      times[name].push(((await answered(line, lines)) - startUp) / (count - 1));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, found]) => [name, median(found)]));
}

/** Nanoseconds until the program has answered all lines and exited. */
async function answered(command, lines) {
  const start = process.hrtime.bigint();
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  let answers = 0;
  child.stdout.on('data', (chunk) => {
    for (const octet of chunk) if (octet === 10) answers++;
  });
  // Ignores errors of a program that exits early, which is recognized by the number of its answers.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  for (const line of lines) {
    if (child.stdin.write(`${line}\n`)) continue;
    await Promise.race([once(child.stdin, 'drain'), closed]);
    if (child.stdin.destroyed) break;
  }
  child.stdin.end();
  const [code] = await closed;
  if (answers !== lines.length || code !== 0) {
    throw new Error(`${command}: expected ${lines.length} lines and exit code 0, got ${answers} and ${code}`);
  }
  return Number(process.hrtime.bigint() - start);
}
