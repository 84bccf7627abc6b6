/** Bing and Yandex, according to their help pages and third-party reports. Only they can run their parsers. */
import { decoding, UNRESERVED } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';
import { rfc9309Facts } from './rfc9309.ts';

export const bing: Imitation = imitation('bing', rfc9309Facts);

const { 'crawl-delay': _unread, ...standard } = rfc9309Facts.names.known;
const KNOWN = { ...standard, 'clean-param': ['clean-param'] } as const;

const UNRESERVED_DECODED = decoding(UNRESERVED, true);

export const yandex: Imitation = imitation('yandex', {
  ...rfc9309Facts,
  lines: { ...rfc9309Facts.lines, blankLine: 'blank-ends-group' },
  // Yandex has not read Crawl-delay since February 2018.
  names: { known: KNOWN },
  agents: { fileToken: 'rfc9309', callerToken: 'rfc9309', compare: 'file-begins-caller' },
  merging: { choice: 'longest-name' },
  // Non-ASCII letters must be escaped in the file. Raw letters match no URL.
  normalising: { pattern: UNRESERVED_DECODED, target: UNRESERVED_DECODED },
  matching: { dollar: 'last-but-not-after-star' },
});
