/** Rules from the origins of the URLs, or from a robots.txt at a URL. */
import { parse } from 'robots-exclusion';
import { suggestedUrl } from '../input/suggested-url.ts';
import { otherTransports } from '../network/built-in-transports.ts';
import { stagedUrl, transportsTo, unstaged } from '../network/elsewhere.ts';
import { type NetworkOptions, openNetwork } from '../network/open-client.ts';
import { isFromStore, withoutBody } from '../network/record-facts.ts';
import type { CheckResult } from './check-result.ts';
import { documentSource, type RulesSource, refusalOfTarget } from './rules-source.ts';
import { truncationOf } from './truncation.ts';

/** Each URL by its own origin's robots.txt, fetched when the first URL of the origin comes. */
export async function originSource(options: NetworkOptions, signal: AbortSignal): Promise<RulesSource> {
  const { client, close } = await openNetwork(options);
  return {
    refusal: refusalOfUrl,
    async check(url, { tokens }) {
      const { url: _, ...decision } = await client.check(url, { productTokens: tokens, signal });
      return { url, agent: tokens, ...decision, ...ageAt(decision.fetchedAt) };
    },
    async evidence(url) {
      return { fetch: withoutBody(await client.robots(url, { mode: 'cache-only', signal })) };
    },
    async usage(url, { tokens }) {
      const { outcome, body } = await client.robots(url, { mode: 'cache-only', signal });
      if (body === undefined && outcome !== 'no-rules') return undefined;
      const { usageOf } = await import('./check-usage.ts');
      return usageOf(body && parse(body, limitOf(options)), tokens, url);
    },
    close,
  };
}

/** All URLs by the robots.txt at `robots`, wherever that is. */
export async function urlSource(
  robots: string,
  options: NetworkOptions,
  signal: AbortSignal,
): Promise<RulesSource> {
  const { createHttpTransport } = await import('@robots-exclusion/client');
  const transports = transportsTo(robots, [createHttpTransport(), ...otherTransports()]);
  // A robots.txt from elsewhere must never be kept as that of its origin.
  const network = await openNetwork({ ...options, transports, store: 'memory' });
  const asked = network.client.robots(stagedUrl(robots), { signal });
  const record = unstaged(await asked.finally(() => network.close()), robots);
  const evidence = { fetch: withoutBody(record) };
  const { body, outcome, policyRow } = record;
  if (body !== undefined) {
    const document = parse(body, limitOf(options));
    const source = documentSource(robots, document, truncationOf(document));
    return { ...source, evidence: async (url) => ({ ...(await source.evidence(url)), ...evidence }) };
  }
  return {
    title: robots,
    refusal: refusalOfTarget,
    async check(url, { tokens }): Promise<CheckResult> {
      const allowed = outcome === 'no-rules';
      const action = allowed ? 'fetch' : 'defer';
      return { url, agent: tokens, allowed, action, outcome, policyRow, robots };
    },
    evidence: async () => evidence,
    async usage(url, { tokens }) {
      const { usageOf } = await import('./check-usage.ts');
      return outcome === 'no-rules' ? usageOf(undefined, tokens, url) : undefined;
    },
    async close() {},
  };
}

function limitOf({ maxBytes }: NetworkOptions): { maxBytes?: number } {
  return maxBytes === undefined ? {} : { maxBytes };
}

function refusalOfUrl(url: string): string | undefined {
  if (URL.canParse(url)) return undefined;
  return `Cannot check ${JSON.stringify(url)}: expected an absolute URL such as ${JSON.stringify(suggestedUrl(url, 'https://example.com/a'))} (or --robots with a robots.txt for it)`;
}

function ageAt(fetchedAt: number | undefined): { ageSeconds?: number } {
  if (fetchedAt === undefined || !isFromStore(fetchedAt)) return {};
  return { ageSeconds: Math.round((Date.now() - fetchedAt) / 1000) };
}
