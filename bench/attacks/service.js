/**
 * The service under attack: it trusts one proxy, so that it can distinguish clients. Simulated sites named `slow…`
 * never respond.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { startServer } from '@robots-exclusion/server/node';
import { listening } from '../server/parent.js';
import { robots } from '../server/questions.js';
import { sitemaps } from './sitemaps.js';

const sites = {
  schemes: ['http', 'https'],
  enforcesAddressPolicy: true,
  async send({ url, signal }) {
    const worst = url.endsWith('.xml')
      ? sitemaps.find(([name]) => url.includes(encodeURIComponent(name)))
      : undefined;
    if (worst) return { status: 200, headers: {}, body: inPieces(worst[1]) };
    if (url.includes('slow')) await pause(60_000, undefined, { signal });
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(robots) };
  },
};
/** Yields octets in pieces, as from a network. */
async function* inPieces(octets) {
  for (let at = 0; at < octets.length; at += 65_536) {
    yield octets.subarray(at, at + 65_536);
    await new Promise(setImmediate);
  }
}

const { url } = await startServer({
  userAgent: 'BenchBot/1.0',
  port: 0,
  transports: [sites],
  rate: 'unlimited',
  trustedProxies: 1,
  agentDoor: createRobotsMcp,
});
listening(url);
