/** The dialects that a request can name. */
import { type Dialect, rfc9309 } from 'robots-exclusion';

const dialects: ReadonlyMap<string, Dialect> = new Map([rfc9309].map((dialect) => [dialect.name, dialect]));

/** Their names. */
export const dialectNames = [...dialects.keys()] as [string, ...string[]];

/** The dialect of a name out of {@link dialectNames}. */
export function dialectNamed(name: string): Dialect {
  return dialects.get(name) ?? rfc9309;
}
