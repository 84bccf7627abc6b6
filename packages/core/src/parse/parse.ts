/** Parses the octets of a robots.txt into a document (RFC 9309 §2.1–2.2.4, §2.3.1.5, §2.5). */
import { type Body, toOctets } from '../bytes/body.ts';
import { quote } from '../bytes/quote.ts';
import { type Dialect, rfc9309 } from './dialect.ts';
import { RobotsDocument } from './document.ts';
import { DEFAULT_MAX_BYTES } from './limits.ts';
import { scanLines } from './scan.ts';

/** The greatest value of `maxBytes`, 64 MiB: a line number must fit into the line table. */
export const GREATEST_MAX_BYTES: number = 64 * 1024 * 1024;

/** Options for parsing a body. */
export interface ParseOptions {
  /**
   * The number of octets to read, 1 to 67,108,864. A line that does not fit is dropped; its line end need not fit. A
   * value below the default departs from RFC 9309 §2.5.
   *
   * @default {DEFAULT_MAX_BYTES}
   */
  maxBytes?: number;
  /** @default {rfc9309} */
  dialect?: Dialect;
  /**
   * Whether Content-Usage records end a run of user-agent records (draft-ietf-aipref-attach-05 §3).
   *
   * @default {false}
   */
  contentUsageIsRule?: boolean;
}

/**
 * Parses a robots.txt. Content never causes an exception: any octets produce a document, and its diagnostics report
 * doubtful lines. Time and memory are linear in the octets read.
 *
 * @throws {TypeError} If `body` is neither a string nor a `Uint8Array`, or `options` is not an object.
 * @throws {RangeError} If `maxBytes` is not an integer from 1 to 67,108,864.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9309#section-2.2 | RFC 9309 §2.2}
 * @example
 * ```ts
 * const document = parse('User-agent: *\nDisallow: /private/\n');
 * document.records.map((record) => `${record.line}: ${record.kind} = ${record.value}`);
 * // ['1: user-agent = *', '2: disallow = /private/']
 * ```
 */
export function parse(body: Body, options: ParseOptions = {}): RobotsDocument {
  requireOptions(options);
  const dialect = options.dialect ?? rfc9309;
  const decodesUtf16 = dialect.reader?.decodesUtf16 ?? true;
  const { octets, encoding, isTruncated } = toOctets(body, checkedMaxBytes(options.maxBytes), decodesUtf16);
  return new RobotsDocument({
    octets,
    lines: dialect.reader ? dialect.reader.scan(octets, encoding) : scanLines(octets),
    encoding,
    isTruncated,
    dialect,
    contentUsageIsRule: options.contentUsageIsRule ?? false,
  });
}

/** @throws {RangeError} If `maxBytes` is not an integer from 1 to 67,108,864. */
export function checkedMaxBytes(maxBytes: number = DEFAULT_MAX_BYTES): number {
  if (!Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > GREATEST_MAX_BYTES) {
    throw new RangeError(
      `Cannot use maxBytes ${quote(String(maxBytes))}: expected an integer from 1 to ${GREATEST_MAX_BYTES}`,
    );
  }
  return maxBytes;
}

/** @throws {TypeError} If `options` is not an object. */
export function requireOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null) return;
  throw new TypeError(
    `Cannot use options ${quote(options)}: expected an object such as { maxBytes: 1000000 }`,
  );
}
