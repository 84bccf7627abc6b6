import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.5: the least that a crawler must read. */
const LIMIT = 512_000;

/** Where a warning is due before it is too late: nine tenths of the limit. */
const NEAR = 0.9 * LIMIT;

/** RFC 9309 §2.5. */
export const tooLarge: LintRule = {
  code: 'too-large',
  severity: 'error',
  title: 'The file is larger than 500 KiB, or nearly so',
  reason: 'Crawlers need not read more than 500 KiB. What stands behind it may as well not be there.',
  bad: { body: `User-agent: *\n${'Disallow: /a\n'.repeat(40_000)}` },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check({ size, document }: LintContext): Iterable<Finding> {
    const end = { start: document.octets.length, end: document.octets.length };
    if (size > LIMIT) {
      yield {
        message: `${size} octets: crawlers may stop reading after ${LIMIT}, and do not see what follows`,
        span: end,
      };
    } else if (size >= NEAR) {
      yield { message: `${size} octets of the ${LIMIT} that crawlers are bound to read`, span: end };
    }
  },
};
