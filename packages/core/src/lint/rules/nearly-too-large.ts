import { DEFAULT_MAX_BYTES } from '../../parse/parse.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** A file that grows passes the limit unseen. */
const NEAR = 0.9 * DEFAULT_MAX_BYTES;

/** RFC 9309 §2.5. */
export const nearlyTooLarge: LintRule = {
  code: 'nearly-too-large',
  severity: 'info',
  title: 'The file is nearly 500 KiB large',
  reason: 'Crawlers need not read more than 500 KiB: what is added beyond that may not be seen.',
  bad: {
    // Half a megabyte is made only for those who ask for the example.
    get body() {
      return `User-agent: *\n${Array.from({ length: 30_000 }, (_, at) => `Disallow: /${at}\n`).join('')}`;
    },
  },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check({ size, document }: LintContext): Iterable<Finding> {
    if (size < NEAR || size > DEFAULT_MAX_BYTES) return;
    yield {
      message: `${size} octets of the ${DEFAULT_MAX_BYTES} that crawlers are bound to read`,
      span: { start: document.octets.length, end: document.octets.length },
    };
  },
};
