/**
 * Runs one attack in a separate process, so that it takes no time from the measuring process. Exits when its parent
 * exits.
 */
import { setMaxListeners } from 'node:events';
import { attacks } from './attacks.js';

const [name, url] = process.argv.slice(2);
const stop = new AbortController();
setMaxListeners(0, stop.signal);
process.on('disconnect', () => process.exit());
// Ignores the error that occurs if the server refuses a body during the upload and closes the connection.
process.on('uncaughtException', (error) => {
  if (!['EPIPE', 'ECONNRESET'].includes(error.code)) throw error;
});
await attacks[name](url, stop.signal);
