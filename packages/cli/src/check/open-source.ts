/** Opens the source of rules for `robots check`. */
import { DEFAULT_MAX_BYTES, parse } from 'robots-exclusion';
import { readBody } from '../input/read-body.ts';
import { requireUrl } from '../input/require-url.ts';
import type { FetchOptions } from '../network/fetch-options.ts';
import { urlOfRobots } from '../sources/read-robots.ts';
import { type CheckQuestion, fileSource, type RulesSource } from './rules-source.ts';
import { sizeOf, truncationOf } from './truncation.ts';

export interface SourceOptions extends FetchOptions {
  /** A file, `-` or a URL; undefined to use the origin of each URL. */
  robots?: string;
  maxBytes?: number;
}

/** @throws {CommandError} If a file cannot be read or an option is invalid. */
export async function openSource(
  question: CheckQuestion,
  options: SourceOptions,
  signal: AbortSignal,
): Promise<RulesSource> {
  const { robots, maxBytes = DEFAULT_MAX_BYTES } = options;
  const url = robots === undefined ? undefined : urlOfRobots(robots);
  if (robots !== undefined && url === undefined) {
    const body = await readBody(robots, maxBytes);
    const document = body.length > maxBytes ? parse(body, { maxBytes }) : undefined;
    const truncation = document && truncationOf(document, sizeOf(robots));
    return fileSource(
      robots,
      { ...question, robots: { body, maxBytes }, evidence: { source: robots } },
      truncation,
    );
  }
  // The network modules are loaded only if needed.
  const { originSource, urlSource } = await import('./network-source.ts');
  return url === undefined
    ? originSource(question, options, signal)
    : urlSource(requireUrl(url), question, options, signal);
}
