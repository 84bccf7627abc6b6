/** Says of what a URL gave that it is no robots.txt: a home page, an error page, a document of another kind. */
import { parse } from 'robots-exclusion';
import { printable } from './printable.ts';

/** What lines of other documents are found to be. */
const FOREIGN: ReadonlySet<string> = new Set(['markup', 'missing-colon']);

/** Tells it on stderr. Crawlers read such a body all the same, and find no rule in it. */
export function tellIfNoRobots(url: string, body: Uint8Array): void {
  const { groups, diagnostics } = parse(body);
  const [first] = diagnostics.filter(({ code }) => FOREIGN.has(code));
  if (groups.length > 0 || first === undefined) return;
  const kind = first.code === 'markup' ? 'an HTML or XML document' : 'a document of another kind';
  console.error(
    `robots: warning: what stands at ${printable(url)} is not a robots.txt but ${kind}: no rule is in it, and everything is allowed`,
  );
}
