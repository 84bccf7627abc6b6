/** Reports that only part of a robots.txt was read. */
import { DEFAULT_MAX_BYTES, parse } from 'robots-exclusion';
import { tell } from '../output/stdout.ts';
import type { NamedBody } from '../sources/read-robots.ts';
import { type CheckItem, isResult } from './check-result.ts';
import { type Truncation, truncationOf } from './truncation.ts';

/** A one-line message, such as `big.txt: only the first 512,000 of 858,890 octets are read (RFC 9309 §2.5); …`. */
export function truncationNote(
  name: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
  truncation?: Truncation,
): string {
  const total = truncation?.bytes === undefined ? '' : ` of ${grouped(truncation.bytes)}`;
  const ignored =
    truncation === undefined
      ? 'the rest is ignored'
      : `everything from line ${truncation.firstIgnoredLine} on is ignored`;
  const why = maxBytes === DEFAULT_MAX_BYTES ? 'RFC 9309 §2.5' : '--max-bytes';
  return `${name}: only the first ${grouped(maxBytes)}${total} octets are read (${why}); ${ignored}`;
}

/** Returns a function that writes the note for an item's robots.txt to stderr, once per robots.txt. */
export function truncationTeller(
  maxBytes: number | undefined,
  truncation: Truncation | undefined,
): (item: CheckItem) => void {
  const reported = new Set<string>();
  return (item) => {
    if (!isResult(item) || !item.isTruncated) return;
    const name = item.evidence?.source ?? item.robotsUrl ?? item.url;
    if (reported.has(name)) return;
    reported.add(name);
    tell(truncationNote(name, maxBytes, truncation));
  };
}

/** Writes a note to stderr if a file was read in full but parsed only in part. */
export function tellTruncation({ name, body, robotsUrl }: NamedBody, maxBytes = DEFAULT_MAX_BYTES): void {
  if (body.length <= maxBytes) return;
  // A fetched body ends at most one octet after the limit, so the length of the original file is unknown.
  const bytes = robotsUrl === undefined ? body.length : undefined;
  const truncation = truncationOf(parse(body, { maxBytes }), bytes);
  if (truncation) tell(truncationNote(name, maxBytes, truncation));
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
