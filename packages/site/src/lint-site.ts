/** Lints the production file. */
import { lint } from 'robots-exclusion/lint';
import type { SiteProblem } from './problem.ts';
import type { Site } from './site.ts';

const SEVERITIES = ['info', 'warning', 'error'];

/** Line ends written as two characters lose the whole file, so they fail a build even if linting is off. */
const ONLY_LINE_ENDS: Exclude<Site['lint'], false | undefined> = {
  profile: 'lighthouse',
  rules: { 'lighthouse-audit': 'off', 'escaped-line-end': 'error' },
};

/** A leftover from staging fails a build, unless the site's configuration sets another severity. */
const STRICTER = { 'staging-leftover': 'error' } as const;

/**
 * The linter's findings. Findings below the severity `failOn` become warnings. However, `info` findings are dropped
 * unless `failOn` is `info`.
 */
export function lintProblems(text: string, { lint: options = {}, url }: Site): SiteProblem[] {
  const { failOn = 'error', profile, rules } = options === false ? ONLY_LINE_ENDS : options;
  const least = SEVERITIES.indexOf(failOn);
  if (least < 0)
    throw new RangeError(`Cannot fail on ${JSON.stringify(failOn)}: expected "error", "warning" or "info"`);
  const findings = lint(text, {
    ...(profile !== undefined && { profile }),
    rules: { ...(options !== false && STRICTER), ...rules },
    ...(url !== undefined && { robotsUrl: new URL('/robots.txt', url).href }),
  });
  return findings
    .map((found) => ({ ...found, rank: SEVERITIES.indexOf(found.severity) }))
    .filter(({ rank }) => rank >= Math.min(least, 1))
    .map(({ code, message, line, rank }) => ({ code, message, line, isWarning: rank < least }));
}
