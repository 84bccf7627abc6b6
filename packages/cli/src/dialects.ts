/** The dialects that `--dialect` and the records of a batch can name. */
import { type Dialect, rfc9309 } from 'robots-exclusion';
import { CommandError } from './command-error.ts';

const dialects: ReadonlyMap<string, Dialect> = new Map([rfc9309].map((dialect) => [dialect.name, dialect]));

/** The names of all dialects. */
export const dialectNames: readonly string[] = [...dialects.keys()];

/** The dialect of that name. */
export function findDialect(name: string): Dialect | undefined {
  return dialects.get(name);
}

/** @throws {CommandError} If no dialect has that name. */
export function dialectNamed(name: string): Dialect {
  const dialect = dialects.get(name);
  if (dialect) return dialect;
  throw new CommandError(
    `Cannot read in the dialect ${JSON.stringify(name)}: expected ${dialectNames.map((known) => `"${known}"`).join(' or ')}`,
  );
}
