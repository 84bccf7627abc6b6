/** Counts the requests that a crawl did not make because of robots.txt. */
import type { Decision } from '@robots-exclusion/client';

/** The number of requests that were not made, by reason. */
export interface NotFetched {
  disallowed: number;
  /** Requests whose robots.txt could not be read for longer than `maxDeferSeconds`. */
  deferred: number;
  /** Requests that the client's own address policy refuses, or whose URLs have no robots.txt. */
  refused: number;
}

/** Counts requests by reason. */
export interface Coverage {
  readonly notFetched: NotFetched;
  /** Counts a URL, for example a link that is found on many pages. */
  count(decision: Decision): void;
}

/** Limit on the remembered URLs, which count once. Beyond the limit, a URL counts each time. */
const maxUrls = 100_000;

export function createCoverage(): Coverage {
  const notFetched: NotFetched = { disallowed: 0, deferred: 0, refused: 0 };
  const counted = new Set<string>();
  return {
    notFetched,
    count({ action, outcome, url }) {
      if (counted.has(url)) return;
      if (counted.size < maxUrls) counted.add(url);
      if (action === 'defer') notFetched.deferred += 1;
      else if (outcome === 'refused' || outcome === 'unsupported') notFetched.refused += 1;
      else notFetched.disallowed += 1;
    },
  };
}

/** The counts in words; empty if all requests were made. */
export function coverageText({ disallowed, deferred, refused }: NotFetched): string {
  const sum = disallowed + deferred + refused;
  const parts = [
    ...(disallowed > 0 ? [`${disallowed} disallowed`] : []),
    ...(deferred > 0 ? [`${deferred} deferred beyond the limit`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ];
  return sum === 0
    ? ''
    : `robots.txt: ${sum} ${sum === 1 ? 'page' : 'pages'} not fetched: ${parts.join(', ')}`;
}
