/** Names of known records, in lower case. */
import { recordKinds } from '../parse/record-kind.ts';

/** Names that the parser knows: RFC 9309's own and those that crawlers have added. */
export const KNOWN_NAMES: readonly string[] = recordKinds.filter((kind) => kind !== 'other');
