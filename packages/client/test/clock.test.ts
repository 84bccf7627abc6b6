import { createClient } from '@robots-exclusion/client';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute, scripted, scriptedClient, start, userAgent } from './scripted.ts';

const page = 'https://example.com/x';
const rules = { body: 'User-agent: *\nDisallow: /x\n' };

describe('a clock that jumps', () => {
  it('back a little: the record is used', async () => {
    const { client, transport, clock } = scriptedClient(() => rules);
    await client.check(page);
    clock.advance(-4 * minute);
    expect((await client.check(page)).outcome).toBe('rules');
    expect(transport.requests).toHaveLength(1);
  });

  it('back by a year: the record is from the future, and fetched again', async () => {
    const { client, transport, clock } = scriptedClient(() => rules);
    await client.check(page);
    clock.advance(-365 * day);
    expect(await client.check(page)).toMatchObject({ outcome: 'rules', fetchedAt: clock.now() });
    expect((await client.check(page)).outcome).toBe('rules');
    expect(transport.requests).toHaveLength(2);
  });

  it('back by a year while unreachable: nobody waits for a year', async () => {
    const { client, transport, clock } = scriptedClient(() => ({
      status: 503,
      headers: { 'retry-after': '86400' },
    }));
    await client.check(page);
    clock.advance(-365 * day);
    const { retryAt = 0 } = await client.check(page);
    expect(retryAt - clock.now()).toBe(day);
    expect(transport.requests).toHaveLength(2);
  });

  it('back by a year between two reservations: nobody waits for a year', async () => {
    const { client, clock } = scriptedClient(() => ({ body: 'User-agent: *\nCrawl-delay: 10' }));
    await client.reserve(page);
    await client.reserve(page);
    clock.advance(-365 * day);
    expect((await client.reserve(page)).at - clock.now()).toBe(30_000);
  });

  it('forward by ten years: everything has expired', async () => {
    const { client, transport, clock } = scriptedClient(() => rules);
    await client.check(page);
    clock.advance(3650 * day);
    transport.script = () => ({ status: 500 });
    expect((await client.check(page)).outcome).toBe('unreachable');
  });

  it('to and fro at random: every check is answered, never from what is too old', async () => {
    const jump = fc.integer({ min: -400 * day, max: 400 * day });
    const step = fc.record({
      jump: fc.oneof(jump, fc.integer({ min: -hour, max: 2 * day })),
      status: fc.constantFrom(200, 304, 404, 429, 500, 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { client, transport, clock } = scriptedClient(() => rules);
        for (const { jump: ms, status } of steps) {
          clock.advance(ms);
          transport.script = () => ({
            status,
            body: rules.body,
            headers: { etag: '"1"', 'retry-after': '90000' },
          });
          const now = clock.now();
          const {
            outcome,
            action,
            allowed,
            fetchedAt = 0,
            expiresAt = 0,
            retryAt,
          } = await client.check(page);
          expect(expiresAt).toBeGreaterThan(now);
          expect(expiresAt - now).toBeLessThanOrEqual(day + 5 * minute);
          expect(now - fetchedAt).toBeLessThan(outcome === 'stale-rules' ? 31 * day : day);
          if (action === 'defer') expect([allowed, (retryAt ?? 0) > now]).toEqual([false, true]);
          if (outcome === 'unreachable') expect(action).toBe('defer');
        }
        await client.close();
      }),
      { numRuns: runs(150) },
    );
  });
});

describe("the machine's own clock", () => {
  it('jitters lifetimes: shorter only, alike for one origin, unlike for others', async () => {
    const lifetimesOf = async (jitter?: number): Promise<number[]> => {
      const client = createClient({
        userAgent,
        transports: [scripted(() => rules)],
        ...(jitter === undefined ? {} : { lifetimes: { jitter } }),
      });
      const hosts = Array.from({ length: 40 }, (_, index) => `https://h${index}.example/`);
      const decisions = await Promise.all(hosts.map((url) => client.check(url)));
      return decisions.map(({ fetchedAt = 0, expiresAt = 0 }) => expiresAt - fetchedAt);
    };
    const jittered = await lifetimesOf();
    expect(Math.max(...jittered)).toBeLessThanOrEqual(day);
    expect(Math.min(...jittered)).toBeGreaterThanOrEqual(0.9 * day);
    expect(new Set(jittered).size).toBeGreaterThan(30);
    expect(new Set(await lifetimesOf(0))).toEqual(new Set([day]));
  });

  it('a clock handed in gives lifetimes to be foreseen, and with jitter the same ones each time', async () => {
    const expiry = async (jitter?: number): Promise<number> => {
      const { client } = scriptedClient(() => rules, jitter === undefined ? {} : { lifetimes: { jitter } });
      return (await client.check(page)).expiresAt! - start;
    };
    expect(await expiry()).toBe(day);
    const cut = await expiry(0.5);
    expect(cut).toBeLessThan(day);
    expect(await expiry(0.5)).toBe(cut);
  });
});
