/** Rules that report what the parser diagnoses. */
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8. It does not mention byte order marks. */
export const byteOrderMark: LintRule = {
  code: 'byte-order-mark',
  severity: 'warning',
  title: 'The file begins with a byte order mark',
  reason: 'Parsers that do not skip the mark lose the first line, and the first group with it.',
  bad: { body: '\ufeffUser-agent: *\nDisallow: /a\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context: LintContext): Finding[] =>
    parserFindings(context, 'byte-order-mark').map((finding) => ({
      ...finding,
      fixes: [
        {
          title: 'Remove the byte order mark',
          edits: [{ span: finding.span, replacement: '' }],
          changesVerdicts: false,
        },
      ],
    })),
};

/** RFC 9309 §2.2, §3: a pattern contains no control characters. */
export const controlOctet: LintRule = {
  code: 'control-octet',
  severity: 'error',
  title: 'A pattern contains a control character',
  reason:
    'A rule with a control character matches nothing here. Some parsers end the line at that character and use the part before it.',
  bad: { body: 'User-agent: *\nDisallow: /a\u0000b\n' },
  good: { body: 'User-agent: *\nDisallow: /ab\n' },
  check: (context) => parserFindings(context, 'control-octet'),
};

/** RFC 9309 §2.3: the file MUST be UTF-8. */
export const illFormedUtf8: LintRule = {
  code: 'ill-formed-utf-8',
  severity: 'warning',
  title: 'The file contains octets that are not valid UTF-8',
  reason:
    'Parsers replace such octets, guess another encoding, or keep them. A rule that contains them matches different paths in different crawlers.',
  bad: { body: 'User-agent: *\nDisallow: /caf\xe9\n', encoding: 'latin1' },
  good: { body: 'User-agent: *\nDisallow: /caf%C3%A9\n' },
  check: (context) => parserFindings(context, 'ill-formed-utf-8'),
};

/** RFC 9309 §2.3: the Internet Media Type is text/plain. */
export const notRobotsTxt: LintRule = {
  code: 'not-robots-txt',
  severity: 'error',
  readsAnyFile: true,
  title: 'The file is not a robots.txt',
  reason:
    'The server responded with an HTML page, JSON, an error message or an archive and status 200. Crawlers find no rules and may fetch everything, or they follow lines that look like rules by chance. If there are no such lines, this is the only finding.',
  bad: { body: '{"message":"Internal Error"}\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context) => parserFindings(context, 'not-robots-txt'),
};

/** RFC 9309 §2.2.2. */
export const ruleBeforeGroup: LintRule = {
  code: 'rule-before-group',
  severity: 'error',
  title: 'A rule appears before the first group',
  reason:
    'A rule applies to the crawlers that the user-agent lines above it name. Without one, crawlers ignore the rule. A few parsers apply it to all crawlers or reject the whole file.',
  bad: { body: 'Disallow: /private/\nUser-agent: *\nAllow: /\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\nAllow: /\n' },
  check: (context) => parserFindings(context, 'rule-before-group'),
};

/** RFC 9309 §2.3: the file MUST be UTF-8. */
export const utf16: LintRule = {
  code: 'utf-16',
  severity: 'error',
  title: 'The file is UTF-16',
  reason: 'Most parsers read only UTF-8. They find no rules in such a file and may fetch everything.',
  bad: { body: '\xff\xfeA\x00l\x00l\x00o\x00w\x00:\x00', encoding: 'latin1' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context) => parserFindings(context, 'utf-16'),
};

function parserFindings({ document }: LintContext, code: string): Finding[] {
  return document.diagnostics
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ message, span }) => ({ message, span }));
}
