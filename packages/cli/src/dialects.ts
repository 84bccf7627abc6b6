/** The dialects that the records of a batch and the settings of `robots test` can name. */
import { dialects, findDialect } from 'robots-exclusion/dialects';

export { findDialect };

export function dialectNames(): string {
  return dialects.map(({ name }) => name).join(', ');
}
