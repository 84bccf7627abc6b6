/** Determines what would really happen to a crawler on a page, by comparing the rules with the site's responses. */
import type { CrawlerProfile } from 'robots-exclusion';
import { findAgent } from 'robots-exclusion/agents';
import { withoutSecrets } from 'robots-exclusion/print';
import { metaNamesFor } from 'robots-exclusion/usage';
import type { BeforeFetch } from '../check-options.ts';
import type { RobotsClient } from '../client.ts';
import type { Decision } from '../decision.ts';
import { crawlerOf } from '../guard/guard.ts';
import { parseUrl } from '../parse-url.ts';
import { transportOf } from '../settings-of.ts';
import { fieldLines } from '../transport/response-head.ts';
import type { AddressPolicy, Transport } from '../transport/transport.ts';
import { type Classified, classify } from './classify.ts';
import { type Checked, checkedBy, compare, type PreflightOutcome } from './compare.ts';
import { NO_BODY } from './page-body.ts';
import { type ReadPage, readPage, usageHeaders } from './page-facts.ts';
import { type PageAnswer, type ProbeOptions, probe } from './probe.ts';
import { type PreflightUsage, type Stated, type StatedQuestion, stated } from './stated.ts';
import type { PreflightState } from './states.ts';
import type { PreflightSource } from './well-known.ts';

/** Options of {@link preflight}. */
export interface PreflightOptions {
  /**
   * The product token of the crawler, or several tokens of one crawler. Requests carry the User-Agent that the registry
   * lists for the first token.
   */
  as: string | readonly string[];
  /** The crawler's profile, used instead of the registry's. */
  profile?: CrawlerProfile;
  /** Whether to treat the name as a plain product token and ignore the crawler registry. {@default false} */
  literal?: boolean;
  /**
   * The User-Agent of the crawler's request. {@default the one in the registry, or `Mozilla/5.0 (compatible;
   * TOKEN/1.0)`}
   */
  userAgent?: string;
  /**
   * The addresses to which requests may be sent. Pass the same policy as for the client. {@default { allow:
   * 'public-only' }}
   */
  addressPolicy?: AddressPolicy;
  /** The transport for requests. {@default that of the client} */
  transport?: Transport;
  /** The time limit per request in milliseconds. {@default 30,000} */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Called before each request, for robots.txt and for pages. If it rejects, so does the preflight. */
  beforeFetch?: BeforeFetch;
}

/** The response that one client gets. */
export interface PreflightProbe extends Classified {
  readonly userAgent: string;
  readonly finalUrl: string;
  readonly status?: number;
  /**
   * Fields of the response that state how the page may be used, with names in lower case: `content-usage`,
   * `content-signal`, `x-robots-tag`, `tdm-reservation`, `tdm-policy`, and `link` if it names a license. A field with
   * several lines is a list.
   */
  readonly usageHeaders: Readonly<Record<string, string | readonly string[]>>;
}

/** The report of {@link preflight}. */
export interface PreflightReport {
  readonly url: string;
  /** The product token of the crawler; several tokens are separated by commas. */
  readonly as: string;
  readonly outcome: PreflightOutcome;
  /** Whether the crawler gets what robots.txt allows, as a check. */
  readonly checked: Checked;
  /** The decision for the crawler according to robots.txt. */
  readonly policy: Decision;
  readonly asCrawler: PreflightProbe;
  /** The response to the client's request under its own name. */
  readonly asClient: PreflightProbe;
  /**
   * Short forms of what the page and its site state about the use of the page by the crawler. Restrictions come first.
   * Empty if the crawler may not send a request, or gets no response.
   */
  readonly states: readonly PreflightState[];
  /** The number of states that are not listed; absent if all are listed. */
  readonly statesOmitted?: number;
  /** The full statements by use; absent if the crawler may not send a request, or gets no response. */
  readonly usage?: PreflightUsage;
  /** The places that were searched for statements, and the result for each. */
  readonly sources: readonly PreflightSource[];
  /**
   * The number of requests for the page, including redirects. Requests for robots.txt and the files beside it do not
   * count.
   */
  readonly requests: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Requests a page once as the crawler and once under the client's own name. Reports the outcome and the statements
 * about the use of the page. The function requests only what robots.txt allows under each name, keeps the Crawl-delay,
 * follows at most five redirects, and does not try to evade anything. Under the client's own name, it also requests
 * `/.well-known/tdmrep.json` and `/ai.txt`. Use another crawler's name only for your own sites.
 *
 * The call also resolves if the network fails.
 *
 * @throws {TypeError} If `url` is not an absolute HTTP URL.
 * @example
 * ```ts no-run=network
 * import { createClient } from '@robots-exclusion/client';
 * import { preflight } from '@robots-exclusion/client/preflight';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://example.com/bot)' });
 * const { outcome } = await preflight(client, 'https://example.com/', { as: 'GPTBot' });
 * ```
 */
export async function preflight(
  client: RobotsClient,
  url: string | URL,
  options: PreflightOptions,
): Promise<PreflightReport> {
  const asked = httpUrl(url);
  const tokens = [options.as].flat();
  const [token = ''] = tokens;
  const known = tokens.length === 1 ? findAgent(token) : undefined;
  const { signal, beforeFetch, literal = false, profile = known } = options;
  const who = profile === undefined || literal ? { productTokens: tokens } : { profile };
  const policy = await client.check(asked, {
    ...who,
    ...(signal && { signal }),
    ...(beforeFetch && { beforeFetch }),
  });
  const shared = {
    client,
    transport: options.transport ?? transportOf(client),
    addressPolicy: options.addressPolicy ?? { allow: 'public-only' as const },
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal,
    beforeFetch,
  };
  const userAgent = options.userAgent ?? userAgentOf(withoutSecrets(token));
  const crawler = { ...shared, who, userAgent };
  const itself = { ...shared, who: {}, userAgent: client.userAgent };
  return {
    url: asked,
    as: withoutSecrets(tokens.join(',')),
    policy,
    ...(await examined(asked, policy, crawler, itself)),
  };
}

/** The report, without the input and the crawler's decision. */
async function examined(
  url: string,
  policy: Decision,
  crawler: ProbeOptions,
  client: ProbeOptions,
): Promise<Omit<PreflightReport, 'url' | 'as' | 'policy'>> {
  const toCrawler = await answerTo(url, policy, crawler);
  const toClient = await answerTo(url, policy, client);
  const page = readPage(toCrawler, metaNamesFor(crawlerOf(crawler.client, crawler.who ?? {})));
  const clientPage = isSameAnswer(toCrawler, toClient) ? page : readPage(toClient, []);
  const asCrawler = probed(toCrawler, page, url);
  const asClient = probed(toClient, clientPage, url);
  const isAnswered = toCrawler.status !== undefined && toCrawler.refusal === undefined;
  const question: StatedQuestion = {
    crawler,
    client,
    toCrawler,
    page: asCrawler.shape === 'served' ? page : undefined,
    clientPage: asClient.shape === 'served' ? clientPage : undefined,
  };
  const outcome = compare(policy, toCrawler, asCrawler, asClient);
  const said = isAnswered ? await stated(question) : NOTHING_STATED;
  const robots = said.sources.find(({ name }) => name === 'robots.txt');
  return {
    outcome,
    checked: checkedBy(outcome, policy, asClient, robots?.status === 'unknown' ? robots.note : undefined),
    asCrawler,
    asClient,
    ...said,
    requests: toCrawler.requests + toClient.requests,
  };
}

/** Whether two responses are the same page, which is then read once. */
function isSameAnswer(a: PageAnswer, b: PageAnswer): boolean {
  const [typeOfA, typeOfB] = [a, b].map((answer) => fieldLines(answer, 'content-type').join('\n'));
  const isAlike = a.finalUrl === b.finalUrl && a.body.end === b.body.end && typeOfA === typeOfB;
  return isAlike && Buffer.compare(a.body.octets, b.body.octets) === 0;
}

/**
 * The result if the crawler may not request the page, or there is no response. In that case, nothing else is requested
 * from the site.
 */
const NOTHING_STATED: Stated = { states: [], sources: [] };

/**
 * The response to one client. If the rules disallow the page for the crawler, the page is not requested for either
 * client, because there is nothing to compare.
 */
async function answerTo(url: string, policy: Decision, options: ProbeOptions): Promise<PageAnswer> {
  if (policy.action === 'fetch') return probe(url, options);
  const { userAgent } = options;
  return { userAgent, requests: 0, finalUrl: url, headers: {}, body: NO_BODY, refusal: policy };
}

function probed(answer: PageAnswer, page: ReadPage, url: string): PreflightProbe {
  const { userAgent, finalUrl, status } = answer;
  return {
    ...classify(answer, page, url),
    userAgent: withoutSecrets(userAgent),
    finalUrl,
    ...(status !== undefined && { status }),
    usageHeaders: usageHeaders(answer),
  };
}

function userAgentOf(token: string): string {
  return findAgent(token)?.exampleUserAgents[0] ?? `Mozilla/5.0 (compatible; ${token}/1.0)`;
}

function httpUrl(url: string | URL): string {
  const parsed = parseUrl(String(url));
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError(
      `Cannot examine ${JSON.stringify(String(url))}: expected an http or https URL such as "https://example.com/"`,
    );
  }
  parsed.hash = parsed.username = parsed.password = '';
  return parsed.href;
}
