import { type DoctorCheck, fails, holds } from '../check.ts';

const FIX = 'Send "Content-Type: text/plain; charset=utf-8"';

/** RFC 9309 §2.3. */
export const mediaType: DoctorCheck = {
  code: 'media-type',
  ofFile: true,
  title: 'The media type is text/plain in UTF-8',
  problem: 'The media type is not text/plain in UTF-8',
  why: 'RFC 9309 asks for text/plain in UTF-8. Some crawlers treat any other type as an error page and ignore the file.',
  run({ robots: { headers } }) {
    const field = headers['content-type'];
    if (field === undefined) return fails('warning', 'No Content-Type', FIX);
    const type = field.split(';', 1)[0]?.trim().toLowerCase();
    const charset = /;\s*charset="?([^";\s]+)/i.exec(field)?.[1]?.toLowerCase() ?? 'utf-8';
    const seen = `Content-Type: ${field}`;
    if (type !== 'text/plain') return fails(/html/.test(type ?? '') ? 'error' : 'warning', seen, FIX);
    const isRight = charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
    return isRight ? holds(seen) : fails('warning', seen, FIX);
  },
};
