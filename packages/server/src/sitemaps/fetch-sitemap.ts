/**
 * Fetches one sitemap through a transport with the service's address policy. The fetch is limited in redirects, size
 * and time, and obeys the site's robots.txt. The response is parsed elsewhere.
 */
import type { AddressPolicy, Transport, TransportResponse } from '@robots-exclusion/client';
import { defaultLimits, discardBody, readBody } from '@robots-exclusion/client/remote-body';
import { MAX_SITEMAP_BYTES, type UnreadSitemap } from '@robots-exclusion/client/sitemaps';
import type { SitemapQuestion, SitemapText } from '../answers/sitemap-text.ts';

const MAX_REDIRECTS = 5;

export interface SitemapRequest {
  readonly transport: Transport;
  readonly userAgent: string;
  readonly addressPolicy: AddressPolicy;
  readonly signal: AbortSignal;
  /** Why the service may not fetch the URL, by the site's robots.txt; undefined if it may. */
  refusal(url: string): Promise<string | undefined>;
  /** Waits until another fetch may begin. Returns a function to call when the fetch has ended. */
  takeTurn(): Promise<() => void>;
  /** Called with the number of octets received. Throws if the octets would exceed a limit on memory. */
  hold(octets: number): void;
  /** Parses the response and serializes the answer, outside the main thread. */
  read(question: Omit<SitemapQuestion, 'maxAnswerBytes'>): Promise<SitemapText>;
}

/** An error that states why no sitemap could be fetched. */
export class SitemapError extends Error {}

/**
 * Fetches a sitemap and returns the answer as JSON text.
 *
 * @throws {SitemapError} With a message for the user.
 */
export async function fetchSitemap(url: string, request: SitemapRequest): Promise<string> {
  let place = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!/^https?:/.test(place)) throw new SitemapError(`${place} is not an http or https URL`);
    const refusal = await request.refusal(place);
    if (refusal !== undefined) throw new SitemapError(refusal);
    const came = await inTurn(place, request);
    if (typeof came !== 'string') return textOf(place, came, request);
    place = came;
  }
  throw new SitemapError(`${url} redirects more than ${MAX_REDIRECTS} times`);
}

/** @returns The response, or its redirect target. */
async function inTurn(place: string, request: SitemapRequest): Promise<UnreadSitemap | string> {
  const endTurn = await request.takeTurn();
  try {
    const response = await send(place, request);
    const next = redirectOf(response, place);
    if (next === undefined && response.status === 200) return await bodyOf(place, response, request);
    discardBody(response.body);
    if (next === undefined) throw new SitemapError(`${place} answered ${response.status}`);
    return next;
  } finally {
    endTurn();
  }
}

async function send(
  url: string,
  { transport, userAgent, addressPolicy, signal }: SitemapRequest,
): Promise<TransportResponse> {
  const headers = {
    'user-agent': userAgent,
    accept: 'application/xml, text/plain, */*',
    'accept-encoding': 'gzip',
  };
  try {
    return await transport.send({ url, headers, signal, maxBytes: MAX_SITEMAP_BYTES, addressPolicy });
  } catch (error) {
    throw new SitemapError(`${url} cannot be fetched: ${(error as Error).message}`);
  }
}

function redirectOf({ status, headers }: TransportResponse, from: string): string | undefined {
  const { location } = headers;
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, from))
    return undefined;
  return new URL(location, from).href;
}

/** The body as received; it is decompressed in the thread that parses it. */
async function bodyOf(
  url: string,
  { body, headers }: TransportResponse,
  { signal, hold }: SitemapRequest,
): Promise<UnreadSitemap> {
  const { 'content-encoding': contentEncoding, ...others } = headers;
  const limits = { ...defaultLimits, maxBytes: MAX_SITEMAP_BYTES };
  let noRoom: unknown;
  async function* held(): AsyncGenerator<Uint8Array> {
    // One octet beyond the limit is passed on, so that the reader detects that the file was cut.
    for await (const chunk of body instanceof Uint8Array ? [body.subarray(0, MAX_SITEMAP_BYTES + 1)] : body) {
      try {
        hold(chunk.length);
      } catch (error) {
        noRoom = error;
        throw error;
      }
      yield chunk;
    }
  }
  try {
    const { octets, isTruncated } = await readBody(held(), others, limits, signal);
    return { octets, contentEncoding, isCut: isTruncated };
  } catch (error) {
    throw noRoom ?? new SitemapError(`${url} cannot be read: ${(error as Error).message}`);
  }
}

async function textOf(url: string, unread: UnreadSitemap, { read }: SitemapRequest): Promise<string> {
  const answer = await read({ ...unread, url, status: 200 });
  if ('fault' in answer) throw new SitemapError(`${url} cannot be read as a sitemap: ${answer.fault}`);
  return answer.text;
}
