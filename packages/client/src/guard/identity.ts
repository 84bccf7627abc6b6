/** Checks that the User-Agent of a program names the crawler whose rules the program obeys. */
import type { Crawler } from 'robots-exclusion';
import { quote } from '../quote.ts';

/** Returns a function that warns once if a User-Agent contains none of the crawler's product tokens. */
export function identityWarning(crawler: Crawler): (userAgent: string) => void {
  const tokens = tokensOf(crawler);
  let isTold = false;
  return (userAgent) => {
    const sent = userAgent.toLowerCase();
    if (isTold || tokens.some((token) => sent.includes(token.toLowerCase()))) return;
    isTold = true;
    process.emitWarning(
      `robots.txt is checked for ${tokens.join(', ')}, but the User-Agent sent is ${quote(userAgent)}: send the client's`,
      { code: 'ROBOTS_IDENTITY' },
    );
  };
}

function tokensOf(crawler: Crawler): readonly string[] {
  if (typeof crawler === 'string') return [crawler];
  return 'token' in crawler ? [crawler.token, ...crawler.fallbackTokens] : crawler;
}
