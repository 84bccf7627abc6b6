/** Parses the content codings of a body (RFC 9110 §8.4) from its header. Pure. */
import { FetchFailure } from './fetch-failure.ts';

/** Registered content codings (IANA), except `identity`, which means no coding. */
const registered: ReadonlySet<string> = new Set([
  ...['aes128gcm', 'br', 'compress', 'dcb', 'dcz', 'deflate', 'exi', 'gzip', 'pack200-gzip'],
  ...['x-compress', 'x-gzip', 'zstd'],
]);

export interface ContentCodings {
  /** The codings, in the order in which they were applied. */
  codings: string[];
  /**
   * Values that are not codings, such as `utf-8`, `none` or `aws-chunked`. They mean `identity` if the body is text.
   */
  labels: string[];
}

/** Splits a Content-Encoding into codings and other values. */
export function contentCodings(contentEncoding: string | undefined): ContentCodings {
  const values = (contentEncoding ?? '').split(',').map((value) => value.trim().toLowerCase());
  const stated = values.filter((value) => value !== '' && value !== 'identity');
  return {
    codings: stated.filter((value) => registered.has(value)),
    labels: stated.filter((value) => !registered.has(value)),
  };
}

/** The number of octets to examine for text. Coded data has control octets among its first octets. */
const lookedAtBytes = 512;

/** Whether a body can be text. True if there are no labels; otherwise the body must begin without control octets. */
export function isText(octets: Uint8Array, labels: readonly string[]): boolean {
  if (labels.length === 0) return true;
  const end = Math.min(octets.length, lookedAtBytes);
  for (let at = 0; at < end; at++) {
    const octet = octets[at] as number;
    if (octet < 0x09 || (octet > 0x0d && octet < 0x20)) return false;
  }
  return true;
}

/**
 * Rejects a body that still looks coded although its Content-Encoding has a value that is not a known coding.
 *
 * @throws {FetchFailure} If there are labels, and the body has control octets near its beginning.
 */
export function requireText(octets: Uint8Array, labels: readonly string[]): void {
  if (!isText(octets, labels)) throw unknownCoding(labels[0]!);
}

/** The failure for a body in a coding that was not requested. */
export function unknownCoding(coding: string): FetchFailure {
  return broken(`content coding "${coding.slice(0, 40)}" is not supported`);
}

/** The failure for a body that cannot be decoded, for the reason `why`. */
export function broken(why: string): FetchFailure {
  return new FetchFailure('broken-body', 'ERR_ROBOTS_CODING', `Cannot decode the body: ${why}`);
}
