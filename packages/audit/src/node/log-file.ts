import { createReadStream } from 'node:fs';
import type { LogSource } from '../run/audit.ts';

/**
 * A log in a file, compressed or not.
 *
 * @example
 * ```ts
 * const report = await audit([logFile('access.log.gz')], { timeline: timeline(await readVersions('versions')) });
 * ```
 */
export function logFile(path: string): LogSource {
  return { name: path, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}
