import type { Store } from '@robots-exclusion/client';
import { locate, purgeRecord } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { requireUrl } from '../input/require-url.ts';
import { counted } from '../output/counted.ts';
import { writeOut } from '../output/stdout.ts';
import { storedOrigins } from './stored-origins.ts';

/**
 * Removes the records for the origins of `urls`, or all records, and returns their number.
 *
 * @throws {CommandError} If a URL is invalid or has no origin.
 */
export async function purgeRecords(store: Store, urls: readonly string[] | 'all'): Promise<void> {
  const origins = urls === 'all' ? storedOrigins(store) : urls.map(originOf);
  let count = 0;
  for await (const origin of origins) {
    if (await purgeRecord(store, origin)) count++;
  }
  await writeOut([`${counted(count, 'record')} removed`]);
}

function originOf(text: string): string {
  const url = requireUrl(text);
  const location = locate(url);
  if (location) return location.origin;
  throw new CommandError(`Cannot purge ${JSON.stringify(url)}: a URL of this kind has no origin`);
}
