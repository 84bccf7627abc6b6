/** The Erlang module `robots`, also used from Elixir. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { TargetReading } from './engine/facts.ts';
import { NONE, PYTHON_SPACE, RULES } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';

export const robotsErlang: Dialect & DialectDefinition = defineDialect({
  name: 'robots-erlang',
  short: 'erl',
  title: 'robots (Erlang and Elixir)',
  source: 'https://github.com/AntoineGagne/robots',
  version: '1.1.2 (0f5ac7e)',
  asOf: '2023-11-21',
  basis: 'emulated',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      whiteSpace: PYTHON_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
    },
    groups: { needs: RULES, emptyRulesDoNotCount: true, openAtEnd: 'allows-all', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'unicode-lower',
      compare: 'file-begins-caller',
      starBefore: NONE,
    },
    merging: { choice: 'longest-name', starWeight: 'least' },
    rules: { empty: 'matches-nothing', withoutSlash: 'kept' },
    normalising: { text: 'octets', pattern: 'none', target: 'none' },
    matching: { stars: 'next-character', dollar: 'last' },
    precedence: { order: 'any-allow', tie: 'allow', length: 'units' },
    targets: { read: readTarget },
    extras: { robotsTxtIsAllowed: false },
  },
});

/** What follows the host, fragment and all. */
function readTarget(url: string): TargetReading {
  const path = url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '');
  return { path: path === '' ? '/' : path };
}
