/**
 * Asks the Erlang module `robots` in the folder that the first argument names. Erlang before 27 cannot parse JSON, so
 * questions and answers are lines of words. The module accepts a path instead of a URL, so it gets everything after the
 * host.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , folder] = process.argv;
const ORIGIN = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

const erlang = spawn('erl', ['-noinput', '-pa', folder, '-s', 'ask_robots', 'main'], {
  cwd: folder,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const ids = [];
const asking = ask();
for await (const word of createInterface({ input: erlang.stdout })) {
  const reply = { id: ids.shift(), ...replyOf(word) };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
process.stdin.destroy();
await asking;

async function ask() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, robotsBase64, agent, url } = JSON.parse(line);
    ids.push(id);
    erlang.stdin.write(
      `${[robotsBase64, base64(agent), base64(url.replace(ORIGIN, '') || '/')].join(' ')}\n`,
    );
  }
  erlang.stdin.end();
}

function replyOf(word) {
  return word === 'true' || word === 'false'
    ? { allow: word === 'true' }
    : { error: { code: 'error', message: word } };
}

function base64(text) {
  return Buffer.from(text).toString('base64');
}
