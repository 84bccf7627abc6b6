/** Reads logs with fixed columns: those of Amazon S3 and of Bunny CDN. */

import { unescaped } from './escapes.ts';
import type { LineReader } from './line-reader.ts';
import { clfTime, epochTime } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

const MOST_CHARACTERS = 64 * 1024;
const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';

/**
 * Columns: owner, bucket, time, address, requester, request, operation, key, request line, status, error, octets, size,
 * two durations, referrer, User-Agent, version. Logs since 2019 also have: host id, signature version, cipher, kind of
 * authentication, host.
 */
const S3 = new RegExp(
  `^\\S+ \\S+ \\[([^\\]]+)\\] (\\S+) \\S+ \\S+ [A-Z]+\\.\\S+ \\S+ (?:${QUOTED}|-) (\\d{3}|-) \\S+ (\\d+|-) \\S+ \\S+ \\S+ (?:"[^"]*"|-) (?:${QUOTED}|-) \\S+(?: \\S+ \\S+ \\S+ \\S+ (\\S+))?`,
);

/** A reader for server access logs of Amazon S3. */
export function s3Reader(): LineReader {
  return matching('s3', S3, ([, time, address, request = '', status, bytes, userAgent = '', host]) => ({
    time: clfTime(time as string),
    address,
    request: unescaped(request),
    status,
    // A dash stands for no value.
    bytes: bytes === '-' ? '0' : bytes,
    userAgent: unescaped(userAgent),
    host,
  }));
}

/** Columns: cache, status, milliseconds, octets, zone, address, referrer, URL, place, User-Agent, request, country. */
const BUNNY =
  /^[A-Z-]+\|(\d{3})\|(\d{13})\|(\d+)\|\d+\|([^|]*)\|[^|]*\|(https?:[^|]*)\|[A-Z0-9-]*\|(.*)\|[^|]*\|[A-Z-]*$/;

/** A reader for logs of Bunny CDN, which contain no method. */
export function bunnyReader(): LineReader {
  return matching('bunny', BUNNY, ([, status, time, bytes, address, url, userAgent]) => ({
    time: epochTime(Number(time)),
    ...{ status, bytes, address, url, userAgent },
  }));
}

function matching(name: string, form: RegExp, fieldsOf: (match: RegExpExecArray) => Fields): LineReader {
  return {
    name,
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const match = line.length > MOST_CHARACTERS ? null : form.exec(line);
      return (match && toHit(fieldsOf(match), number, offset)) ?? 'unknown';
    },
  };
}
