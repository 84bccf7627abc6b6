/**
 * Ends worker processes with SIGKILL while they have a piece and another piece is done. The first `KILL_TIMES` workers
 * end; `KILL_LOG` counts them. The folder `KILL_IN` contains the done pieces.
 */
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';

const { KILL_TIMES, KILL_LOG = '', KILL_IN = '' } = process.env;
/** Pause between two looks at the folder, in milliseconds. */
const PAUSE_MS = 5;

const killed = existsSync(KILL_LOG) ? statSync(KILL_LOG).size : 0;
// Only workers have a channel to a parent process. A listener takes the messages that Node.js would keep for the worker.
if (process.send && killed < Number(KILL_TIMES)) process.once('message', killWithPiece);

function killWithPiece() {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!readdirSync(KILL_IN).some((name) => name.endsWith('.facts'))) Atomics.wait(pause, 0, 0, PAUSE_MS);
  appendFileSync(KILL_LOG, '.');
  process.kill(process.pid, 'SIGKILL');
}
