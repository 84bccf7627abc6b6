import type { Dialect } from 'robots-exclusion';
import { rfc9309 } from 'robots-exclusion/dialects/rfc9309';
import { CommandError } from './command-error.ts';

/**
 * `rfc9309` is always available. The other dialects are loaded when one of them is named.
 *
 * @throws {CommandError} If no dialect has that name.
 */
export async function dialectNamed(name: string): Promise<Dialect> {
  if (name === rfc9309.name) return rfc9309;
  const { dialectNames, findDialect } = await import('./dialects.ts');
  const dialect = findDialect(name);
  if (dialect) return dialect;
  throw new CommandError(`Cannot use the dialect ${JSON.stringify(name)}: expected one of ${dialectNames()}`);
}
