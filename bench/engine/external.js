/** A program of any language beside this library: it reads batch NDJSON and answers a line for each. */
import { spawn } from 'node:child_process';

const QUESTIONS = 20_000;

/** Nanoseconds a question, start-up included, for a file of which every question carries the text. */
export async function externalPeer(command, { body, agent, urls }) {
  const robots = body.toString('latin1');
  const count = Math.max(20, Math.min(QUESTIONS, Math.floor(2e7 / robots.length)));
  const start = process.hrtime.bigint();
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  let lines = 0;
  child.stdout.on('data', (chunk) => {
    for (const octet of chunk) if (octet === 10) lines++;
  });
  for (let id = 0; id < count; id++) {
    const line = `${JSON.stringify({ id, robots, agent, url: urls[id % urls.length] })}\n`;
    if (!child.stdin.write(line)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  }
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  const took = Number(process.hrtime.bigint() - start);
  if (lines !== count) throw new Error(`${command}: expected ${count} lines, got ${lines}`);
  return { [command]: took / count };
}
