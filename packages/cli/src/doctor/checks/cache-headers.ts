import { type DoctorCheck, fails, holds } from '../check.ts';

const DAY_SECONDS = 86_400;
const NAMES = ['cache-control', 'expires', 'age', 'etag', 'last-modified'];

/** Checks the lifetime that the headers state (RFC 9309 §2.4, RFC 9111). */
export const cacheHeaders: DoctorCheck = {
  code: 'cache-headers',
  ofFile: true,
  title: 'The file may be cached for at most a day',
  problem: 'The file may be cached for too long, or without revalidation',
  why: 'Crawlers keep the file for about a day. A longer lifetime lets intermediate caches serve an old file; without a lifetime, each crawler fetches it more often than necessary.',
  run({ robots: { headers } }) {
    const details = NAMES.flatMap((name) =>
      headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
    );
    const control = headers['cache-control']?.toLowerCase() ?? '';
    const seconds = lifetime(control);
    const age = Number(headers['age']);
    if (age > DAY_SECONDS) {
      const seen = `An intermediate cache has held it for ${Math.round(age / 3600)} hours`;
      const fix = 'Purge this copy from the CDN, and whenever the file changes; shorten its lifetime';
      return fails('warning', seen, fix, details);
    }
    if (seconds !== undefined && seconds > DAY_SECONDS) {
      const fix = 'Send "Cache-Control: max-age=3600"; do not exceed max-age=86400';
      return fails('warning', `It may be cached for ${Math.round(seconds / 3600)} hours`, fix, details);
    }
    if (/\bno-store\b/.test(control)) {
      const fix = 'Send "Cache-Control: max-age=3600" and an ETag';
      return fails('warning', 'no-store: the file must be fetched for every use', fix, details);
    }
    const seen =
      seconds === undefined
        ? 'No lifetime is stated, so crawlers choose one of at most a day'
        : `It may be cached for ${seconds} seconds`;
    return holds(seen, details);
  },
};

/** The greater of `s-maxage` and `max-age` in seconds, because caches differ in which one they obey. */
function lifetime(control: string): number | undefined {
  const stated = [...control.matchAll(/\b(?:s-maxage|max-age)\s*=\s*"?(\d{1,12})/g)].map((match) =>
    Number(match[1]),
  );
  return stated.length === 0 ? undefined : Math.max(...stated);
}
