/** The npm package used by most JavaScript crawlers, including Crawlee. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { TargetReading } from './engine/own-way.ts';
import {
  ANY_RECORD,
  JAVASCRIPT_SPACE,
  LETTERS_AND_DIGITS,
  NONE,
  octetsExcept,
  RULES_AND_DELAY,
} from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { onHost } from './urls/on-host.ts';

export const robotsParser: Dialect & DialectDefinition = defineDialect({
  name: 'robots-parser',
  short: 'rp',
  title: 'robots-parser (npm), as Crawlee uses it',
  source: 'https://github.com/samclarke/robots-parser',
  version: '3.0.0 and 3.0.1, and fc27a00',
  asOf: '2026-08-07',
  basis: 'executed',
  regular: true,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      whiteSpace: JAVASCRIPT_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
    },
    names: { ...rfc9309Facts.names, letterCase: 'unicode-lower', namelessIsNoRecord: true },
    runs: { endedBy: ANY_RECORD },
    groups: { needs: RULES_AND_DELAY, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'before-slash',
      callerToken: 'before-slash',
      letterCase: 'unicode-lower',
      compare: 'equal',
      starBefore: NONE,
      emptyNameCounts: 'if-cut',
      emptyCallerIsStar: true,
    },
    rules: { empty: 'matches-nothing', withoutSlash: 'kept' },
    normalising: {
      text: 'utf-8',
      // The characters that JavaScript's encodeURI keeps. Escapes stay unchanged.
      pattern: {
        decoded: NONE,
        encoded: octetsExcept(`${LETTERS_AND_DIGITS};/?:@&=+$,#-_.!~*'()%`),
        upperCase: true,
        encodesPercent: 'no',
      },
      target: { decoded: NONE, encoded: NONE, upperCase: true, encodesPercent: 'no' },
    },
    targets: {
      domain: 'url',
      read: {
        run: readTarget,
        inWords:
          'URLs are parsed as browsers parse them (the WHATWG URL Standard). There is no answer for a URL such as http:/a, which the parser takes for a path on another host.',
      },
    },
    extras: {
      robotsTxtIsAllowed: false,
      crawlDelay: { run: Number, inWords: 'A Crawl-delay is whatever JavaScript’s Number accepts.' },
      countedDelay: 'last',
    },
  },
});

/**
 * Path and query as the URL Standard parses them. The original implementation resolves URLs against a base URL of its
 * own, so “http:/a” is a path on the host of that URL. It gives no verdict on a URL that is not on the host of its
 * robots.txt.
 */
function readTarget(url: string): TargetReading {
  const target = onHost(url);
  const read = parse(target, BASE);
  const site = parse(target) ?? parse(BASE);
  return read && read.host === site?.host ? { path: read.pathname + read.search } : NEITHER;
}

const BASE = 'http://robots-relative.samclarke.com/';
const NEITHER = { error: 'the URL does not parse, and the answer is neither yes nor no' } as const;

function parse(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
