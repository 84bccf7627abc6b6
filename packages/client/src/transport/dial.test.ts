import { createServer } from 'node:net';
import { createStage, listenOnLoopback, untilLetGo } from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { type DialOptions, dial } from './dial.ts';
import type { Resolve } from './resolver.ts';

const stage = createStage();

afterEach(stage.clear);

/** Allows only 127.0.0.1, which stands for a public address in these tests, so that no traffic leaves the machine. */
function onlyFirst(address: string): void {
  if (address !== '127.0.0.1') throw Object.assign(new Error(`refused ${address}`), { code: 'REFUSED' });
}

/** Returns each answer once, then repeats the last one, and counts the calls. */
function answersInTurn(...answers: string[][]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    resolve: (_host, _options, callback) => {
      const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    },
  };
}

async function open(options: Partial<DialOptions>) {
  const server = await stage.start(listenOnLoopback(createServer((socket) => socket.resume())));
  const defaults = {
    host: 'rebinding.example',
    port: server.port,
    check: onlyFirst,
    connectTimeoutMs: 60_000,
  };
  const dialling = dial({ ...defaults, signal: new AbortController().signal, ...options });
  return { server, dialling };
}

describe('a resolver that changes its mind', () => {
  it('is asked once, and the address that was checked is the one that is dialled', async () => {
    const { resolve, asked } = answersInTurn(['127.0.0.1'], ['127.0.0.2']);
    const { server, dialling } = await open({ resolve });
    const socket = await dialling;
    expect([socket.remoteAddress, asked()]).toEqual(['127.0.0.1', 1]);
    socket.destroy();
    await untilLetGo(server);
  });

  it('is refused when it begins with the other address', async () => {
    const { resolve, asked } = answersInTurn(['127.0.0.2'], ['127.0.0.1']);
    const { server, dialling } = await open({ resolve });
    await expect(dialling).rejects.toMatchObject({ code: 'REFUSED' });
    expect([server.acceptedConnections(), asked()]).toEqual([0, 1]);
  });

  it('is refused at its second answer when it is dialled again', async () => {
    const { resolve } = answersInTurn(['127.0.0.1'], ['127.0.0.2']);
    const first = await open({ resolve });
    (await first.dialling).destroy();
    const second = await open({ resolve });
    await expect(second.dialling).rejects.toMatchObject({ code: 'REFUSED' });
    expect(second.server.acceptedConnections()).toBe(0);
  });

  it('is refused when it mixes the two', async () => {
    const { resolve } = answersInTurn(['127.0.0.1', '127.0.0.2']);
    const { server, dialling } = await open({ resolve });
    await expect(dialling).rejects.toMatchObject({ code: 'REFUSED' });
    expect(server.acceptedConnections()).toBe(0);
  });
});

describe('an address instead of a name', () => {
  it('is checked, and no resolver is asked', async () => {
    const { resolve, asked } = answersInTurn(['127.0.0.1']);
    const { server, dialling } = await open({ host: '127.0.0.2', resolve });
    await expect(dialling).rejects.toMatchObject({ code: 'REFUSED' });
    expect([server.acceptedConnections(), asked()]).toEqual([0, 0]);
  });
});
