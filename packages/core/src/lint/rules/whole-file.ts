/** Rules on the file as a whole: its size, its encoding, and what the parser diagnoses. */
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from '../../parse/limits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8. It does not mention byte order marks. */
export function byteOrderMark(context: LintContext): Finding[] {
  return parserFindings(context, 'byte-order-mark').map((finding) => ({
    ...finding,
    fixes: [
      {
        title: 'Remove the byte order mark',
        edits: [{ span: finding.span, replacement: '' }],
        changesVerdicts: false,
      },
    ],
  }));
}

/** Reports the diagnostics with a code. */
export function parserCheck(code: string): LintRule['check'] {
  return (context) => parserFindings(context, code);
}

function parserFindings({ document }: LintContext, code: string): Finding[] {
  return document.diagnostics
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ message, span }) => ({ message, span }));
}

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
