/** Reports a body that is not a robots.txt, but a home page, an error page or another document. */
import { parse } from 'robots-exclusion';
import { warn } from './stdout.ts';

/** Writes a note to stderr. Crawlers still read such a body, but find no rules in it. */
export function tellIfNoRobots(name: string, body: Uint8Array): void {
  const { groups, diagnostics } = parse(body);
  const found = diagnostics.find(({ code }) => code === 'not-robots-txt');
  if (groups.length === 0 && found) warn(`${name}: ${found.message}`);
}
