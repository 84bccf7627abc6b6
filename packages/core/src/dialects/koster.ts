/** The two predecessors of RFC 9309: the standard of 1994 and the Internet-Draft of 1996. */
import { ALL_BUT_SLASH, decoding } from './engine/sets.ts';
import { type FactChanges, type Imitation, imitation } from './imitation.ts';
import { RULES_ONLY } from './rfc9309.ts';
import { readPlainTarget } from './urls/target.ts';

const DECODE_ALL_BUT_SLASH = decoding(ALL_BUT_SLASH, true);

const facts: FactChanges = {
  lines: { blankLine: 'blank-ends-group' },
  names: { known: RULES_ONLY },
  agents: { callerToken: 'before-slash', compare: 'caller-within-file' },
  merging: { choice: 'first' },
  rules: { empty: 'allows-all' },
  normalising: { pattern: DECODE_ALL_BUT_SLASH, target: DECODE_ALL_BUT_SLASH },
  matching: { stars: 'prefix' },
  precedence: { order: 'first' },
  targets: {
    read: {
      run: readPlainTarget,
      inWords: 'A URL is compared from the end of its host up to its first #.',
    },
  },
  extras: { robotsTxtIsAllowed: true },
};

export const koster1996: Imitation = imitation('koster-1996', facts);

export const koster1994: Imitation = imitation('koster-1994', {
  ...facts,
  rules: { onlyDisallow: true },
  normalising: {},
  extras: {},
});
