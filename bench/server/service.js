/** Our service, configured as in `robots serve`. Its sites are in the same process. */
import { startServer } from '@robots-exclusion/server/node';
import pino from 'pino';
import { listening } from './parent.js';
import { robots } from './questions.js';

const everySite = {
  schemes: ['http', 'https'],
  enforcesAddressPolicy: true,
  send: async () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(robots) }),
};
const { url } = await startServer({
  userAgent: 'BenchBot/1.0',
  port: 0,
  transports: [everySite],
  rate: 'unlimited',
  logger: pino(pino.destination({ dest: 2, sync: false, minLength: 4096 })),
});
listening(url);
