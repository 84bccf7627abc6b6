import type { CheckFinding, DoctorCheck } from '../check.ts';
import { noFile } from './no-file.ts';

const DAY_SECONDS = 86_400;
const NAMES = ['cache-control', 'expires', 'age', 'etag', 'last-modified'];

/** Checks the lifetime that the headers state (RFC 9309 §2.4, RFC 9111). */
export const cacheHeaders: DoctorCheck = {
  code: 'cache-headers',
  title: 'The file may be cached for at most a day',
  problem: 'The file may be cached for too long, or without revalidation',
  why: 'Crawlers keep the file for about a day. A longer lifetime lets intermediate caches serve an old file; without a lifetime, each crawler fetches it more often than necessary.',
  run({ robots, hasFile }): CheckFinding {
    if (!hasFile) return noFile;
    const { headers } = robots;
    const details = NAMES.flatMap((name) =>
      headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
    );
    const control = headers['cache-control']?.toLowerCase() ?? '';
    const seconds = lifetime(control);
    if (seconds !== undefined && seconds > DAY_SECONDS) {
      return {
        status: 'warn',
        seen: `It may be cached for ${Math.round(seconds / 3600)} hours`,
        details,
        fix: 'Send "Cache-Control: max-age=3600"; do not exceed max-age=86400',
      };
    }
    if (Number(headers['age']) > DAY_SECONDS) {
      return {
        status: 'warn',
        seen: `An intermediate cache has held it for ${Math.round(Number(headers['age']) / 3600)} hours`,
        details,
        fix: 'Purge the file from the CDN when it changes, and shorten its lifetime',
      };
    }
    if (/\bno-store\b/.test(control)) {
      return {
        status: 'warn',
        seen: 'no-store: the file must be fetched for every use',
        details,
        fix: 'Send "Cache-Control: max-age=3600" and an ETag',
      };
    }
    const seen =
      seconds === undefined
        ? 'No lifetime is stated, so crawlers choose one of at most a day'
        : `It may be cached for ${seconds} seconds`;
    return { status: 'ok', seen, details };
  },
};

/** The greater of `s-maxage` and `max-age` in seconds, because caches differ in which one they obey. */
function lifetime(control: string): number | undefined {
  const stated = [...control.matchAll(/\b(?:s-maxage|max-age)\s*=\s*"?(\d{1,12})/g)].map((match) =>
    Number(match[1]),
  );
  return stated.length === 0 ? undefined : Math.max(...stated);
}
