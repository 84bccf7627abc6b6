/** The part of the session that is shared in links, and stored in this browser until the next visit. */
import type { Session, UrlsFrom } from './session.ts';

/** The part of a session that can be sent to others. */
export interface Shared {
  readonly draft: string;
  readonly robotsUrl: string;
  readonly urls: readonly string[];
  readonly urlsFrom: UrlsFrom;
  readonly columns: readonly string[];
  readonly onlyColumns: boolean;
  readonly crawler: string;
  readonly url: string;
  readonly panel: string;
  readonly profile: string;
  readonly reading: string;
}

/** Limits on untrusted input. */
const MAX_DRAFT_LENGTH = 4_000_000;
const MAX_URLS = 50_000;
const MAX_URL_LENGTH = 8192;
const MAX_COLUMNS = 120;
const MAX_TOKEN_LENGTH = 200;
const MAX_NAME_LENGTH = 50;

export function sharedOf(session: Session): Shared {
  const { draft, robotsUrl, urls, urlsFrom, columns, onlyColumns } = session;
  const { crawler, url, panel, profile, reading } = session;
  return { draft, robotsUrl, urls, urlsFrom, columns, onlyColumns, crawler, url, panel, profile, reading };
}

/** The valid part of a shared value; undefined if it contains no draft. */
export function readShared(value: unknown): Partial<Session> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(value));
  const draft = textOf(members.get('draft'), MAX_DRAFT_LENGTH);
  if (draft === undefined) return undefined;
  const columns = listOf(members.get('columns'), MAX_COLUMNS, MAX_TOKEN_LENGTH);
  const urlsFrom = (['example', 'rules'] as const).find((name) => name === members.get('urlsFrom'));
  const panel = textOf(members.get('panel'), MAX_NAME_LENGTH);
  const crawler = textOf(members.get('crawler'), MAX_TOKEN_LENGTH);
  const profile = textOf(members.get('profile'), MAX_NAME_LENGTH);
  const reading = textOf(members.get('reading'), MAX_NAME_LENGTH);
  const robotsUrl = textOf(members.get('robotsUrl'), MAX_URL_LENGTH);
  return {
    draft,
    urls: [...new Set(listOf(members.get('urls'), MAX_URLS, MAX_URL_LENGTH))],
    urlsFrom: urlsFrom ?? 'person',
    robotsUrl: robotsUrl !== undefined && isHttpUrl(robotsUrl) ? robotsUrl : '',
    url: textOf(members.get('url'), MAX_URL_LENGTH) ?? '',
    ...(columns.length > 0 && { columns: [...new Set(columns)] }),
    onlyColumns: columns.length > 0 && members.get('onlyColumns') === true,
    ...(crawler && { crawler }),
    ...(panel !== undefined && NAME.test(panel) && { panel }),
    ...(profile !== undefined && NAME.test(profile) && { profile }),
    ...(reading !== undefined && NAME.test(reading) && { reading }),
  };
}

/** Matches names of panels, profiles and dialects. A name that matches but is unknown selects the default. */
const NAME = /^[a-z0-9][a-z0-9.-]*$/;

function textOf(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value.length <= maxLength ? value : undefined;
}

function listOf(value: unknown, maxItems: number, maxLength: number): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxItems).filter((item) => textOf(item, maxLength) !== undefined && item !== '');
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Stores the state in the fragment of a link: JSON, deflated, in base64url. Browsers never send a fragment to a server.
 * Links are untrusted: the size is limited during decompression, and every member is validated.
 */
const PREFIX = '#w1=';

/** Limit on the octets of a link's JSON after decompression. */
const MAX_INFLATED_BYTES: number = 8 * 1024 * 1024;

export async function writeFragment(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return PREFIX + toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The value of a fragment; undefined if it has none. */
export async function readFragment(
  fragment: string,
  maxBytes: number = MAX_INFLATED_BYTES,
): Promise<unknown> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const octets = fromBase64Url(fragment.slice(PREFIX.length));
    return JSON.parse(await inflated(octets, maxBytes));
  } catch {
    return undefined;
  }
}

/** @throws {RangeError} If the decompressed text is larger than `maxBytes`. */
async function inflated(octets: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<string> {
  const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RangeError(`Cannot read the link: it inflates to more than ${maxBytes} octets`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Number of octets converted to a string per step. */
const CHUNK = 8192;

function toBase64Url(octets: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < octets.length; at += CHUNK) {
    binary += String.fromCharCode(...octets.subarray(at, at + CHUNK));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
