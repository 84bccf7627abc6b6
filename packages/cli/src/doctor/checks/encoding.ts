import { lint } from 'robots-exclusion/lint';
import type { Answer } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import { noFile } from './no-file.ts';

const CODES = ['utf-16', 'not-robots-txt', 'byte-order-mark', 'ill-formed-utf-8', 'control-octet'];

const MOST_SHOWN = 5;

const PLAIN = 'Serve the text file itself, not a page';

/** Checks the media type and the encoding (RFC 9309 §2.2, §2.3). */
export const encoding: DoctorCheck = {
  code: 'encoding',
  title: 'The file is plain text in UTF-8',
  problem: 'The file is not plain text in UTF-8',
  why: 'Parsers read UTF-8. A byte order mark makes some parsers miss the first line; UTF-16 or HTML makes most find no rules at all.',
  run({ robots, document, hasFile }): CheckFinding {
    if (!hasFile) return noFile;
    const found = lint(document).filter(({ code }) => CODES.includes(code));
    const [first] = found;
    if (!first && isPage(robots)) {
      return {
        status: 'fail',
        seen: 'The file is sent as HTML and contains tags, which crawlers read as lines of a robots.txt',
        fix: PLAIN,
      };
    }
    if (!first) return { status: 'ok', seen: `${robots.body.length} octets of UTF-8` };
    const shown = found.slice(0, MOST_SHOWN).map(({ line, code }) => `line ${line}: ${code}`);
    return {
      status: found.some(({ severity }) => severity === 'error') ? 'fail' : 'warn',
      seen: first.message,
      details: [...shown, ...(found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [])],
      fix: first.code === 'not-robots-txt' ? PLAIN : 'Save the file as UTF-8 without a byte order mark',
    };
  },
};

/** Whether the response is HTML: its media type says so, and its content contains a tag. */
function isPage({ headers, body }: Answer): boolean {
  return /html/i.test(headers['content-type'] ?? '') && TAG.test(Buffer.from(body).toString('latin1'));
}

const TAG = /<(?:!doctype|\/?[a-z]+)[\s>]/i;
