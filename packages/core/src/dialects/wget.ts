/** GNU Wget and GNU Wget2 with recursive retrieval, the latter as libwget reads robots.txt. */
import * as LineKind from '../parse/line-kind.ts';
import { lineKindOf, type RecordKind } from '../parse/record-kind.ts';
import type { LineReader, RuleText, TargetReading } from './engine/own-way.ts';
import { ALL_BUT_SLASH, ASCII_SPACE, decoding, LF_ONLY, ranges } from './engine/sets.ts';
import { type FactChanges, type Imitation, imitation } from './imitation.ts';
import { RULES_ONLY } from './rfc9309.ts';
import { decodeEscapes } from './urls/percent.ts';
import { readPlainTarget } from './urls/target.ts';

const DECODE_ALL_BUT_SLASH = decoding(ALL_BUT_SLASH, false);

/** Neither wget nor Wget2 compares the query. */
const PATH_ALONE = {
  run: (url: string): TargetReading => readPlainTarget(url.split('?', 1)[0] as string),
  inWords: 'The query of a URL is not compared.',
};

/** wget always uses the name `wget`. This dialect gives every crawler the verdicts for the name `wget`. */
export const wget: Imitation = imitation('wget', {
  lines: { ends: LF_ONLY, whiteSpace: ASCII_SPACE, comment: 'at-word' },
  names: { known: RULES_ONLY, onlyWordNames: true },
  merging: { firstInRunDecides: true },
  rules: {
    empty: 'allows-all',
    withoutSlash: 'slash-added',
    expand: { run: untilNul, inWords: 'A pattern ends at a NUL octet.' },
  },
  normalising: { pattern: DECODE_ALL_BUT_SLASH, target: DECODE_ALL_BUT_SLASH },
  matching: { stars: 'prefix' },
  precedence: { order: 'first' },
  targets: { read: PATH_ALONE },
});

/** Cuts a path at a NUL, because wget stores it as a C string. */
function untilNul(value: string): readonly RuleText[] {
  return [{ text: value.split('\0', 1)[0] as string }];
}

const OCTETS = ranges([0, 0xff]);

const facts: FactChanges = {
  lines: {
    ends: LF_ONLY,
    nul: 'ends-file',
  },
  names: {
    read: {
      run: lineReader(/^[ \t]*(user-agent|disallow)[ \t]*:[ \t]*/i, /[\t-\r #]|$/),
      inWords: 'The value of a Disallow ends at white space or #.',
    },
  },
  runs: { endedBy: new Set([LineKind.disallow]) },
  agents: {
    compare: 'caller-begins-file',
    starBefore: OCTETS,
  },
  rules: {
    empty: 'allows-all',
    onlyDisallow: true,
    expand: {
      run: withoutFirst,
      inWords: 'The first octet of a pattern is taken for the slash, whatever it is.',
    },
  },
  normalising: {
    target: { run: normalPath, inWords: 'decoded, then without dot segments and doubled slashes' },
  },
  matching: { stars: 'prefix' },
  precedence: { order: 'any-allow' },
  targets: { domain: 'url', read: PATH_ALONE },
};

/** Wget2 always uses the name `wget2`. This dialect gives every crawler the verdicts for the name `wget2`. */
export const wget2: Imitation = imitation('wget2', facts);

export const wget2Debian12: Imitation = imitation('wget2-1.99', {
  ...facts,
  names: {
    read: {
      run: lineReader(/^(user-agent|disallow):[ \t]*/i, /[\t-\r ]|$/),
      inWords: 'White space before a name or its colon is part of it. There are no comments.',
    },
  },
  runs: { endedBy: new Set([LineKind.disallow, LineKind.userAgent]) },
  merging: { choice: 'first', starWeight: 'equal' },
  normalising: { target: decoding(OCTETS, false) },
});

/** Reads one record a line. The value of a Disallow ends where `end` matches; one that ends at once is empty. */
function lineReader(name: RegExp, end: RegExp): LineReader {
  return (line) => {
    const found = name.exec(line);
    if (!found) return [];
    const valueStart = found[0].length;
    const kind = lineKindOf((found[1] as string).toLowerCase() as RecordKind);
    const isRule = kind === LineKind.disallow;
    const valueEnd = isRule ? valueStart + line.slice(valueStart).search(end) : line.length;
    return [{ kind, start: 0, valueStart, valueEnd }];
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
