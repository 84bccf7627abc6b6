/** The rules that `robots check` is to go by. */
import { DEFAULT_MAX_BYTES, parse } from 'robots-exclusion';
import type { FetchOptions } from '../commands/fetch-options.ts';
import { dialectNamed } from '../dialects.ts';
import { readBody } from '../input/read-body.ts';
import { documentSource, type RulesSource } from './rules-source.ts';
import { sizeOf, truncationOf } from './truncation.ts';

/** What of the options of `robots check` says where the rules are. */
export interface SourceOptions extends FetchOptions {
  /** A file, `-` or a URL; each URL's own origin when undefined. */
  robots?: string;
  dialect: string;
  maxBytes?: number;
}

/** @throws {CommandError} If a file cannot be read or an option cannot be used. */
export async function openSource(options: SourceOptions, signal: AbortSignal): Promise<RulesSource> {
  const { robots, maxBytes = DEFAULT_MAX_BYTES } = options;
  const dialect = dialectNamed(options.dialect);
  if (robots !== undefined && !isUrl(robots)) {
    const document = parse(await readBody(robots, maxBytes), { maxBytes, dialect });
    const truncation = document.isTruncated ? truncationOf(document, await sizeOf(robots)) : undefined;
    return documentSource(robots, document, truncation);
  }
  // The network is loaded only by those who need it.
  const { originSource, urlSource } = await import('./network-source.ts');
  return robots === undefined ? originSource(options, signal) : urlSource(robots, options, signal);
}

/** A Windows path (`C:\robots.txt`) has a scheme too, but no authority. */
function isUrl(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(name) && URL.canParse(name);
}
