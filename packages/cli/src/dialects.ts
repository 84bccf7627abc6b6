/** The dialects that `--dialect` and the records of a batch can name. */
import type { Dialect } from 'robots-exclusion';
import { dialects, findDialect } from 'robots-exclusion/dialects';
import { CommandError } from './command-error.ts';

export { findDialect };

/** @throws {CommandError} If no dialect has that name. */
export function dialectNamed(name: string): Dialect {
  const dialect = findDialect(name);
  if (dialect) return dialect;
  throw new CommandError(
    `Cannot read in the dialect ${JSON.stringify(name)}: expected one of ${dialectNames()}`,
  );
}

/** All of them, for messages. */
export function dialectNames(): string {
  return dialects.map(({ name }) => name).join(', ');
}
