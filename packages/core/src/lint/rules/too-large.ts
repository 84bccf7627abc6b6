import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from '../../parse/limits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.5. */
export const tooLarge: LintRule = {
  code: 'too-large',
  severity: 'error',
  title: `The file is larger than ${DEFAULT_MAX_SIZE}`,
  reason: `Crawlers only have to read the first ${DEFAULT_MAX_SIZE}. They may ignore everything after that.`,
  // Comments, because they are linted fast. Each of these lines has 100 octets.
  bad: { body: `User-agent: *\nDisallow: /a\n${`#${'-'.repeat(98)}\n`.repeat(DEFAULT_MAX_BYTES / 100)}` },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check({ size, document }: LintContext): Iterable<Finding> {
    if (size <= DEFAULT_MAX_BYTES) return;
    yield {
      message: `The file has ${size} octets. Crawlers may stop reading after ${DEFAULT_MAX_BYTES}`,
      span: { start: document.octets.length, end: document.octets.length },
    };
  },
};
