/**
 * Tests that if this project's own settings refuse a fetch, every interface reports the outcome `refused` and the
 * action `skip`, with the reason and without a retry time.
 */
import { outcomeOfStored, presets } from '@robots-exclusion/client/stored-answer';
import { type HttpOrigin, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSameDoors, type SameDoors } from './doors/same.ts';

/**
 * The cases: the target to which robots.txt redirects, the setting that refuses the target, the refused origin, and
 * whether the target is refused even if all addresses are allowed.
 */
const refusals: readonly (readonly [location: string, by: string, origin: string, always: boolean])[] = [
  ['gopher://other.example/0/robots.txt', 'transports', 'gopher://other.example', true],
  ['file:///etc/passwd', 'transports', 'file:', true],
  ['data:text/plain,User-agent:*', 'transports', 'data:', true],
  ['http://other.example:25/robots.txt', 'address-policy', 'http://other.example:25', false],
  ['http://10.0.0.1/robots.txt', 'address-policy', 'http://10.0.0.1', false],
];

interface Page {
  readonly decision: object;
  readonly outcome: string;
}

let same: SameDoors;
const sites = new Map<string, HttpOrigin>();

beforeAll(async () => {
  for (const [location] of refusals)
    sites.set(location, await startHttpOrigin({ '/robots.txt': { status: 302, headers: { location } } }));
  const alsoOrigins = [...sites.values()].map(({ origin }) => origin);
  const addressPolicy = { allow: 'public-only', alsoOrigins } as const;
  same = await openSameDoors({ addressPolicy }, { addressPolicy });
});
afterAll(async () => {
  await same.close();
  for (const site of sites.values()) await site.close();
});

/**
 * The interfaces that fetch. `dialsAny` is true for the command, because the user who starts it may allow every
 * address.
 */
const doors: Readonly<Record<string, { dialsAny?: true; ask(url: string): Promise<unknown> }>> = {
  'robots check': {
    dialsAny: true,
    ask: async (url) => (await same.host.run(['check', url, '--agent', 'FooBot', '--format', 'ndjson']))[0],
  },
  '/v1/check': {
    ask: async (url) => (await same.routeAnswers('/v1/check', { urls: [url], agents: ['FooBot'] }))[0],
  },
  '/v1/preflight': {
    async ask(url) {
      const [answer] = await same.routeAnswers<Page>('/v1/preflight', { url, agent: 'FooBot' });
      expect(answer?.outcome).toBe('address-refused');
      return answer?.decision;
    },
  },
  robots_check: {
    async ask(url) {
      const { structured, text } = await same.call('robots_check', { urls: [url], crawler: 'FooBot' });
      expect(text).toMatch(/now or later/);
      expect(text).not.toMatch(/defer|could not be fetched/);
      return (structured as { results: unknown[] }).results[0];
    },
  },
  robots_preflight: {
    ask: async (url) =>
      (await same.toolAnswers<Page>('robots_preflight', { url, crawler: 'FooBot' }))[0]?.decision,
  },
};

describe.each(Object.entries(doors))('%s', (_, { dialsAny, ask }) => {
  it.each(refusals.filter(([, , , always]) => always || !dialsAny))(
    'refuses a robots.txt that redirects to %s, and names no time',
    async (location, by, origin) => {
      const told = await ask(`${sites.get(location)?.origin}/page`);
      expect(told).toMatchObject({
        allowed: false,
        action: 'skip',
        outcome: 'refused',
        refusal: { by, origin },
      });
      expect(told).not.toHaveProperty('retryAt');
    },
  );
});

it.each(refusals.filter(([, by]) => by === 'transports'))(
  'a stored answer that redirects to %s is refused, too',
  (location) => {
    const answer = { url: 'https://a.example/robots.txt', status: 302, headers: { location } };
    const stored = { ...answer, body: new Uint8Array(), isTruncated: false };
    for (const preset of presets.values()) {
      expect(outcomeOfStored(stored, preset)).toEqual({
        outcome: 'refused',
        policyRow: `${preset.name}/scheme-refused`,
      });
    }
  },
);
