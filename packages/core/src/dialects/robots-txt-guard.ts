/** The npm package robots-txt-guard, given files that robots-txt-parse has read. */
import { lineKindOf, type RecordKind } from '../parse/record-kind.ts';
import type { LineContext, LinePart } from './engine/own-way.ts';
import { ANY_RECORD, JAVASCRIPT_SPACE, LF_ONLY } from './engine/sets.ts';
import { decodeBinary, utf8Binary } from './engine/text-model.ts';
import { type Imitation, imitation } from './imitation.ts';
import { RULES_ONLY } from './rfc9309.ts';
import { READ_AS_URL_STANDARD } from './urls/target.ts';

export const robotsTxtGuard: Imitation = imitation('robots-txt-guard', {
  lines: { ends: LF_ONLY, whiteSpace: JAVASCRIPT_SPACE },
  names: {
    known: RULES_ONLY,
    read: {
      run: readLine,
      inWords: 'A # starts no comment if a CR, or U+2028 or U+2029, follows it in the line.',
    },
  },
  runs: { endedBy: ANY_RECORD },
  agents: {
    letterCase: 'each-upper',
    compare: 'file-within-caller',
    decode: {
      run: (value) => (value === '' ? '*' : value),
      inWords: 'A user-agent line without a value means every crawler.',
    },
  },
  merging: { choice: 'longest-name', onlyFirst: true },
  rules: { withoutSlash: 'slash-added' },
  normalising: { text: 'utf-8' },
  precedence: { tie: 'first-but-allow-of-same', length: 'without-wildcards' },
  targets: { domain: 'url', read: READ_AS_URL_STANDARD },
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
  const known = decodeBinary('utf-8', bare.slice(...name)).toLowerCase();
  const kind = lineKindOf(Object.hasOwn(RULES_ONLY, known) ? (known as RecordKind) : 'other');
  return [{ kind, start: Math.min(name[0], colon), valueStart: value[0], valueEnd: value[1] }];
}

/** CR, U+2028 and U+2029 in UTF-8, which the dot of a regular expression does not match. */
const BREAKS = ['\r', '\xe2\x80\xa8', '\xe2\x80\xa9'];

/** The part of the octets between `start` and `end` that `trim` keeps. */
function trimmed(octets: string, start: number, end: number): [start: number, end: number] {
  const text = decodeBinary('utf-8', octets.slice(start, end));
  const lead = utf8Binary(text.slice(0, text.length - text.trimStart().length)).length;
  const trail = utf8Binary(text.slice(text.trimEnd().length)).length;
  return [Math.min(start + lead, end), Math.max(end - trail, Math.min(start + lead, end))];
}
