/** The dialects that a request can name. */
import { type Dialect, rfc9309 } from 'robots-exclusion';
import { dialects, findDialect } from 'robots-exclusion/dialects';

/** Their names. */
export const dialectNames = dialects.map(({ name }) => name) as [string, ...string[]];

/** The dialect of a name out of {@link dialectNames}. */
export function dialectNamed(name: string): Dialect {
  return findDialect(name) ?? rfc9309;
}
