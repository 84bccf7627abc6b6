import { type ClientEvent, createClient, createMemoryStore, type Store } from '@robots-exclusion/client';
import { turns } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import {
  hour,
  minute,
  nodeError,
  type Script,
  scripted,
  scriptedClient,
  settableClock,
  userAgent,
} from './scripted.ts';

const robotsUrl = 'https://example.com/robots.txt';
const page = 'https://example.com/x';
const rules = { body: 'User-agent: *\nDisallow: /x\n' };

/** A script whose answers wait until the test releases them. */
function gated(answer: Awaited<ReturnType<Extract<Script, (...all: never[]) => unknown>>>) {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const script: Script = async () => {
    await gate;
    return answer;
  };
  return { script, open };
}

describe('a file to which many origins redirect', () => {
  const hub = 'http://hub.example/robots.txt';
  const script: Script = ({ url }) =>
    url === hub
      ? { ...rules, headers: { 'cache-control': 'max-age=86400' } }
      : { status: 302, headers: { location: hub } };
  const page = (at: number) => `http://s${at}.example/x`;

  it('is requested once in its lifetime, whether they are asked at once or one after the other', async () => {
    const { client, transport, clock } = scriptedClient(script);
    const asked = (): number => transport.urls().filter((url) => url === hub).length;
    const first = await Promise.all(Array.from({ length: 100 }, (_, at) => client.check(page(at))));
    for (let at = 100; at < 200; at++) first.push(await client.check(page(at)));
    expect(first.every(({ allowed, outcome }) => !allowed && outcome === 'rules')).toBe(true);
    expect([asked(), transport.requests.length]).toEqual([1, 201]);
    clock.advance(23 * hour);
    expect((await client.check(page(200))).allowed).toBe(false);
    expect(asked()).toBe(1);
    clock.advance(2 * hour);
    const late = await client.check(page(200));
    expect([late.allowed, asked()]).toEqual([false, 2]);
  });
});

describe('one fetch in a process', () => {
  it('serves 500 concurrent checks, whatever they ask and for whom', async () => {
    const { script, open } = gated(rules);
    const { client, transport } = scriptedClient(script);
    const checks = Array.from({ length: 500 }, (_, index) =>
      client.check(
        `https://EXAMPLE.com:443/${index % 2 ? 'x' : 'y'}`,
        index % 3 ? {} : { productTokens: 'BarBot' },
      ),
    );
    await turns();
    open();
    const decisions = await Promise.all(checks);
    expect(transport.requests).toHaveLength(1);
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(250);
  });

  it('serves misses and failures alike', async () => {
    for (const answer of [{ status: 404 }, { status: 500 }, nodeError('ECONNRESET')]) {
      const { client, transport } = scriptedClient(() => answer);
      await Promise.all(Array.from({ length: 20 }, () => client.check(page)));
      await client.check(page);
      expect(transport.requests).toHaveLength(1);
    }
  });

  it('is shared by reloads that come together', async () => {
    const { client, transport } = scriptedClient({ [robotsUrl]: rules });
    await client.check(page);
    await Promise.all([1, 2, 3].map(() => client.check(page, { mode: 'reload' })));
    expect(transport.requests).toHaveLength(2);
    expect(transport.requests[1]?.headers['cache-control']).toBe('no-cache');
  });

  it('keeps origins apart', async () => {
    const { client, transport } = scriptedClient(() => rules);
    await Promise.all(
      ['https://a.example/x', 'http://a.example/x', 'https://a.example:444/x'].map((url) =>
        client.check(url),
      ),
    );
    expect(transport.urls().toSorted()).toEqual([
      'http://a.example/robots.txt',
      'https://a.example/robots.txt',
      'https://a.example:444/robots.txt',
    ]);
  });
});

describe('one fetch among clients on one store', () => {
  function twoClients(script: Script, store: Store = createMemoryStore()) {
    const transport = scripted(script);
    const clock = settableClock();
    const events: ClientEvent[] = [];
    const make = () =>
      createClient({
        userAgent,
        transports: [transport],
        clock,
        store,
        onEvent: (event) => events.push(event),
      });
    return { first: make(), second: make(), transport, clock, store, events };
  }

  it('the second waits for the first, and fetches nothing', async () => {
    const { script, open } = gated(rules);
    const { first, second, transport, events } = twoClients(script);
    const checks = [first, second, first, second].map((client) => client.check(page));
    await turns();
    expect(transport.requests).toHaveLength(1);
    open();
    for (const decision of await Promise.all(checks)) expect(decision.outcome).toBe('rules');
    expect(transport.requests).toHaveLength(1);
    // If the machine is slow, the client that got the lock immediately may also report a wait.
    const waits = events.filter((event) => event.type === 'lock-wait' && event.end === 'there');
    expect(waits).toHaveLength(1);
  });

  it('also failures are shared', async () => {
    const { first, second, transport } = twoClients(() => nodeError('ENOTFOUND'));
    await first.check(page);
    expect((await second.check(page)).outcome).toBe('unreachable');
    expect(transport.requests).toHaveLength(1);
  });
});

describe('renewal in the background', () => {
  const lifetimes = { refreshAhead: 0.1 };

  it('answers from the old record while it renews it', async () => {
    const { client, transport, clock } = scriptedClient(
      () => ({ ...rules, headers: { 'cache-control': 'max-age=3600' } }),
      {
        lifetimes,
      },
    );
    await client.check(page);
    clock.advance(53 * minute);
    await client.check(page);
    expect(transport.requests).toHaveLength(1);
    clock.advance(2 * minute);
    const { script, open } = gated({ status: 404 });
    transport.script = script;
    const kept = await client.check(page);
    expect(kept.outcome).toBe('rules');
    await turns();
    expect(transport.requests).toHaveLength(2);
    open();
    await turns();
    expect((await client.check(page)).outcome).toBe('no-rules');
    expect(transport.requests).toHaveLength(2);
  });

  it('is ended by close', async () => {
    const { client, transport, clock } = scriptedClient(() => rules, { lifetimes });
    await client.check(page);
    const sent = new Promise<void>((resolve) => {
      transport.script = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    clock.advance(23 * hour);
    await client.check(page);
    await sent;
    expect(transport.requests[1]?.signal.aborted).toBe(false);
    await client.close();
    expect(transport.requests[1]?.signal.aborted).toBe(true);
  });

  it('is off under a clock handed in, unless asked for', async () => {
    const { client, transport, clock } = scriptedClient(() => rules);
    await client.check(page);
    clock.advance(24 * hour - 1);
    await client.check(page);
    await turns();
    expect(transport.requests).toHaveLength(1);
  });
});
