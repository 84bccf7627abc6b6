/** Reads a complete robots.txt by name: a file, standard input, or a URL. */
import { existsSync } from 'node:fs';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { readWhole } from '../input/read-body.ts';
import { hasScheme, withScheme } from '../input/with-scheme.ts';
import type { FetchOptions } from '../network/fetch-options.ts';
import { warn } from '../output/stdout.ts';

export interface NamedBody {
  readonly name: string;
  readonly body: Uint8Array;
  /** The URL of the robots.txt; undefined for a file. */
  readonly robotsUrl?: string;
  /** What the body is, if it is not a robots.txt, such as a page. */
  readonly note?: string;
}

/**
 * The URL that a robots.txt name refers to, with a default scheme; undefined for a file. A name refers to a file if
 * such a file exists, or if it looks like a file name.
 */
export function urlOfRobots(name: string): string | undefined {
  if (hasScheme(name)) return name;
  if (name === '-' || /^[^/]*\.(?:txt|text|ya?ml|json|md|html?)$/i.test(name) || existsSync(name))
    return undefined;
  const url = withScheme(name);
  return url === name ? undefined : url;
}

/** Writes a note to stderr about a file that crawlers do not ask for (RFC 9309 §2.3). */
export function tellIfElsewhere(url: string): void {
  const { protocol, pathname, search, host } = new URL(url);
  if (search === '' && (pathname === '/' || pathname === '/robots.txt')) return;
  warn(`${url}: crawlers do not read this file: they read only ${protocol}//${host}/robots.txt`);
}

/**
 * Reads a robots.txt. If the body is not one, writes a note to stderr.
 *
 * @throws {CommandError} If the file cannot be read, or a filter, a login or an error answers in its place.
 */
export async function readRobots(
  name: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<NamedBody> {
  const named = await readNamed(name, options, signal);
  const { tellIfNoRobots } = await import('../output/no-robots-note.ts');
  if (named.note === undefined) tellIfNoRobots(named.name, named.body);
  else warn(`${named.name}: ${named.note}`);
  return named;
}

/** Like {@link readRobots}, but writes no note, for callers that themselves report a body that is not a robots.txt. */
export async function readNamed(
  name: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<NamedBody> {
  const url = urlOfRobots(name);
  if (url === undefined) return { name, body: await readWhole(name) };
  const { requireUrl } = await import('../input/require-url.ts');
  tellIfElsewhere(url);
  const { fetchFile } = await import('../network/fetch-file.ts');
  const record = await fetchFile(requireUrl(url), options, signal);
  const { body, outcome, policyRow, robotsUrl = url } = record;
  const { inPlaceOfRecord } = await import('@robots-exclusion/client/preflight');
  const inPlace = inPlaceOfRecord(record);
  if (body && !inPlace?.isFilter)
    return { name: robotsUrl, body, robotsUrl, ...(inPlace && { note: inPlace.message }) };
  throw new CommandError(
    `Cannot read a robots.txt at ${robotsUrl}: ${inPlace?.message ?? `${outcome} (${policyRow})`}`,
    ExitCode.undetermined,
  );
}
