/** Ends its own process with SIGKILL before, during or after one step of sending an event or writing to a folder. */
import { writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { KILL_AT, KILL_IN = '', KILL_FETCH = '' } = process.env;
let steps = 0;

function step(half = () => {}) {
  if (++steps !== Number(KILL_AT)) return;
  half();
  process.kill(process.pid, 'SIGKILL');
}

for (const name of ['writeFile', 'rename', 'mkdir']) {
  const real = promises[name];
  promises[name] = async (file, ...rest) => {
    if (!String(file).startsWith(KILL_IN)) return real(file, ...rest);
    step();
    if (name === 'writeFile') step(() => writeFileSync(file, rest[0].slice(0, rest[0].length / 2)));
    const result = await real(file, ...rest);
    step();
    return result;
  };
}
syncBuiltinESMExports();

const { fetch } = globalThis;
globalThis.fetch = async (url, options) => {
  if (!String(url).startsWith(KILL_FETCH)) return fetch(url, options);
  step();
  const response = await fetch(url, options);
  step();
  return response;
};
