/** The npm package used by most JavaScript crawlers, including Crawlee. */
import type { TargetReading } from './engine/own-way.ts';
import {
  ANY_RECORD,
  decoding,
  JAVASCRIPT_SPACE,
  LETTERS_AND_DIGITS,
  NONE,
  octetsExcept,
  RULES_AND_DELAY,
} from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';
import { onHost } from './urls/target.ts';

export const robotsParser: Imitation = imitation('robots-parser', {
  lines: { whiteSpace: JAVASCRIPT_SPACE },
  names: { letterCase: 'unicode-lower', namelessIsNoRecord: true },
  runs: { endedBy: ANY_RECORD },
  groups: { needs: RULES_AND_DELAY },
  agents: {
    fileToken: 'before-slash',
    callerToken: 'before-slash',
    letterCase: 'unicode-lower',
    emptyNameCounts: 'if-cut',
    emptyCallerIsStar: true,
  },
  normalising: {
    text: 'utf-8',
    // The characters that JavaScript's encodeURI keeps. Escapes stay unchanged.
    pattern: {
      decoded: NONE,
      encoded: octetsExcept(`${LETTERS_AND_DIGITS};/?:@&=+$,#-_.!~*'()%`),
      upperCase: true,
      encodesPercent: 'no',
    },
    target: decoding(NONE, true),
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
    crawlDelay: { run: Number, inWords: 'A Crawl-delay is whatever JavaScript’s Number accepts.' },
    countedDelay: 'last',
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
