/** Selects a command's store, and displays its name, which may contain a password. */
import { CommandError } from '../command-error.ts';
import { readSettingsText } from '../input/read-body.ts';
import type { FetchOptions } from './fetch-options.ts';

/**
 * The store in the options, given directly or by a file.
 *
 * @throws {CommandError} If the file cannot be read, or is empty.
 */
export async function storeName({
  store,
  storeFile,
}: Pick<FetchOptions, 'store' | 'storeFile'>): Promise<string> {
  if (storeFile === undefined) return store;
  const text = (await readSettingsText(storeFile)).trim();
  if (text !== '' && !text.includes('\n')) return text;
  throw new CommandError(
    `Cannot use ${JSON.stringify(storeFile)}: expected one line that names a store, such as "redis://cache:6379"`,
  );
}

/**
 * The name without user and password. A password may contain any character, including `/` and `@`, so everything up
 * to the last `@` is removed; if there are parameters, which may be passwords, everything except the scheme is removed.
 */
export function shownStore(name: string): string {
  if (name === 'memory' || (name.startsWith('lmdb:') && !name.includes('://'))) return name;
  const [scheme] = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)*(?:\/\/)?/.exec(name) as unknown as [string];
  if (name.includes('?')) return `${scheme}***`;
  const at = name.lastIndexOf('@');
  return at < 0 ? name : `${scheme}***@${name.slice(at + 1)}`;
}
