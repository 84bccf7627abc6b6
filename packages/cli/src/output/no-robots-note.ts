/** Reports that a URL did not return a robots.txt but a home page, an error page or another document. */
import { parse } from 'robots-exclusion';
import { warn } from './stdout.ts';

/** Reports it on stderr. Crawlers still read such a body, and find no rule in it. */
export function tellIfNoRobots(url: string, body: Uint8Array): void {
  const { groups, diagnostics } = parse(body);
  const found = diagnostics.find(({ code }) => code === 'not-robots-txt');
  if (groups.length === 0 && found) warn(`${url}: ${found.message}`);
}
