/** Runs one attack in a separate process, so that it takes no time from the measuring process. Ends with its parent. */
import { setMaxListeners } from 'node:events';
import { attacks } from './attacks.js';

const [name, url] = process.argv.slice(2);
const stop = new AbortController();
setMaxListeners(0, stop.signal);
process.on('disconnect', () => process.exit());
// A server that refuses a body during the upload closes the connection. The attack expects this error.
process.on('uncaughtException', (error) => {
  if (!['EPIPE', 'ECONNRESET'].includes(error.code)) throw error;
});
await attacks[name](url, stop.signal);
