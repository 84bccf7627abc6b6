import type { Store } from '@robots-exclusion/client';
import { parseUrl } from '@robots-exclusion/client/url';
import { CommandError } from '../command-error.ts';

/**
 * Lists the origins with a record. A record's key is a canonical origin; the client's other keys consist of an origin,
 * `#` and a name.
 *
 * @throws {CommandError} If the store cannot list its keys.
 */
export async function* storedOrigins(store: Store): AsyncGenerator<string> {
  if (!store.keys) throw new CommandError('Cannot list the records: this store cannot list its keys');
  for await (const key of store.keys('')) {
    if (!key.includes('#') && parseUrl(key)) yield key;
  }
}
