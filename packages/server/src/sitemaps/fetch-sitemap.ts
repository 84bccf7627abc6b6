/**
 * Fetches one sitemap through a transport that keeps to the service's address policy: redirects, codings, size and time
 * are bounded, and the site's robots.txt is obeyed.
 */

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { AddressPolicy, Transport, TransportResponse } from '@robots-exclusion/client';
import { LocationReader, type SitemapKind } from './location-reader.ts';

/** As sitemaps.org has them: 50 MiB once it is unpacked, 50,000 locations. */
export const MAX_SITEMAP_BYTES = 52_428_800;
export const MAX_LOCATIONS = 50_000;
const MAX_REDIRECTS = 5;

export interface SitemapAnswer {
  readonly url: string;
  readonly status: number;
  readonly kind: SitemapKind;
  readonly locations: readonly string[];
  /** Nothing was left out: the file was not longer than the bounds. */
  readonly isComplete: boolean;
}

export interface SitemapRequest {
  readonly transport: Transport;
  readonly userAgent: string;
  readonly addressPolicy: AddressPolicy;
  readonly signal: AbortSignal;
  /** Whether the site's robots.txt lets the service fetch it. */
  isAllowed(url: string): Promise<boolean>;
  /** Waits until one more fetch may begin; called back when it has ended. */
  takeTurn(): Promise<() => void>;
}

/** @throws {SitemapError} With a message for the reader. */
export async function fetchSitemap(url: string, request: SitemapRequest): Promise<SitemapAnswer> {
  let place = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!/^https?:/.test(place)) throw new SitemapError(`${place} is not an http or https URL`);
    if (!(await request.isAllowed(place)))
      throw new SitemapError(`The robots.txt of the site disallows ${place}`);
    const endTurn = await request.takeTurn();
    try {
      const response = await send(place, request);
      const next = redirectOf(response, place);
      if (next === undefined) return await read(place, response);
      place = next;
    } finally {
      endTurn();
    }
  }
  throw new SitemapError(`${url} redirects more than ${MAX_REDIRECTS} times`);
}

export class SitemapError extends Error {}

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

async function read(url: string, { status, body }: TransportResponse): Promise<SitemapAnswer> {
  if (status !== 200) throw new SitemapError(`${url} answered ${status}`);
  const reader = new LocationReader(MAX_LOCATIONS);
  const decoder = new TextDecoder();
  let bytes = 0;
  let isWanted = true;
  try {
    for await (const chunk of unpacked(body)) {
      bytes += chunk.length;
      isWanted = bytes <= MAX_SITEMAP_BYTES && reader.push(decoder.decode(chunk, { stream: true }));
      if (!isWanted) break;
    }
  } catch (error) {
    throw new SitemapError(`${url} cannot be read: ${(error as Error).message}`);
  }
  if (isWanted) reader.end();
  return { url, status, kind: reader.kind, locations: reader.locations, isComplete: isWanted };
}

/** Gzip is recognized by its first octets: files are served packed, with and without a Content-Encoding. */
async function* unpacked(body: TransportResponse['body']): AsyncIterable<Uint8Array> {
  const source = Readable.from(body instanceof Uint8Array ? [body] : body);
  const iterator: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < 2; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const start = Buffer.concat(chunks);
  const all = Readable.from(resumed(start, iterator));
  yield* start[0] === 0x1f && start[1] === 0x8b ? pipeline(all, createGunzip(), () => undefined) : all;
}

async function* resumed(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield start;
  let bytes = start.length;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    bytes += next.value.length;
    // What unpacks to nothing is not read for ever.
    if (bytes > MAX_SITEMAP_BYTES) return;
    yield next.value;
  }
}
