/**
 * The state that the checks share: the site's response for robots.txt, and a way to send further requests. Requests are
 * sent one after another with a pause between them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressPolicy, Transport } from '@robots-exclusion/client';
import { type InPlace, type PreflightReport, preflight } from '@robots-exclusion/client/preflight';
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';
import type { OneCrawler } from '../crawlers/read-crawlers.ts';
import type { FetchOptions } from '../network/fetch-options.ts';
import { httpTransport, openNetwork } from '../network/open-client.ts';
import { type Answer, type AskOptions, ask, inPlaceOfAnswer } from './ask.ts';

export const doctorToken = 'robots-exclusion';

/** The read limit, which is greater than any crawler's, so that the actual size of the file is known. */
const MOST_BYTES = 4 * 1024 * 1024;

export type AskedAs = Omit<OneCrawler, 'resolved' | 'registry'>;

export interface VisitOptions extends FetchOptions {
  readonly userAgent: string;
  /** Milliseconds between the end of one request and the start of the next. */
  readonly delayMs: number;
  readonly signal: AbortSignal;
  /** The crawler whose name is used for a second request. */
  readonly as?: AskedAs | undefined;
  /** The registry in which names are looked up. Default: the known crawlers. */
  readonly registry?: AgentIndex | undefined;
  /** The robots.txt that should be served. */
  readonly intended?: { readonly name: string; readonly body: Uint8Array } | undefined;
  readonly transport?: Transport | undefined;
}

type Asking = Partial<Pick<AskOptions, 'userAgent' | 'maxBytes' | 'acceptEncoding'>>;

export class Visit {
  readonly origin: string;
  readonly options: VisitOptions;
  readonly robots: Answer;
  readonly document: RobotsDocument;
  /** What the site answered in place of a robots.txt. */
  readonly inPlace: InPlace | undefined;
  readonly #rules: RuleSet;
  readonly #answers = new Map<string, Promise<Answer>>();
  /** Origins that the user named, or that a robots.txt redirected to. */
  readonly #named: readonly string[];
  #lastAskedAt: number;
  #requests: number;

  private constructor(origin: string, options: VisitOptions, robots: Answer) {
    this.origin = origin;
    this.options = options;
    this.robots = robots;
    this.document = parse(robots.body);
    this.inPlace = inPlaceOfAnswer(robots);
    this.#rules = compile(this.document, doctorToken);
    this.#named = [origin, ...(robots.record.evidence?.hops ?? []).map(({ url }) => new URL(url).origin)];
    this.#lastAskedAt = performance.now();
    this.#requests = robots.requests;
  }

  /**
   * Starts a visit with the request for robots.txt, which every check needs. Rejects only if `interrupt` is aborted.
   */
  static async to(origin: string, options: VisitOptions, interrupt: AbortSignal): Promise<Visit> {
    const robots = await ask(`${origin}/robots.txt`, { ...options, signal: interrupt, maxBytes: MOST_BYTES });
    return new Visit(origin, options, robots);
  }

  /** The number of requests that were answered or abandoned so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether there is a robots.txt with content to check. */
  get hasFile(): boolean {
    return this.robots.record.outcome === 'rules' && this.inPlace === undefined;
  }

  /**
   * Whether the doctor's own crawler may request the URL. While robots.txt is unreachable, it may request nothing from
   * the origin. URLs of other origins are always allowed.
   */
  mayAsk(url: string): boolean {
    const { outcome } = this.robots.record;
    if (new URL(url).origin !== this.origin) return true;
    return outcome === 'no-rules' || (outcome === 'rules' && this.#rules.allows(url));
  }

  /** Requests a URL at most once per user agent and accepted codings. */
  ask(url: string, { userAgent, maxBytes = MOST_BYTES, acceptEncoding }: Asking = {}): Promise<Answer> {
    const asking = { userAgent: userAgent ?? this.options.userAgent, maxBytes, acceptEncoding };
    const key = `${asking.userAgent}\n${acceptEncoding}\n${url}`;
    const answer = this.#answers.get(key) ?? this.#askNow(url, asking);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Fetches robots.txt again, then requests the home page under the crawler's name and the doctor's own name. */
  async preflight(crawler: AskedAs): Promise<PreflightReport> {
    const { userAgent, signal, transport = httpTransport(), timeout } = this.options;
    const url = `${this.origin}/`;
    const counting: Transport = {
      ...transport,
      send: (request) => {
        this.#requests++;
        return transport.send(request);
      },
    };
    await this.#pause();
    const { client, close } = await openNetwork({
      ...this.options,
      store: 'memory',
      storeFile: undefined,
      userAgent,
      transports: [counting],
    });
    try {
      const addressPolicy = this.#addressPolicy(url);
      const bounds = { signal, ...(timeout !== undefined && { timeoutMs: timeout }) };
      return await preflight(client, url, { ...crawler, addressPolicy, transport: counting, ...bounds });
    } finally {
      await close();
      this.#lastAskedAt = performance.now();
    }
  }

  async #pause(): Promise<void> {
    const { delayMs, signal } = this.options;
    const wait = this.#lastAskedAt + delayMs - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal });
  }

  async #askNow(url: string, asking: Asking & Pick<AskOptions, 'userAgent' | 'maxBytes'>): Promise<Answer> {
    await this.#pause();
    try {
      const addressPolicy = this.#addressPolicy(url);
      const answer = await ask(url, { ...this.options, ...asking, addressPolicy });
      this.#requests += answer.requests;
      return answer;
    } finally {
      this.#lastAskedAt = performance.now();
    }
  }

  /**
   * Restricts redirects: the site chooses where its pages and sitemaps redirect, and must not reach the user's network.
   */
  #addressPolicy(url: string): AddressPolicy {
    return { allow: 'public-only', alsoOrigins: [...this.#named, new URL(url).origin] };
  }
}
