import { channel } from 'node:diagnostics_channel';
import type { ClientEvent } from '@robots-exclusion/client';
import { describe, expect, it } from 'vitest';
import { day, nodeError, scriptedClient, second, start } from './scripted.ts';

const page = 'https://example.com/x';
const robotsUrl = 'https://example.com/robots.txt';
const origin = 'https://example.com';
const rules = { body: 'User-agent: *\nDisallow: /x\n' };

describe('events', () => {
  it('tell the story of a check', async () => {
    const events: ClientEvent[] = [];
    const { client, transport, clock } = scriptedClient(
      { [robotsUrl]: { status: 302, headers: { location: '/r' } }, 'https://example.com/r': rules },
      { onEvent: (event) => events.push(event) },
    );
    await client.check(page);
    clock.advance(5 * second);
    await client.check(page);
    clock.advance(day);
    transport.script = () => nodeError('ENOTFOUND');
    await client.check(page);
    expect(events).toMatchObject([
      { type: 'fetch', origin, robotsUrl, reason: 'absent' },
      { type: 'hop', origin, hop: { url: robotsUrl, status: 302, location: '/r', at: start } },
      { type: 'hop', origin, hop: { url: 'https://example.com/r', status: 200 } },
      { type: 'outcome', origin, outcome: 'rules', policyRow: 'rfc9309/2xx', expiresAt: start + day },
      { type: 'hit', origin, outcome: 'rules', ageMs: 5000 },
      { type: 'fetch', origin, reason: 'expired' },
      { type: 'hop', origin, hop: { url: robotsUrl } },
      { type: 'outcome', origin, outcome: 'stale-rules', policyRow: 'rfc9309/dns/at-once' },
      { type: 'stale', origin, ageMs: day + 5000 },
    ]);
  });

  it('go to diagnostics_channel, too', async () => {
    const seen: unknown[] = [];
    const listen = (event: unknown): void => void seen.push(event);
    const outcomes = channel('robots-exclusion:outcome');
    outcomes.subscribe(listen);
    await scriptedClient(() => rules).client.check(page);
    outcomes.unsubscribe(listen);
    expect(seen).toMatchObject([{ type: 'outcome', outcome: 'rules' }]);
  });

  it('do no harm when their listener throws or rejects', async () => {
    for (const onEvent of [
      () => {
        throw new Error('mine');
      },
      async () => {
        throw new Error('mine');
      },
    ]) {
      const { client } = scriptedClient(() => rules, { onEvent });
      expect((await client.check(page)).outcome).toBe('rules');
    }
  });

  it('report a product token that is not in the User-Agent', () => {
    const events: ClientEvent[] = [];
    scriptedClient(() => rules, {
      productTokens: ['FooBot', 'Googlebot'],
      onEvent: (event) => events.push(event),
    });
    expect(events).toMatchObject([{ type: 'token-not-in-user-agent', productToken: 'Googlebot' }]);
  });
});

describe('robots', () => {
  it('gives the record with its evidence', async () => {
    const { client, clock } = scriptedClient({
      [robotsUrl]: { status: 301, headers: { location: 'https://www.example.com/robots.txt' } },
      'https://www.example.com/robots.txt': {
        ...rules,
        headers: {
          etag: '"1"',
          'content-type': 'text/plain',
          'set-cookie': 'secret',
          'cache-control': 'max-age=600',
        },
      },
    });
    const record = await client.robots(page);
    expect(record).toMatchObject({
      url: page,
      origin,
      robotsUrl,
      outcome: 'rules',
      policyRow: 'rfc9309/2xx',
      fetchedAt: start,
      expiresAt: start + 600 * second,
      isTruncated: false,
      evidence: {
        wasKept: false,
        startedAt: start,
        endedAt: start,
        status: 200,
        isRenewal: false,
        hops: [
          { url: robotsUrl, status: 301, location: 'https://www.example.com/robots.txt' },
          { url: 'https://www.example.com/robots.txt', status: 200 },
        ],
        headers: { etag: '"1"', 'content-type': 'text/plain', 'cache-control': 'max-age=600' },
        copy: {
          finalUrl: 'https://www.example.com/robots.txt',
          bytes: 27,
          fetchedAt: start,
          validatedAt: start,
        },
      },
    });
    expect(new TextDecoder().decode(record.body)).toBe(rules.body);
    expect(record.evidence?.copy?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(record)).not.toContain('secret');
    clock.advance(second);
    record.body?.fill(0);
    const kept = await client.robots(page);
    expect(kept.evidence?.wasKept).toBe(true);
    expect(new TextDecoder().decode(kept.body)).toBe(rules.body);
    expect((await client.check(page)).allowed).toBe(false);
  });

  it('shows why an origin is unreachable, and since when', async () => {
    const { client, transport, clock } = scriptedClient(() => nodeError('ECONNREFUSED'));
    await client.check(page);
    clock.advance(60 * second);
    const record = await client.robots(page);
    expect(record).toMatchObject({
      outcome: 'unreachable',
      retryAt: start + 180 * second,
      evidence: {
        error: { code: 'ECONNREFUSED' },
        failures: { count: 2, since: start },
        hops: [{ url: robotsUrl, at: start + 60 * second }],
      },
    });
    expect(record.body).toBeUndefined();
    expect(record.evidence?.status).toBeUndefined();
    expect(transport.requests).toHaveLength(2);
  });

  it('keeps what a stranger sends within bounds', async () => {
    const long = 'x'.repeat(100_000);
    const { client } = scriptedClient(() => ({
      ...rules,
      headers: { etag: `"${long}"`, server: long, 'cache-control': `a=${long}` },
    }));
    const { evidence } = await client.robots(page);
    expect(evidence?.headers).toEqual({});
    const failing = scriptedClient(() => Object.assign(new Error(long), { code: long }));
    const { error } = (await failing.client.robots(page)).evidence!;
    expect(error!.code.length + error!.message.length).toBeLessThan(400);
  });

  it('knows nothing in cache-only mode of what is not kept', async () => {
    const { client } = scriptedClient(() => rules);
    expect(await client.robots(page, { mode: 'cache-only' })).toEqual({
      url: page,
      origin,
      robotsUrl,
      outcome: 'not-cached',
      policyRow: 'not-cached',
    });
  });
});
