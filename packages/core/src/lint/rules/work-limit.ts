import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** What a linter may take is bounded: nobody's editor or CI waits for a file that was made to take for ever. */
export const workLimit: LintRule = {
  code: 'work-limit',
  severity: 'info',
  title: 'The file is too much work to look at everything',
  reason:
    'Some rules compare each crawler or each rule with all others. In a file with very many of them they stop, and say how far they came: what they do not tell may still be there.',
  bad: { body: Array.from({ length: 600 }, (_, n) => `User-agent: bot-${n}\nDisallow: /${n}\n`).join('') },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  // It is the last rule, so the others have noted where they stopped.
  *check({ limits }: LintContext): Iterable<Finding> {
    for (const [what, howFar] of limits) {
      yield {
        message: `Not all of the file was looked at for ${what}: ${howFar}`,
        span: { start: 0, end: 0 },
      };
    }
  },
};
