/** The rules that `robots check` is to go by. */
import { DEFAULT_MAX_BYTES, parse } from 'robots-exclusion';
import type { FetchOptions } from '../commands/fetch-options.ts';
import { dialectNamed } from '../dialect-named.ts';
import { readBody } from '../input/read-body.ts';
import { urlOfRobots } from '../input/read-robots.ts';
import { requireUrl } from '../input/require-url.ts';
import { documentSource, type RulesSource } from './rules-source.ts';
import { sizeOf, truncationOf } from './truncation.ts';

/** What of the options of `robots check` says where the rules are. */
export interface SourceOptions extends FetchOptions {
  /** A file, `-` or a URL; each URL's own origin when undefined. */
  robots?: string;
  dialect?: string;
  maxBytes?: number;
}

/** @throws {CommandError} If a file cannot be read or an option cannot be used. */
export async function openSource(options: SourceOptions, signal: AbortSignal): Promise<RulesSource> {
  const { robots, maxBytes = DEFAULT_MAX_BYTES } = options;
  const dialect = await dialectNamed(options.dialect ?? 'rfc9309');
  const url = robots === undefined ? undefined : urlOfRobots(robots);
  if (robots !== undefined && url === undefined) {
    const document = parse(await readBody(robots, maxBytes), { maxBytes, dialect });
    const truncation = document.isTruncated ? truncationOf(document, sizeOf(robots)) : undefined;
    return documentSource(robots, document, truncation);
  }
  // The network is loaded only by those who need it.
  const { originSource, urlSource } = await import('./network-source.ts');
  const reading = { ...options, dialect };
  return url === undefined ? originSource(reading, signal) : urlSource(requireUrl(url), reading, signal);
}
