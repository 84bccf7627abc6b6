/** `urllib.robotparser` of Python's standard library, after its rewrite to follow RFC 9309. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { RuleText } from './engine/own-way.ts';
import { NO_KINDS, NONE } from './engine/sets.ts';
import { python314 } from './python.ts';
import { normalisePattern } from './urls/python-normalise.ts';
import { PART_BY_PART, READ_APART, READ_WITHOUT_EMPTY } from './urls/python-target.ts';

const before = python314.facts;

export const pythonRfc9309: Dialect & DialectDefinition = defineDialect({
  name: 'python-rfc9309',
  short: 'p15',
  title: 'Python urllib.robotparser, from 3.14.5 and 3.15',
  source: 'https://github.com/python/cpython/blob/v3.14.5/Lib/urllib/robotparser.py',
  version: '3.14.5 and later; 3.15',
  asOf: '2026-05-10',
  basis: 'executed',
  regular: false,
  facts: {
    ...before,
    lines: { ...before.lines, blankLine: 'ignored' },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'unicode-lower',
      compare: 'file-within-caller',
      starBefore: NONE,
      emptyNameCounts: true,
    },
    merging: { choice: 'exact-then-first', starWeight: 'least' },
    rules: {
      empty: 'allows-all',
      withoutSlash: 'kept',
      expand: {
        run: expand,
        inWords:
          'A rule is ignored if it contains a $ before its last character, other than in a run of $ and * at its end.',
      },
    },
    normalising: {
      text: 'utf-8-surrogates',
      pattern: { run: normalisePattern, inWords: PART_BY_PART },
      target: 'none',
    },
    matching: { stars: 'greedy-tail', dollar: 'last' },
    precedence: { order: 'longest-text', tie: 'allow', length: 'code-points' },
    targets: { domain: 'text', read: READ_APART },
    extras: { ...before.extras, robotsTxtIsAllowed: true },
  },
});

/** The rewrite on the `urllib.parse` of 3.13, which loses an empty query. */
export const python31314: Dialect & DialectDefinition = defineDialect({
  ...pythonRfc9309,
  name: 'python-3.13.14',
  short: 'p13',
  title: 'Python urllib.robotparser, from 3.13.14',
  version: '3.13.14 and later of 3.13',
  facts: { ...pythonRfc9309.facts, targets: { domain: 'text', read: READ_WITHOUT_EMPTY } },
});

/**
 * Several consecutive stars count as one. A `$` absorbs any `$` and `*` directly after it. A rule that still has a `$`
 * before its last character is dropped.
 */
function expand(value: string): readonly RuleText[] {
  const text = value.replace(/\*+/g, '*').replace(/\$[$*]+/g, '$');
  return text.replace(/\$$/, '').includes('$') ? [] : [{ text }];
}
