import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Reports that the linter limited its work, so that a hostile file cannot block an editor or CI. */
export const workLimit: LintRule = {
  code: 'work-limit',
  severity: 'info',
  title: 'The file is too complex to check completely',
  reason:
    'Some rules compare each crawler or rule with all others. For very large files they stop early and report how far they got. The rest of the file may have more problems.',
  bad: { body: Array.from({ length: 600 }, (_, n) => `User-agent: bot-${n}\nDisallow: /${n}\n`).join('') },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  // Runs last, after the other rules have recorded where they stopped.
  *check({ limits }: LintContext): Iterable<Finding> {
    for (const [what, howFar] of limits) {
      yield {
        message: `The file was not fully checked for ${what}: ${howFar}`,
        span: { start: 0, end: 0 },
      };
    }
  },
};
