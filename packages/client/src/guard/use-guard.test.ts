/** The guard reads statements about a use from robots.txt, and fetches the file again only if necessary. */
import { describe, expect, it } from 'vitest';
import type { RobotsClient } from '../client.ts';
import type { Decision } from '../decision.ts';
import { requireUse, useCheckOf } from './use-guard.ts';

const url = 'https://a.example/b';
const stated = new TextEncoder().encode('User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n');
const question = { use: 'ai-training', who: 'FooBot', signal: undefined } as const;
const decisionOf = (outcome: string): Decision =>
  ({ url, allowed: true, action: 'fetch', outcome, policyRow: 'x', fetchedAt: 5, expiresAt: 9 }) as Decision;

/** A client that has the body `stored` in its store, and receives the body `fetched` when it fetches robots.txt. */
const clientOf = (stored: Uint8Array | undefined, fetched: Uint8Array | undefined) => {
  const asked: unknown[] = [];
  const robots = async (_: string, options: { mode?: string }) => {
    asked.push(options);
    return { body: options.mode === 'cache-only' ? stored : fetched };
  };
  return { asked, client: { robots } as unknown as RobotsClient };
};

describe('a use', () => {
  it.each(['rules', 'stale-rules'])('that the file disallows is refused: %s', async (outcome) => {
    const { asked, client } = clientOf(stated, undefined);
    await expect(requireUse(client, decisionOf(outcome), question)).rejects.toMatchObject({
      code: 'ROBOTS_USE_DISALLOWED',
      message: expect.stringMatching(
        /^Cannot use "https:\/\/a\.example\/b" for ai-training: the site disallows it \(.+\)$/,
      ),
    });
    expect(asked).toEqual([{ mode: 'cache-only' }]);
  });

  it('that nobody states is not, and a site without a file is not asked', async () => {
    const { asked, client } = clientOf(stated, stated);
    await requireUse(client, decisionOf('no-rules'), question);
    expect(asked).toEqual([]);
    await requireUse(client, decisionOf('rules'), { ...question, use: 'search' });
  });

  it('that a response disallows is refused', async () => {
    const check = await useCheckOf(clientOf(undefined, undefined).client, decisionOf('no-rules'), question);
    expect(check()).toBeUndefined();
    expect(check(new Headers({ 'content-usage': 'train-ai=n' }))).toMatchObject({
      code: 'ROBOTS_USE_DISALLOWED',
    });
  });

  it('is read from a file that is not stored, with the signal of the call', async () => {
    const { signal } = new AbortController();
    const { asked, client } = clientOf(undefined, stated);
    await expect(requireUse(client, decisionOf('rules'), { ...question, signal })).rejects.toThrow(
      'ai-training',
    );
    expect(asked).toEqual([{ signal, mode: 'cache-only' }, { signal }]);
  });

  it('is deferred where the file cannot be read', async () => {
    const { client } = clientOf(undefined, undefined);
    const message = `Cannot fetch "${url}" now: the usage statements of its robots.txt cannot be read`;
    await expect(requireUse(client, decisionOf('rules'), question)).rejects.toMatchObject({
      ...{ code: 'ROBOTS_DEFERRED', retryAt: 9, message },
    });
    const { expiresAt: _, ...rest } = decisionOf('rules');
    await expect(requireUse(client, rest as Decision, question)).rejects.toMatchObject({ retryAt: 5 });
    const { fetchedAt: __, ...least } = rest;
    await expect(requireUse(client, least as Decision, question)).rejects.toMatchObject({ retryAt: 0 });
  });
});
