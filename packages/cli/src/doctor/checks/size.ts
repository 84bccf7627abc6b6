import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from 'robots-exclusion';
import { type DoctorCheck, fails, holds } from '../check.ts';

/** RFC 9309 §2.5. */
export const size: DoctorCheck = {
  code: 'size',
  ofFile: true,
  title: `The file is smaller than ${DEFAULT_MAX_SIZE}`,
  problem: 'The file is too large, or nearly so',
  why: `Crawlers need not read more than ${DEFAULT_MAX_SIZE}. They may never see rules beyond that.`,
  run({ robots: { body, isTruncated } }) {
    const seen = `${isTruncated ? 'More than ' : ''}${body.length} octets`;
    const fix = 'Merge rules by patterns ("*", "$"), and remove rules without effect';
    if (body.length > DEFAULT_MAX_BYTES) return fails('error', seen, fix);
    return body.length > 0.9 * DEFAULT_MAX_BYTES ? fails('warning', seen, fix) : holds(seen);
  },
};
