/** One attack in a process of its own, so that it takes no time from who measures; ends when its parent does. */
import { setMaxListeners } from 'node:events';
import { attacks } from './attacks.js';

const [name, url] = process.argv.slice(2);
const stop = new AbortController();
setMaxListeners(0, stop.signal);
process.on('disconnect', () => process.exit());
// A server that refuses a body while it is being sent closes its end: that is what is measured here.
process.on('uncaughtException', (error) => {
  if (!['EPIPE', 'ECONNRESET'].includes(error.code)) throw error;
});
await attacks[name](url, stop.signal);
