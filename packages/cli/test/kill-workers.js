/**
 * Kills worker processes with SIGKILL while they work on a piece of the run, after another piece is finished. The first
 * `KILL_TIMES` workers are killed; the file `KILL_LOG` counts them. The folder `KILL_IN` contains the finished pieces.
 */
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';

const { KILL_TIMES, KILL_LOG = '', KILL_IN = '' } = process.env;
/** Pause between two checks of the folder, in milliseconds. */
const PAUSE_MS = 5;

const killed = existsSync(KILL_LOG) ? statSync(KILL_LOG).size : 0;
// Only workers have a channel to a parent process. This listener receives the first message, which Node.js would
// otherwise keep for the worker's own listener.
if (process.send && killed < Number(KILL_TIMES)) process.once('message', killWithPiece);

function killWithPiece() {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!readdirSync(KILL_IN).some((name) => name.endsWith('.facts'))) Atomics.wait(pause, 0, 0, PAUSE_MS);
  appendFileSync(KILL_LOG, '.');
  process.kill(process.pid, 'SIGKILL');
}
