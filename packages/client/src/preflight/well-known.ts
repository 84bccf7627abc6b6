/**
 * Reads the two files beside robots.txt that state permitted uses: `/.well-known/tdmrep.json` and `/ai.txt`. The client
 * requests them under its own name, if robots.txt allows it.
 */
import { otherContent, parse } from 'robots-exclusion';
import { inPlaceOf } from './in-place.ts';
import type { PageAnswer, ProbeOptions } from './probe.ts';
import { probe } from './probe.ts';

/** The result for one place where a site may state uses. */
export interface PreflightSource {
  readonly name: 'robots.txt' | 'page' | 'tdmrep.json' | 'ai.txt';
  readonly url: string;
  /**
   * - `read`: the report contains everything that the place states;
   * - `in-part`: only the beginning of the page could be read; the report contains what that part states;
   * - `absent`: there is no such file;
   * - `not-asked`: rules, limits or a long Crawl-delay prevented the request;
   * - `unknown`: the response cannot be read.
   */
  readonly status: 'read' | 'in-part' | 'absent' | 'not-asked' | 'unknown';
  readonly note?: string;
}

const SILENCE: Readonly<Partial<Record<PreflightSource['status'], string>>> = {
  'in-part': 'read in part',
  'not-asked': 'not asked for',
  unknown: 'not known',
};

/**
 * Explains why a place without known statements may still contain some, such as `read in part: …`. Undefined if the
 * place was read in full, or the file is absent. The result may contain text from the site, so escape it before you
 * print it.
 *
 * @param said A sentence that the reader sees beside it; undefined, too, if that has the note already.
 * @example
 * ```ts
 * import { silenceOf } from '@robots-exclusion/client/preflight';
 *
 * silenceOf({ name: 'ai.txt', url: 'https://example.com/ai.txt', status: 'unknown', note: 'HTTP status 503' });
 * // 'not known: HTTP status 503'
 * ```
 */
export function silenceOf({ status, note }: PreflightSource, said = ''): string | undefined {
  if (note !== undefined && said.includes(note)) return undefined;
  const words = SILENCE[status];
  return words === undefined || note === undefined ? words : `${words}: ${note}`;
}

/** A file beside robots.txt, with its text if it exists. */
export interface WellKnownFile {
  readonly source: PreflightSource;
  readonly text?: string;
}

const PATHS = { 'tdmrep.json': '/.well-known/tdmrep.json', 'ai.txt': '/ai.txt' } as const;

/** The maximum Crawl-delay. If it is longer, the files are not requested, because they are not worth the wait. */
const LONGEST_DELAY_SECONDS = 5;

/** Requests one file from the origin of `pageUrl`. Rejects only if aborted. */
export async function readWellKnown(
  name: keyof typeof PATHS,
  pageUrl: string,
  options: ProbeOptions,
): Promise<WellKnownFile> {
  const url = new URL(PATHS[name], pageUrl).href;
  const source = (status: PreflightSource['status'], note?: string): WellKnownFile => ({
    source: { name, url, status, ...(note !== undefined && { note }) },
  });
  const { client, signal, beforeFetch } = options;
  try {
    const asked = { ...(signal && { signal }), ...(beforeFetch && { beforeFetch }) };
    const { action, crawlDelaySeconds = 0 } = await client.check(url, asked);
    if (action !== 'fetch')
      return source('not-asked', `robots.txt does not allow ${client.userAgent} to fetch it`);
    if (crawlDelaySeconds > LONGEST_DELAY_SECONDS) {
      return source('not-asked', `Crawl-delay: ${crawlDelaySeconds} s is too long to wait`);
    }
    return fileOf(await probe(url, options), { name, url }, source);
  } catch (error) {
    signal?.throwIfAborted();
    return source('not-asked', error instanceof Error ? error.message : String(error));
  }
}

function fileOf(
  { status, headers, repeated, body, finalUrl, refusal, error }: PageAnswer,
  { name, url }: Pick<PreflightSource, 'name' | 'url'>,
  source: (status: PreflightSource['status'], note?: string) => WellKnownFile,
): WellKnownFile {
  if (refusal) return source('not-asked', 'robots.txt does not allow its redirect target');
  if (status === undefined || error) return source('unknown', error?.message ?? 'No answer');
  if (status === 404 || status === 410) return source('absent');
  if (status < 200 || status >= 300) return source('unknown', `HTTP status ${status}`);
  const read = { status, headers, ...(repeated && { repeated }), body: body.octets, finalUrl };
  const inPlace = inPlaceOf(read, url, name);
  if (inPlace?.isFilter) return source('unknown', inPlace.message);
  // Some sites respond to any path with an HTML page.
  if (/html/i.test(headers['content-type'] ?? '') || /^\s{0,256}<[a-z!?]/i.test(body.text)) {
    return source('absent', 'The response is an HTML page instead');
  }
  if (body.end !== 'whole') return source('unknown', body.end === 'cut' ? 'It is too long' : 'It broke off');
  // An ai.txt is free text, so a short message may be one.
  const other = name === 'ai.txt' ? otherContent(parse(body.octets)) : undefined;
  if (other !== undefined && other !== 'message') return source('unknown', `It looks like ${other} data`);
  return { ...source('read'), text: body.text };
}
