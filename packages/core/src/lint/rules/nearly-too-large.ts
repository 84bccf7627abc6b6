import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from '../../parse/limits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** The size at which the rule begins to warn, so that a growing file does not pass the limit unnoticed. */
const NEAR = 0.9 * DEFAULT_MAX_BYTES;

/** RFC 9309 §2.5. */
export const nearlyTooLarge: LintRule = {
  code: 'nearly-too-large',
  severity: 'info',
  title: `The file is close to the ${DEFAULT_MAX_SIZE} limit`,
  reason: `Crawlers only have to read the first ${DEFAULT_MAX_SIZE}. They may ignore lines that you add beyond that limit.`,
  // Comments, because they are linted fast. Each of these lines has 100 octets.
  bad: { body: `User-agent: *\nDisallow: /a\n${`#${'-'.repeat(98)}\n`.repeat(NEAR / 100)}` },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check({ size, document }: LintContext): Iterable<Finding> {
    if (size < NEAR || size > DEFAULT_MAX_BYTES) return;
    yield {
      message: `The file has ${size} octets. Crawlers only have to read the first ${DEFAULT_MAX_BYTES}`,
      span: { start: document.octets.length, end: document.octets.length },
    };
  },
};
