/** Says of a body that it is not a robots.txt: a home page, an error page, a document of another kind. */
import { parse } from 'robots-exclusion';
import { warn } from './stdout.ts';

/** Reports it on stderr. Crawlers still read such a body, and find no rule in it. */
export function tellIfNoRobots(name: string, body: Uint8Array): void {
  const { groups, diagnostics } = parse(body);
  const found = diagnostics.find(({ code }) => code === 'not-robots-txt');
  if (groups.length === 0 && found) warn(`${name}: ${found.message}`);
}
