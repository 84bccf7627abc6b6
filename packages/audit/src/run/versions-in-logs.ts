/** Determines the versions of robots.txt from the logs to be audited. */
import { hostOf } from '../hit.ts';
import { readLog } from '../readers/read-log.ts';
import { AnswerBook } from '../timeline/answer-book.ts';
import { answerIn, learnVersions } from '../timeline/learn-versions.ts';
import { isRobotsTxt } from '../timeline/timeline.ts';
import type { VersionSource } from '../timeline/version.ts';
import type { AuditOptions, LogSource } from './audit.ts';

/**
 * Determines from the logged responses to `/robots.txt` when each version was served. If the size of the response
 * changes, the version has changed. Versions are matched with `files` by size. A version whose size no file has is
 * `isUnknown`, and requests are not judged by it.
 *
 * The logged response sizes must not include header fields. This is true for `%b` and `$body_bytes_sent`.
 *
 * @throws {RangeError} If the format is unknown.
 * @example
 * ```ts
 * const file = { body: 'User-agent: *\nDisallow: /a\n', from: Number.NEGATIVE_INFINITY, name: 'robots.txt' };
 * const line = (day: string, bytes: number) =>
 *   `192.0.2.7 - - [${day}/Nov/2026:10:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 ${bytes} "-" "GPTBot/1.3"\n`;
 * const log = line('05', 99) + line('06', 27);
 * const versions = await versionsInLogs([{ name: 'access.log', open: () => log }], [file]);
 * versions.map(({ name }) => name); // ['99 octets@2026-11-05T10:00:00Z', 'robots.txt@2026-11-06T10:00:00Z']
 * ```
 */
export async function versionsInLogs(
  logs: readonly LogSource[],
  files: readonly VersionSource[],
  options: Pick<AuditOptions, 'format' | 'host' | 'named' | 'signal'> = {},
): Promise<VersionSource[]> {
  const book = new AnswerBook();
  const host = hostOf(options.host);
  for (const log of logs) {
    for await (const hits of readLog(log.open(), options.format, {
      named: options.named,
      only: 'robots.txt',
    }).batches()) {
      options.signal?.throwIfAborted();
      for (const hit of hits) {
        const answer = isRobotsTxt(hit.url) ? answerIn(hit) : undefined;
        if (hit.isOfUnknownHost && (hit.host === undefined || hit.host !== host)) continue;
        const of = hit.host ?? host;
        if (answer && (host === undefined || of === host)) book.note(of, answer);
      }
    }
  }
  return learnVersions(book, files);
}
