/** Heritrix, the crawler of the Internet Archive and of many national libraries. */
import { lineKindOf, type RecordKind } from '../parse/record-kind.ts';
import { offsetsBesideTags, withoutTags } from './engine/markup.ts';
import type { LinePart, RuleText } from './engine/own-way.ts';
import { RULES_AND_DELAY, UP_TO_SPACE } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { READ_AS_URL_STANDARD } from './urls/target.ts';

export const heritrix: Imitation = imitation('heritrix', {
  lines: { whiteSpace: UP_TO_SPACE },
  names: {
    known: { ...rfc9309Facts.names.known, sitemap: [] },
    read: {
      run: readLine,
      value: (text) => trimmed(withoutTags(text)),
      inWords:
        'HTML tags are removed from every line. A name counts only directly before its colon, and not in a line with U+0085, U+2028 or U+2029.',
    },
  },
  runs: { endedBy: RULES_AND_DELAY },
  agents: {
    letterCase: 'unicode-lower',
    callerKeepsCase: true,
    compare: 'file-within-caller',
    emptyNameCounts: true,
  },
  merging: { choice: 'shared' },
  rules: { expand: { run: withoutLastStar, inWords: 'One star at the end of a pattern is removed.' } },
  normalising: { text: 'utf-8-java' },
  matching: { stars: 'first-fit', dollar: 'last-but-not-after-star', onlyNearestLiteral: true },
  precedence: { emptyNeverDecides: true },
  targets: { domain: 'url', read: READ_AS_URL_STANDARD },
  extras: {
    crawlDelay: {
      run: crawlDelay,
      inWords: 'A Crawl-delay is the number before the first character that is neither a digit nor a dot.',
    },
    countedDelay: 'last',
  },
});

/** A record's name, in octets, before a value without characters that Java's dot does not match. */
const RECORD = /^(user-agent|disallow|crawl-delay|allow):(?!.*(?:\xc2\x85|\xe2\x80[\xa8\xa9]))/is;

function readLine(line: string): readonly LinePart[] {
  if (trimmed(line).startsWith('#')) return [];
  const bare = withoutTags(line);
  const [text = ''] = bare.split('#', 1);
  const lead = text.length - text.replace(LEADING, '').length;
  const found = RECORD.exec(trimmed(text));
  if (!found) return [];
  const at = offsetsBesideTags(line);
  const start = at(lead);
  const valueStart = at(lead + found[0].length - 1) + 1;
  const valueEnd = text.length < bare.length ? at(text.length) : line.length;
  const kind = lineKindOf((found[1] as string).toLowerCase() as RecordKind);
  return [{ kind, start, valueStart, valueEnd }];
}

const LEADING = /^[\0- ]+/;

/** Removes characters up to U+0020 from both ends, as Java's `String.trim` does. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end).replace(LEADING, '');
}

function withoutLastStar(value: string): readonly RuleText[] {
  return [{ text: value.endsWith('*') ? value.slice(0, -1) : value }];
}

function crawlDelay(value: string): number | undefined {
  const [text = ''] = value.split(/[^\d.]/, 1);
  return /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}
