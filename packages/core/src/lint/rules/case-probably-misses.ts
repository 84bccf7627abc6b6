import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Directories whose names are usually in lower case. A capital, as in `/Admin`, is most likely a typo. */
const USUALLY_LOWER =
  /^\/(?:Admin|Login|Private|Cgi-bin|CGI-BIN|Wp-admin|Search|Cart|Checkout|Account|Api|Tmp|Images|Css|Js)(?=[/*?$]|$)/;

/** RFC 9309 §2.2.2: matching SHOULD be case sensitive. */
export function* caseProbablyMisses(context: LintContext): Iterable<Finding> {
  const written = new Set(context.rules.map(({ value }) => value));
  const capitals = [...written].filter((value) => /^\/[A-Z]/.test(value)).length;
  // On a site that capitalizes many paths, this path probably has a capital, too. Servers of .aspx pages mostly
  // ignore case.
  if (capitals > 0.2 * written.size && capitals > 1) return;
  if (context.rules.some(({ value }) => /\.aspx?\b/i.test(value))) return;
  for (const rule of context.rules) {
    if (!USUALLY_LOWER.test(rule.value) || written.has(rule.value.toLowerCase())) continue;
    if (/[A-Z]/.test(rule.value.replace(USUALLY_LOWER, ''))) continue;
    yield finding(rule);
  }
}

function finding({ value, span }: DocumentRecord): Finding {
  const lower = value.toLowerCase();
  return { message: `${value} does not match ${lower}: paths are case-sensitive`, span };
}
