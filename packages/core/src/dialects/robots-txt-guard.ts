/** The npm package robots-txt-guard, given files that robots-txt-parse has read. */
import type { Dialect } from '../parse/dialect.ts';
import * as LineKind from '../parse/line-kind.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { LineContext, LinePart } from './engine/own-way.ts';
import { ANY_RECORD, JAVASCRIPT_SPACE, LF_ONLY, NO_KINDS, NONE } from './engine/sets.ts';
import { decodeBinary, utf8Binary } from './engine/text-model.ts';
import { RULES_ONLY, rfc9309Facts } from './rfc9309.ts';
import { READ_AS_URL_STANDARD } from './urls/standard-target.ts';

export const robotsTxtGuard: Dialect & DialectDefinition = defineDialect({
  name: 'robots-txt-guard',
  short: 'gua',
  title: 'robots-txt-guard with robots-txt-parse (npm)',
  source: 'https://www.npmjs.com/package/robots-txt-guard',
  version: '1.0.2 with robots-txt-parse 2.0.1',
  asOf: '2022-06-20',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: LF_ONLY,
      whiteSpace: JAVASCRIPT_SPACE,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
    },
    names: {
      ...rfc9309Facts.names,
      known: RULES_ONLY,
      read: {
        run: readLine,
        inWords: 'A # starts no comment if a CR, or U+2028 or U+2029, follows it in the line.',
      },
    },
    runs: { endedBy: ANY_RECORD },
    groups: { needs: NO_KINDS, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'each-upper',
      compare: 'file-within-caller',
      starBefore: NONE,
      decode: {
        run: (value) => (value === '' ? '*' : value),
        inWords: 'A user-agent line without a value means every crawler.',
      },
    },
    merging: { choice: 'longest-name', starWeight: 'least', onlyFirst: true },
    rules: { empty: 'matches-nothing', withoutSlash: 'slash-added' },
    normalising: { text: 'utf-8', pattern: 'none', target: 'none' },
    matching: { stars: 'any-run', dollar: 'last' },
    precedence: { order: 'longest-pattern', tie: 'first-but-allow-of-same', length: 'without-wildcards' },
    targets: {
      domain: 'url',
      read: READ_AS_URL_STANDARD,
    },
    extras: { robotsTxtIsAllowed: false },
  },
});

function readLine(line: string, { hasEnd }: LineContext): readonly LinePart[] {
  const end = hasEnd && line.endsWith('\r') ? line.length - 1 : line.length;
  const text = line.slice(0, end);
  const lastBreak = Math.max(...BREAKS.map((each) => text.lastIndexOf(each)));
  const hash = text.indexOf('#', Math.max(0, lastBreak));
  const bare = hash < 0 ? text : text.slice(0, hash);
  const colon = bare.indexOf(':');
  if (colon < 0) return [];
  const [name, value] = [trimmed(bare, 0, colon), trimmed(bare, colon + 1, bare.length)];
  const kind = KINDS.get(decodeBinary('utf-8', bare.slice(...name)).toLowerCase()) ?? LineKind.other;
  return [{ kind, start: Math.min(name[0], colon), valueStart: value[0], valueEnd: value[1] }];
}

/** CR, U+2028 and U+2029 in UTF-8, which the dot of a regular expression does not match. */
const BREAKS = ['\r', '\xe2\x80\xa8', '\xe2\x80\xa9'];

const KINDS: ReadonlyMap<string, LineKind.Any> = new Map([
  ['user-agent', LineKind.userAgent],
  ['allow', LineKind.allow],
  ['disallow', LineKind.disallow],
]);

/** The part of the octets between `start` and `end` that `trim` keeps. */
function trimmed(octets: string, start: number, end: number): [start: number, end: number] {
  const text = decodeBinary('utf-8', octets.slice(start, end));
  const lead = utf8Binary(text.slice(0, text.length - text.trimStart().length)).length;
  const trail = utf8Binary(text.slice(text.trimEnd().length)).length;
  return [Math.min(start + lead, end), Math.max(end - trail, Math.min(start + lead, end))];
}
