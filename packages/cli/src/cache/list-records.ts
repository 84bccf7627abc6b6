import { isPurged, type RobotsClient, type Store } from '@robots-exclusion/client';
import { ExitCode } from '../exit-codes.ts';
import { type ListFormat, recordList } from '../record/record-list.ts';
import { storedOrigins } from './stored-origins.ts';

/** Lists every record in the order of the store. Records are written while the store is being read. */
export async function listRecords(
  { client, store, signal }: { client: RobotsClient; store: Store; signal: AbortSignal },
  format: ListFormat,
): Promise<ExitCode> {
  const list = recordList(format);
  for await (const origin of storedOrigins(store)) {
    const record = await client.robots(origin, { mode: 'cache-only', signal });
    if (record.outcome === 'not-cached' && (await isPurged(store, origin))) continue;
    await list.write(record);
  }
  await list.end();
  return ExitCode.allowed;
}
