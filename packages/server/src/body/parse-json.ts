/**
 * Parses octets as JSON. JSON is UTF-8 (RFC 8259 §8.1). Decoding is strict, because lenient decoding would change the
 * octets that were sent.
 */
import { isUtf8 } from 'node:buffer';
import { ProblemError } from '../problems.ts';
import { jsonFault } from './json-fault.ts';

/** @throws {ProblemError} If the octets are not JSON. */
export function parseJson(octets: Uint8Array): unknown {
  if (!isUtf8(octets))
    throw new ProblemError('malformed-json', { detail: 'JSON must be UTF-8 (RFC 8259 §8.1)' });
  const text = textOf(octets);
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('malformed-json', { detail: jsonFault(text) });
  }
}

/** Decodes UTF-8. A byte order mark is ignored, as RFC 8259 permits. */
export function textOf(octets: Uint8Array): string {
  const { buffer, byteOffset, length } = octets;
  const start = octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf ? 3 : 0;
  return Buffer.from(buffer, byteOffset, length).toString('utf8', start);
}
