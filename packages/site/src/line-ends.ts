/**
 * Finds line ends that were written as the two characters `\n`, a common mistake in shell commands and environment
 * variables.
 */
import type { SiteProblem } from './problem.ts';

/**
 * Matches the escape sequence of a line end if a record follows. Elsewhere, such as in a path, the characters may be
 * intended.
 */
const ESCAPED =
  /\\(?:r\\n|n|r)[ \t]{0,16}(?:user-agent|allow|disallow|sitemap|crawl-delay|host|content-(?:usage|signal)|license)[ \t]{0,16}:/i;

/** Reports each line that was probably meant as several lines, because crawlers read it as a single line. */
export function lineEndProblems(text: string): SiteProblem[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [found] = ESCAPED.exec(line) ?? [];
    if (found === undefined) return [];
    const message = `"${found.slice(0, 2)}" is two characters here, not a line end, so crawlers read what follows as part of this line`;
    return [{ code: 'escaped-line-end', message, line: index + 1, isWarning: false }];
  });
}
