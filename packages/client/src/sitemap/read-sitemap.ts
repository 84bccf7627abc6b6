/** Decompresses and parses a sitemap from a site. Runs in a worker thread, because the site controls the cost. */
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { contentCodings } from '../fetch/content-codings.ts';
import { decode } from '../fetch/decode.ts';
import { isUrl, LocationReader, type SitemapKind } from './location-reader.ts';

/** The limits of sitemaps.org: 50 MiB uncompressed, 50,000 locations. */
export const MAX_SITEMAP_BYTES = 52_428_800;
export const MAX_LOCATIONS = 50_000;

/** Limit on the octets passed on at once. */
const PIECE = 65_536;

/** The number of octets that is sufficient to identify the compression or encoding of a text. */
const HEAD = 200;

/** A sitemap as received. */
export interface UnreadSitemap {
  readonly octets: Uint8Array;
  readonly contentEncoding: string | undefined;
  /** Whether the octets are only the beginning of the response. */
  readonly isCut: boolean;
}

/** The data read from a sitemap. */
export interface SitemapContent {
  readonly kind: SitemapKind;
  readonly locations: readonly string[];
  /** Whether all locations of the file are listed: it was read to its end, and none was skipped. */
  readonly isComplete: boolean;
  /**
   * The number of locations that were found but are not listed: they are not http or https URLs, contain an element, do
   * not end, are too long, or are missing from their entry.
   */
  readonly skipped: number;
  /** The reason why the file cannot be read as a sitemap; in that case, there are no locations. */
  readonly fault?: string;
}

/** Reads the response, up to the limits. */
export async function readSitemap({
  octets,
  contentEncoding,
  isCut,
}: UnreadSitemap): Promise<SitemapContent> {
  const { codings } = contentCodings(contentEncoding);
  const decoded = bounded(decode(piecesOf(octets), codings, MAX_SITEMAP_BYTES));
  const reader = new LocationReader(MAX_LOCATIONS);
  let decoder: TextDecoder | undefined;
  let isWhole = !isCut;
  try {
    for await (const piece of unpacked(decoded)) {
      if (isUtf32(piece) && decoder === undefined) return unreadable(reader, 'its text is UTF-32');
      decoder ??= new TextDecoder(encodingOf(piece));
      if (!reader.push(decoder.decode(piece, { stream: true }))) break;
    }
  } catch (error) {
    const isNothing = !(error instanceof TooMuch) && !isCut && reader.locations.length === 0;
    if (isNothing) return unreadable(reader, (error as Error).message);
    isWhole = false;
  }
  if (isWhole) reader.end();
  return contentOf(reader, isWhole);
}

function contentOf(reader: LocationReader, isWhole: boolean): SitemapContent {
  const fault = reader.fault ?? reader.stranger;
  if (fault !== undefined) return unreadable(reader, fault);
  const locations = reader.locations.filter(isUrl);
  const skipped = reader.skipped + reader.locations.length - locations.length;
  const isComplete = isWhole && !reader.isCut && !reader.isUnfinished && skipped === 0;
  return { kind: reader.kind, locations, isComplete, skipped };
}

function unreadable({ kind }: LocationReader, fault: string): SitemapContent {
  return { kind, locations: [], isComplete: false, skipped: 0, fault };
}

async function* piecesOf(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += PIECE) yield octets.subarray(at, at + PIECE);
}

/**
 * Decompresses a gzip file. Gzip is recognized by its first octets, because compressed files often have no
 * Content-Encoding.
 */
async function* unpacked(decoded: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await beginning(decoded);
  if (first === undefined) return;
  const all = resumed(first, decoded);
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    yield* all;
    return;
  }
  const inner = bounded(pipeline(Readable.from(all), createGunzip({ chunkSize: PIECE }), () => undefined));
  const start = await beginning(inner);
  if (start !== undefined) yield* resumed(start, inner);
}

/** Joins the first pieces until they are long enough to identify the format. */
async function beginning(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array | undefined> {
  let first: Uint8Array | undefined;
  while (first === undefined || first.length < HEAD) {
    const { value, done } = await pieces.next();
    if (done) break;
    first = first === undefined ? value : Buffer.concat([first, value]);
  }
  return first;
}

async function* resumed(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Throws if there are more decompressed octets than the limit. The compressed size does not matter. */
async function* bounded(decoded: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of decoded) {
    bytes += piece.length;
    if (bytes > MAX_SITEMAP_BYTES) throw new TooMuch();
    yield piece;
  }
}

class TooMuch extends Error {}

/**
 * The encoding of a text (XML 1.0, appendix F). It is identified by the byte order mark, by the position of the zero
 * octet in the first character, or by the XML declaration. The first character is ASCII in sitemaps and in lists of
 * URLs.
 */
function encodingOf(piece: Uint8Array): string {
  const [first, second] = piece;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  const start = Buffer.from(piece.subarray(0, HEAD)).toString('latin1');
  const label = /^\s*<\?xml\s[^>]*\sencoding\s*=\s*["']([\w:.-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    // The declaration was readable as ASCII, so the text cannot be UTF-16.
    return /^utf-?16/i.test(label) ? 'utf-8' : new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

/**
 * Whether the text is UTF-32, which sitemaps must not use and which is not decoded. It is recognized by its byte order
 * mark, or by three zero octets in its first character.
 */
function isUtf32(piece: Uint8Array): boolean {
  const start = Buffer.from(piece.subarray(0, 4)).toString('hex');
  return /^(?:fffe0000|0000feff|(?!00)..000000|000000(?!00)..)$/.test(start);
}
