/** Tests where the robots.txt of a call comes from, and the error if it cannot be obtained. */

import type { RobotsRecord } from '@robots-exclusion/client';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { createDocuments } from './documents.ts';
import { checkedLimits } from './options.ts';
import { handedIn, NoRobotsError, robotsSource } from './robots-source.ts';
import type { Call } from './services.ts';

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);
const URL = 'https://a.example/b';

/** Creates a client that returns the given records one after another and keeps a list of its calls. */
function clientOf(...records: Partial<RobotsRecord>[]) {
  const asked: [string, { mode?: string; signal?: AbortSignal; beforeFetch?: () => Promise<() => void> }][] =
    [];
  const client = {
    robots: async (...question: (typeof asked)[number]) => {
      asked.push(question);
      return records[asked.length - 1] ?? records.at(-1);
    },
  } as never;
  return { asked, client };
}

function callOf(...records: Partial<RobotsRecord>[]) {
  const taken: number[] = [];
  const { asked, client } = clientOf(...records);
  const services = { client, limits: checkedLimits(), now: () => 5, takeFetch: () => void taken.push(1) };
  const call = { services, signal: new AbortController().signal } as unknown as Call;
  return { asked, call, taken };
}

describe('a file that a call hands in', () => {
  it('is taken as text or as octets, up to what crawlers read', async () => {
    const { call, asked } = callOf();
    expect(handedIn({}, call)).toBeUndefined();
    expect(handedIn({ robots: '' }, call)).toEqual({ body: '', maxBytes: DEFAULT_MAX_BYTES });
    expect(handedIn({ robotsBase64: btoa('a') }, call)).toEqual({
      body: octets('a'),
      maxBytes: DEFAULT_MAX_BYTES,
    });
    expect(() => handedIn({ robots: 'a', robotsBase64: btoa('a') }, call)).toThrow(
      expect.objectContaining({
        ...{ code: 'invalid-request', message: 'Expected either "robots" or "robotsBase64"' },
      }) as unknown as Error,
    );
    expect(await robotsSource({ robots: 'a', url: URL }, call)).toEqual({
      ...{ robots: { body: 'a', maxBytes: DEFAULT_MAX_BYTES }, evidence: { outcome: 'handed-in' } },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    [{}, 'The URL of the site is not an absolute URL'],
    [{ url: 'nowhere' }, 'The URL of the site is not an absolute URL'],
    [
      { robots: ' https://a.example/robots.txt\n' },
      'Expected the text of a robots.txt, got a URL; leave the text out, and it is fetched from the site',
    ],
    [
      { robots: String.raw`User-agent: *\nDisallow: /x\n` },
      'Expected the text of a robots.txt, got "\\n" in place of its line ends; a file that is so is asked about in base64',
    ],
  ])('is needed as its text, or a site: %j', async (given, message) => {
    await expect(robotsSource(given, callOf().call)).rejects.toMatchObject({
      code: 'invalid-request',
      message,
    });
  });
});

describe('the file of a site', () => {
  it.each(['rules', 'stale-rules'] as const)('is its body: %s', async (outcome) => {
    const { asked, call, taken } = callOf({ outcome, policyRow: 'status/200', body: octets('a') });
    expect(await robotsSource({ url: URL }, call)).toEqual({
      ...{
        robots: { body: octets('a'), maxBytes: DEFAULT_MAX_BYTES },
        evidence: { outcome, policyRow: 'status/200' },
      },
    });
    const [url, { signal, beforeFetch }] = asked[0] as (typeof asked)[number];
    expect([url, signal]).toEqual([URL, call.signal]);
    const end = await beforeFetch?.();
    expect(taken).toEqual([1]);
    expect(end?.()).toBeUndefined();
  });

  it('is empty where the site has none', async () => {
    const { call } = callOf({ outcome: 'no-rules', policyRow: 'status/404', body: octets('<html>') });
    expect(await robotsSource({ url: URL }, call)).toMatchObject({ robots: { body: '', maxBytes: 1 } });
  });

  it('is an error where it cannot be had, and not a permission', async () => {
    const failed = robotsSource(
      { url: URL },
      callOf({ outcome: 'unreachable', policyRow: 'status/503' } as never).call,
    );
    await expect(failed).rejects.toBeInstanceOf(NoRobotsError);
    await expect(failed).rejects.toMatchObject({
      ...{ name: 'NoRobotsError', message: 'The robots.txt could not be fetched: status/503' },
    });
    const unreadable = callOf({ outcome: 'unreachable', policyRow: 'x', body: octets('a') } as never).call;
    await expect(robotsSource({ url: URL }, unreadable)).rejects.toThrow('could not be fetched: x');
    const refusal = { by: 'address-policy', origin: 'https://a.example', message: 'm' } as const;
    const refused = callOf({ outcome: 'refused', policyRow: 'x', refusal, body: octets('a') } as never).call;
    await expect(robotsSource({ url: URL }, refused)).rejects.toThrow(
      /^The robots\.txt was not fetched: the address policy refuses https:\/\/a\.example\nnothing is fetched from there.*--also-fetch https:\/\/a\.example$/,
    );
  });
});

describe('the parsed file of a site', () => {
  const evidence = { copy: { digest: 'd' } } as never;
  const stored = { outcome: 'rules', body: octets('User-agent: *\nDisallow: /a\n'), evidence } as never;

  it('is read from the store, and parsed once', async () => {
    const { asked, client } = clientOf(stored);
    const documents = createDocuments(client);
    const signal = new AbortController().signal;
    const first = await documents.of(URL, { signal });
    expect(first?.octets).toHaveLength(27);
    expect(await documents.of(URL, {})).toBe(first);
    expect(asked).toEqual([
      [URL, { signal, mode: 'cache-only' }],
      [URL, { mode: 'cache-only' }],
    ]);
  });

  it('is fetched where it is not stored', async () => {
    const { asked, client } = clientOf({ outcome: 'not-cached' } as never, stored);
    expect(await createDocuments(client).of(URL, {})).toBeDefined();
    expect(asked).toEqual([
      [URL, { mode: 'cache-only' }],
      [URL, {}],
    ]);
  });

  it('is absent where the site has none', async () => {
    expect(await createDocuments(clientOf({ outcome: 'no-rules' }).client).of(URL, {})).toBeUndefined();
  });

  it('that was cut is another than the whole one, without the line that was cut', async () => {
    const body = octets('User-agent: *\nDisallow: /abc');
    const records = [
      { outcome: 'rules', body, evidence },
      { outcome: 'rules', body, evidence, isTruncated: true },
      { outcome: 'rules', body: new Uint8Array(0) },
      { outcome: 'rules', body: new Uint8Array(0) },
    ] as never[];
    const documents = createDocuments(clientOf(...records).client);
    const whole = await documents.of(URL, {});
    const cut = await documents.of(URL, {});
    expect(whole?.isTruncated).toBe(false);
    expect(cut?.isTruncated).toBe(true);
    expect(await documents.of(URL, {})).not.toBe(await documents.of(URL, {}));
  });
});
