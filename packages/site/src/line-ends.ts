/** Line ends written as the two characters "\n", as often in shell text or variables. */
import type { SiteProblem } from './problem.ts';

/** Followed by a record. Elsewhere, as in a path, the two characters may be intended. */
const ESCAPED =
  /\\(?:r\\n|n|r)[ \t]{0,16}(?:user-agent|allow|disallow|sitemap|crawl-delay|host|content-(?:usage|signal)|license)[ \t]{0,16}:/i;

/** One problem for each line that was meant to be several: crawlers read it as one. */
export function lineEndProblems(text: string): SiteProblem[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [found] = ESCAPED.exec(line) ?? [];
    if (found === undefined) return [];
    const message = `"${found.slice(0, 2)}" is two characters here, not a line end, so crawlers read what follows as part of this line`;
    return [{ code: 'escaped-line-end', message, line: index + 1, isWarning: false }];
  });
}
