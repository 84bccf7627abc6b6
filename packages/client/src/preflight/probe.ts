/** Requests one page. Checks the rules and keeps the delay before each hop, and reads the beginning of the response. */
import type { BeforeFetch } from '../check-options.ts';
import type { RobotsClient } from '../client.ts';
import type { Decision } from '../decision.ts';
import { guard } from '../guard/guard.ts';
import { GuardError } from '../guard/guard-error.ts';
import { nextHop } from '../guard/hops.ts';
import type { AddressPolicy, Transport } from '../transport/transport.ts';
import { after, childController } from '../within.ts';
import { MAX_PAGE_BYTES, NO_BODY, type PageBody, readPageBody } from './page-body.ts';

const MAX_REDIRECTS = 5;

/** The response for a page, or the reason why it was not requested. Plain data. */
export interface PageAnswer {
  readonly userAgent: string;
  readonly requests: number;
  /** The last URL that was requested, or the URL that would have been requested next. */
  readonly finalUrl: string;
  /** The status; undefined if there was no response. */
  readonly status?: number;
  /** The fields of the last response, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The individual lines of each field that occurs more than once. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
  readonly body: PageBody;
  /**
   * The decision against the request: the rules forbid the page or a page that it redirects to, or are unavailable now.
   */
  readonly refusal?: Decision;
  /** The error; present if there was no response, or too many redirects. */
  readonly error?: { readonly code: string; readonly message: string };
}

export interface ProbeOptions {
  readonly client: RobotsClient;
  readonly transport: Transport;
  readonly addressPolicy: AddressPolicy;
  readonly userAgent: string;
  /** The crawler whose rules apply to the request. */
  readonly who: Parameters<typeof guard>[1];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called before each request. The request waits for the result; if the hook rejects, so does the probe. */
  readonly beforeFetch: BeforeFetch | undefined;
}

/** Requests a page. Rejects only if aborted, or if `beforeFetch` rejects. */
export async function probe(url: string, options: ProbeOptions): Promise<PageAnswer> {
  const { client, userAgent, who = {}, signal, beforeFetch } = options;
  const ask = guard(client, { ...who, ...(beforeFetch && { beforeFetch }) });
  let answer: PageAnswer = { userAgent, requests: 0, finalUrl: url, headers: {}, body: NO_BODY };
  for (let redirects = 0; ; redirects++) {
    try {
      await ask(answer.finalUrl, signal && { signal });
    } catch (error) {
      if (error instanceof GuardError) return { ...answer, refusal: error.decision };
      throw error;
    }
    const { requests, finalUrl } = answer;
    const end = await beforeFetch?.();
    const hop = await askHop(finalUrl, options).finally(end);
    answer = { userAgent, finalUrl, requests: requests + 1, ...hop };
    const next = nextUrl(answer);
    if (next === undefined) return answer;
    if (redirects >= MAX_REDIRECTS) return { ...answer, error: TOO_MANY };
    answer = { ...answer, finalUrl: next };
  }
}

const TOO_MANY = { code: 'too-many-redirects', message: `More than ${MAX_REDIRECTS} redirects` };

function nextUrl({ finalUrl, status, headers }: PageAnswer): string | undefined {
  if (status === undefined) return undefined;
  const { location } = headers;
  const response = { status, headers: new Headers(location === undefined ? {} : { location }) };
  try {
    return nextHop({ url: finalUrl, init: {} }, response as Response)?.url;
  } catch {
    return undefined;
  }
}

type HopAnswer = Pick<PageAnswer, 'headers' | 'repeated' | 'body' | 'status' | 'error'>;

async function askHop(url: string, options: ProbeOptions): Promise<HopAnswer> {
  const { transport, addressPolicy, userAgent, timeoutMs, signal } = options;
  const { controller, unlink } = childController(signal ?? new AbortController().signal);
  let isLate = false;
  const stop = after(timeoutMs, () => {
    isLate = true;
    controller.abort(new Error('late'));
  });
  const headers = { 'user-agent': userAgent, accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip' };
  try {
    const request = { url, headers, signal: controller.signal, maxBytes: MAX_PAGE_BYTES, addressPolicy };
    const response = await transport.send(request);
    const { status, headers: fields, repeated } = response;
    return { status, headers: fields, ...(repeated && { repeated }), body: await readPageBody(response) };
  } catch (error) {
    signal?.throwIfAborted();
    return { headers: {}, body: NO_BODY, error: isLate ? lateAfter(timeoutMs) : failureOf(error) };
  } finally {
    stop();
    unlink();
    controller.abort();
  }
}

function lateAfter(timeoutMs: number): NonNullable<PageAnswer['error']> {
  return { code: 'timeout', message: `No response within ${timeoutMs} ms` };
}

function failureOf(error: unknown): NonNullable<PageAnswer['error']> {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { code: typeof code === 'string' ? code : 'network', message: String(message) };
}
