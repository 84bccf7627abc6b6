/**
 * Runs the vectors of `spec/access/responses.json`: a loopback server sends the octets of each response first in one
 * piece, then one by one.
 */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createClient } from '@robots-exclusion/client';
import { checkAll, createStage, startRawOrigin, turns } from '@robots-exclusion/testkit';
import { afterEach, expect, it } from 'vitest';

interface Vector {
  id: string;
  /** Octets as Latin-1. */
  response: string;
  expect: { outcome: string; action: string };
  why: string;
}

const file = new URL('../../../../spec/access/responses.json', import.meta.url);
const { path, vectors } = JSON.parse(readFileSync(file, 'utf8')) as { path: string; vectors: Vector[] };
const stage = createStage();

afterEach(stage.clear);

async function byOctets(socket: Socket, response: string): Promise<void> {
  socket.setNoDelay(true);
  for (const octet of response) {
    socket.write(octet, 'latin1');
    await turns();
  }
  socket.end();
}

const ways: [string, (socket: Socket, response: string) => unknown][] = [
  ['at once', (socket, response) => socket.end(response, 'latin1')],
  ['octet by octet', byOctets],
];

it.each(ways)('are read as they say: %s', async (_, send) => {
  await checkAll(
    vectors,
    ({ id }) => id,
    async ({ response, expect: { outcome, action }, why }) => {
      const origin = await stage.start(startRawOrigin((socket) => void send(socket, response)));
      const client = createClient({ userAgent: 'FooBot/1.0' });
      const decision = await client.check(origin.origin + path);
      await client.close();
      expect([decision.outcome, decision.action], why).toEqual([outcome, action]);
    },
  );
});
