/** Yandex, according to its help pages. Only Yandex can run its parser. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import { NONE, UNRESERVED } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';

const { 'crawl-delay': _unread, ...standard } = rfc9309Facts.names.known;
const KNOWN = { ...standard, 'clean-param': ['clean-param'] } as const;

const UNRESERVED_DECODED = {
  decoded: UNRESERVED,
  encoded: NONE,
  upperCase: true,
  encodesPercent: 'no',
} as const;

export const yandex: Dialect & DialectDefinition = defineDialect({
  name: 'yandex',
  short: 'yan',
  title: 'Yandex, as documented',
  source: 'https://yandex.com/support/webmaster/en/controlling-robot/robots-txt',
  version: 'help page',
  asOf: '2026-11',
  basis: 'documented',
  regular: true,
  facts: {
    ...rfc9309Facts,
    lines: { ...rfc9309Facts.lines, blankLine: 'blank-ends-group' },
    // Yandex has not read Crawl-delay since February 2018.
    names: { ...rfc9309Facts.names, known: KNOWN },
    agents: {
      fileToken: 'rfc9309',
      callerToken: 'rfc9309',
      letterCase: 'ascii',
      compare: 'file-begins-caller',
      starBefore: NONE,
    },
    merging: { choice: 'longest-name', starWeight: 'least' },
    // Non-ASCII letters must be escaped in the file. Raw letters match no URL.
    normalising: { text: 'octets', pattern: UNRESERVED_DECODED, target: UNRESERVED_DECODED },
    matching: { stars: 'any-run', dollar: 'last-but-not-after-star' },
  },
});
