import type { CheckFinding, DoctorCheck } from '../check.ts';
import { noFile } from './no-file.ts';

const FIX = 'Send "Content-Type: text/plain; charset=utf-8"';

/** RFC 9309 §2.3. */
export const mediaType: DoctorCheck = {
  code: 'media-type',
  title: 'The media type is text/plain in UTF-8',
  problem: 'The media type is not text/plain in UTF-8',
  why: 'RFC 9309 asks for text/plain in UTF-8. Some crawlers treat any other type as an error page and ignore the file.',
  run({ robots, hasFile }): CheckFinding {
    if (!hasFile) return noFile;
    const field = robots.headers['content-type'];
    if (field === undefined) return { status: 'warn', seen: 'No Content-Type', fix: FIX };
    const type = field.split(';', 1)[0]?.trim().toLowerCase();
    const charset = /;\s*charset="?([^";\s]+)/i.exec(field)?.[1]?.toLowerCase() ?? 'utf-8';
    const seen = `Content-Type: ${field}`;
    if (type !== 'text/plain') return { status: /html/.test(type ?? '') ? 'fail' : 'warn', seen, fix: FIX };
    const isRight = charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
    return isRight ? { status: 'ok', seen } : { status: 'warn', seen, fix: FIX };
  },
};
