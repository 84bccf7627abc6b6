/** Comments that suppress rules: `# robots-lint-disable-next-line code, code`. */
import type { LintContext } from './lint-context.ts';

const DIRECTIVE = /^#\s*robots-lint-disable-next-line\s+(.+)$/s;

/** The suppressed codes, by line. */
export function silencedLines({ otherLines }: LintContext): ReadonlyMap<number, ReadonlySet<string>> {
  const silenced = new Map<number, Set<string>>();
  for (const { kind, text, line } of otherLines) {
    const codes = kind === 'comment' ? DIRECTIVE.exec(text)?.[1] : undefined;
    if (codes) silenced.set(line + 1, new Set(codes.split(/[\s,]+/)));
  }
  return silenced;
}
