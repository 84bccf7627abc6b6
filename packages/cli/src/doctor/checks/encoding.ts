import { lint } from 'robots-exclusion/lint';
import { type DoctorCheck, fails, holds } from '../check.ts';

const CODES = ['utf-16', 'byte-order-mark', 'ill-formed-utf-8', 'control-octet'];

const MOST_SHOWN = 5;

/** Checks the encoding (RFC 9309 §2.2, §2.3). */
export const encoding: DoctorCheck = {
  code: 'encoding',
  ofFile: true,
  title: 'The file is plain text in UTF-8',
  problem: 'The file is not plain text in UTF-8',
  why: 'Parsers read UTF-8. A byte order mark makes some parsers miss the first line; UTF-16 makes most find no rules at all.',
  run({ robots, document }) {
    const found = lint(document).filter(({ code }) => CODES.includes(code));
    const [first] = found;
    if (!first) return holds(`${robots.body.length} octets of UTF-8`);
    const shown = found.slice(0, MOST_SHOWN).map(({ line, code }) => `line ${line}: ${code}`);
    const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
    const severity = found.some((one) => one.severity === 'error') ? 'error' : 'warning';
    return fails(severity, first.message, 'Save the file as UTF-8 without a byte order mark', [
      ...shown,
      ...more,
    ]);
  },
};
