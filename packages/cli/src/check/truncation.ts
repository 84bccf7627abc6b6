/** Describes how much of a robots.txt was read, if it exceeds the limit (RFC 9309 §2.5). */
import { statSync } from 'node:fs';
import type { RobotsDocument } from 'robots-exclusion';
import { stdinName } from '../input/read-body.ts';

export interface Truncation {
  /** The size of the entire file in octets; undefined if only its beginning was seen. */
  readonly bytes?: number;
  readonly firstIgnoredLine: number;
}

const CR = 0x0d;
const LF = 0x0a;

/** The unread part of a document; undefined if it is complete. */
export function truncationOf(
  { isTruncated, octets }: RobotsDocument,
  bytes?: number,
): Truncation | undefined {
  if (!isTruncated) return undefined;
  return { ...(bytes !== undefined && { bytes }), firstIgnoredLine: 1 + lineEnds(octets) };
}

/** The number of line ends. CRLF ends one line (RFC 9309 §2.2: `EOL = CR / LF / CRLF`). */
function lineEnds(octets: Uint8Array): number {
  let count = 0;
  for (const [at, octet] of octets.entries()) {
    if (octet === LF || (octet === CR && octets[at + 1] !== LF)) count++;
  }
  return count;
}

/** The size of a file in octets; undefined if it is unknown until the end is reached, such as for a pipe. */
export function sizeOf(name: string): number | undefined {
  if (name === stdinName) return undefined;
  const stats = statSync(name);
  return stats.isFile() ? stats.size : undefined;
}
