/** Names of known records, in lower case. */
import { recordKinds } from '../parse/record-kind.ts';

/** Names that the parser knows: those of RFC 9309, and those that crawlers have added. */
export const KNOWN_NAMES: readonly string[] = recordKinds.filter((kind) => kind !== 'other');
