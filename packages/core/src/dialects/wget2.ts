/** GNU Wget2 with recursive retrieval, as libwget reads robots.txt. */
import type { Dialect } from '../parse/dialect.ts';
import * as LineKind from '../parse/line-kind.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { DialectFacts } from './engine/facts.ts';
import type { LineReader, RuleText } from './engine/own-way.ts';
import { LF_ONLY, NO_KINDS, NONE, ranges } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { decodeEscapes } from './urls/percent.ts';
import { PATH_ALONE } from './wget.ts';

const OCTETS = ranges([0, 0xff]);

const facts: DialectFacts = {
  ...rfc9309Facts,
  lines: {
    ...rfc9309Facts.lines,
    ends: LF_ONLY,
    byteOrderMark: 'kept',
    utf16: 'read-as-octets',
    nul: 'ends-file',
  },
  names: {
    ...rfc9309Facts.names,
    read: {
      run: lineReader(/^[ \t]*(user-agent|disallow)[ \t]*:[ \t]*/i, /[\t-\r #]|$/),
      inWords: 'The value of a Disallow ends at white space or #.',
    },
  },
  runs: { endedBy: new Set([LineKind.disallow]) },
  groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
  agents: {
    fileToken: 'whole',
    callerToken: 'whole',
    letterCase: 'ascii',
    compare: 'caller-begins-file',
    starBefore: OCTETS,
  },
  merging: { choice: 'all', starWeight: 'least' },
  rules: {
    empty: 'allows-all',
    withoutSlash: 'kept',
    onlyDisallow: true,
    expand: {
      run: withoutFirst,
      inWords: 'The first octet of a pattern is taken for the slash, whatever it is.',
    },
  },
  normalising: {
    text: 'octets',
    pattern: 'none',
    target: { run: normalPath, inWords: 'decoded, then without dot segments and doubled slashes' },
  },
  matching: { stars: 'prefix', dollar: 'last' },
  precedence: { order: 'any-allow', tie: 'allow', length: 'units' },
  targets: { domain: 'url', read: PATH_ALONE },
  extras: { robotsTxtIsAllowed: false },
};

/** Wget2 always uses the name `wget2`. This dialect gives every crawler the verdicts for the name `wget2`. */
export const wget2: Dialect & DialectDefinition = defineDialect({
  name: 'wget2',
  short: 'w2',
  title: 'GNU Wget2 2.2, recursive retrieval',
  source: 'https://gitlab.com/gnuwget/wget2',
  version: '2.2.0 and 2.2.1',
  asOf: '2024-03-15',
  basis: 'executed',
  regular: false,
  facts,
});

export const wget2Debian12: Dialect & DialectDefinition = defineDialect({
  ...wget2,
  name: 'wget2-1.99',
  short: 'w19',
  title: 'GNU Wget2 1.99, as in Debian 12',
  version: '1.99.1',
  asOf: '2018-04-30',
  facts: {
    ...facts,
    names: {
      ...facts.names,
      read: {
        run: lineReader(/^(user-agent|disallow):[ \t]*/i, /[\t-\r ]|$/),
        inWords: 'White space before a name or its colon is part of it. There are no comments.',
      },
    },
    runs: { endedBy: new Set([LineKind.disallow, LineKind.userAgent]) },
    merging: { choice: 'first', starWeight: 'equal' },
    normalising: {
      ...facts.normalising,
      target: { decoded: OCTETS, encoded: NONE, upperCase: false, encodesPercent: 'no' },
    },
  },
});

/** Reads one record a line. The value of a Disallow ends where `end` matches; one that ends at once is empty. */
function lineReader(name: RegExp, end: RegExp): LineReader {
  return (line) => {
    const found = name.exec(line);
    if (!found) return [];
    const valueStart = found[0].length;
    if (found[1]?.length === 10) {
      return [{ kind: LineKind.userAgent, start: 0, valueStart, valueEnd: line.length }];
    }
    const valueEnd = valueStart + line.slice(valueStart).search(end);
    return [{ kind: LineKind.disallow, start: 0, valueStart, valueEnd }];
  };
}

function withoutFirst(value: string): readonly RuleText[] {
  return [{ text: `/${value.slice(1)}` }];
}

/** Decodes a path, given in octets, up to a NUL, then removes dot segments and empty segments. */
function normalPath(path: string): string {
  const kept: string[] = [];
  const parts = (decodeEscapes(path).split('\0', 1)[0] as string).split('/');
  for (const part of parts) {
    if (part === '..') kept.pop();
    else if (part !== '.' && part !== '') kept.push(part);
  }
  const isFolder = kept.length > 0 && /^\.{0,2}$/.test(parts.at(-1) as string);
  return `/${kept.join('/')}${isFolder ? '/' : ''}`;
}
