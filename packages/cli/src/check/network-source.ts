/** Rules from the origins of the URLs, or from a robots.txt at a URL. */
import { parseUrl } from '@robots-exclusion/client/url';
import { compile, type Dialect, explain, parse, type RobotsDocument, type Verdict } from 'robots-exclusion';
import { fetchFile } from '../network/fetch-file.ts';
import { type NetworkOptions, openNetwork } from '../network/open-client.ts';
import { isFromStore, withoutBody } from '../network/record-facts.ts';
import { tellIfNoRobots } from '../output/no-robots-note.ts';
import type { CheckResult } from './check-result.ts';
import type { Crawler } from './crawlers.ts';
import { documentSource, noteOn, type RulesSource, refusalOfTarget, somethingElse } from './rules-source.ts';
import { truncationOf } from './truncation.ts';

/** How the network is asked, and how what it gives is read. */
export interface ReadingOptions extends NetworkOptions {
  dialect: Dialect;
}

/** Each URL by its own origin's robots.txt, fetched when the first URL of the origin comes. */
export async function originSource(options: ReadingOptions, signal: AbortSignal): Promise<RulesSource> {
  const { client, close } = await openNetwork(options);
  const documents = new WeakMap<Uint8Array, RobotsDocument>();

  async function documentOf(url: string): Promise<RobotsDocument | undefined> {
    const { body } = await client.robots(url, { mode: 'cache-only', signal });
    if (body === undefined) return undefined;
    const document = documents.get(body) ?? parse(body, parseOptions(options));
    documents.set(body, document);
    return document;
  }

  return {
    refusal: refusalOfUrl,
    async check(url, crawler) {
      const asked = { ...addressed(crawler), signal, explain: true };
      const { url: _, evidence: __, ...decision } = await client.check(url, asked);
      // With `explain`, every verdict has its candidates.
      const verdict = decision.verdict as Verdict | undefined;
      const explained = { ...decision, ...(verdict ? { verdict } : {}) } as Omit<
        CheckResult,
        'url' | 'agent'
      >;
      const result: CheckResult = { url, agent: crawler.tokens, ...explained, ...ageAt(decision.fetchedAt) };
      const isRead = verdict && (verdict.because === 'no-group' || needsFile(crawler, options));
      const document = isRead ? await documentOf(url) : undefined;
      if (document === undefined) return result;
      const read = options.dialect.reader ? readBy(document, crawler, url) : {};
      return { ...result, ...noteOn(document, crawler), ...somethingElse(document), ...read };
    },
    async evidence(url) {
      return { fetch: withoutBody(await client.robots(url, { mode: 'cache-only', signal })) };
    },
    async usage(url, { who }, page) {
      const { outcome, body } = await client.robots(url, { mode: 'cache-only', signal });
      if (body === undefined && outcome !== 'no-rules') return undefined;
      const { usageOf } = await import('./check-usage.ts');
      return usageOf(await documentOf(url), who, url, page);
    },
    close,
  };
}

/** The client resolves no names: it is handed tokens, or the profile that a name stands for. */
function addressed({ tokens, known, isLiteral }: Crawler) {
  return known === undefined || isLiteral ? { productTokens: tokens } : { profile: known };
}

/** The client reads as RFC 9309 does: a dialect, and what is known of the crawler, want the file besides. */
function needsFile({ known }: Crawler, { dialect }: ReadingOptions): boolean {
  return known !== undefined || dialect.reader !== undefined;
}

/** A dialect's verdict, in place of the client's. */
function readBy(
  document: RobotsDocument,
  { who }: Crawler,
  url: string,
): Pick<CheckResult, 'verdict' | 'allowed' | 'action'> {
  const verdict = explain(compile(document, who), url);
  return { verdict, allowed: verdict.allowed, action: verdict.allowed ? 'fetch' : 'skip' };
}

/** All URLs by the robots.txt at `robots`: that of the site for a URL without a path, else the file itself. */
export async function urlSource(
  robots: string,
  options: ReadingOptions,
  signal: AbortSignal,
): Promise<RulesSource> {
  const record = await fetchFile(robots, options, signal);
  const evidence = { fetch: withoutBody(record) };
  const { body, outcome, policyRow, robotsUrl = robots } = record;
  if (body !== undefined) {
    tellIfNoRobots(robotsUrl, body);
    const document = parse(body, parseOptions(options));
    const source = documentSource(robotsUrl, document, truncationOf(document));
    return { ...source, evidence: async (url) => ({ ...(await source.evidence(url)), ...evidence }) };
  }
  return {
    title: robotsUrl,
    refusal: refusalOfTarget,
    async check(url, { tokens }): Promise<CheckResult> {
      const allowed = outcome === 'no-rules' || isAlwaysAllowed(url);
      const action = allowed ? 'fetch' : 'defer';
      return { url, agent: tokens, allowed, action, outcome, policyRow, robots: robotsUrl };
    },
    evidence: async () => evidence,
    async usage(url, { who }, page) {
      const { usageOf } = await import('./check-usage.ts');
      return outcome === 'no-rules' ? usageOf(undefined, who, url, page) : undefined;
    },
    async close() {},
  };
}

/** RFC 9309 §2.2.2: whatever became of the file, its own URL may be fetched. */
function isAlwaysAllowed(url: string): boolean {
  return explain(compile(parse(''), []), url).because === 'robots-txt-itself';
}

function parseOptions({ maxBytes, dialect }: ReadingOptions): { maxBytes?: number; dialect: Dialect } {
  return { dialect, ...(maxBytes !== undefined && { maxBytes }) };
}

function refusalOfUrl(url: string): string | undefined {
  if (parseUrl(url)) return undefined;
  return `Cannot check ${JSON.stringify(url)}: expected a URL such as "https://example.com/a" (or --robots with a robots.txt for it)`;
}

function ageAt(fetchedAt: number | undefined): { ageSeconds?: number } {
  if (fetchedAt === undefined || !isFromStore(fetchedAt)) return {};
  return { ageSeconds: Math.round((Date.now() - fetchedAt) / 1000) };
}
