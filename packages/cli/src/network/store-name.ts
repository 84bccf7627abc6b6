/** Selects a command's store, and formats its name for display, because the name may contain a password. */
import { CommandError } from '../command-error.ts';
import { readSettingsText } from '../input/read-body.ts';
import type { FetchOptions } from './fetch-options.ts';

/**
 * The name of the store, given by an option or in a file.
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
 * The name without user and password. A password may contain any character, including `/` and `@`, so everything up to
 * the last `@` is removed. Parameters may also contain passwords; if there are any, only the scheme remains.
 */
export function shownStore(name: string): string {
  if (name === 'memory' || (name.startsWith('lmdb:') && !name.includes('://'))) return name;
  const [scheme] = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)*(?:\/\/)?/.exec(name) as unknown as [string];
  if (name.includes('?')) return `${scheme}***`;
  const at = name.lastIndexOf('@');
  return at < 0 ? name : `${scheme}***@${name.slice(at + 1)}`;
}
