/** The Python package robotexclusionrulesparser, of which wpull carries a copy, in its two syntaxes. */
import * as LineKind from '../parse/line-kind.ts';
import { lineKindOf, type RecordKind } from '../parse/record-kind.ts';
import type { LinePart } from './engine/own-way.ts';
import { RULES, RULES_AND_DELAY } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { unquote } from './urls/percent.ts';
import { PYTHON_FLOAT } from './urls/python-float.ts';
import { readAfterHost } from './urls/python-url.ts';

const CONTROL = /[\0-\x1f]|\x0f7/g;

export const robotexclusionrulesparser: Imitation = imitation('robotexclusionrulesparser', {
  lines: { blankLine: 'blank-ends-group' },
  names: {
    known: { ...rfc9309Facts.names.known, 'user-agent': ['user-agent', 'useragent'] },
    read: {
      run: readLine,
      value: (text) => text.replace(CONTROL, '').replace(SPACE_ROUND, ''),
      inWords:
        'A known name directly before a colon is found anywhere in a line, even inside another word. Control characters are removed from values.',
    },
  },
  runs: { endedBy: new Set([...RULES_AND_DELAY, LineKind.sitemap]) },
  groups: { needs: RULES },
  agents: { letterCase: 'unicode-lower', compare: 'file-within-caller' },
  merging: { choice: 'first', starHidesNames: true },
  rules: { empty: 'reversed' },
  normalising: {
    text: 'latin-1',
    pattern: { run: unquotePath, inWords: 'escapes are decoded, except that of a slash' },
  },
  precedence: { order: 'first' },
  targets: {
    read: {
      run: (url) => readAfterHost(url, unquotePath),
      inWords: 'Path, query and fragment of a URL are decoded, except for an escaped slash.',
    },
    withoutGroup: {
      run: () => ({ allowed: true }),
      inWords: 'For a crawler without a group, the URL is not parsed.',
    },
  },
  extras: {
    crawlDelay: PYTHON_FLOAT,
    countedDelay: 'last',
  },
});

/** The syntax `MK1996`, which has no wildcards. */
export const robotexclusionrulesparser1996: Imitation = imitation('robotexclusionrulesparser-1996', {
  ...robotexclusionrulesparser.facts,
  matching: { stars: 'prefix', dollar: 'last' },
});

/** Matches one character of Python's white space in Latin-1 without line ends. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0]';
const SPACE_ROUND = new RegExp(`^${SPACE}+|(?<!${SPACE})${SPACE}+$`, 'g');
const RECORD = /(allow|disallow|user-?agent|sitemap|crawl-delay):[ \t]*/i;

function readLine(line: string): readonly LinePart[] {
  const [text = ''] = line.split('#', 1);
  const bare = text.replace(SPACE_ROUND, '');
  if (bare === '') return text.length < line.length ? [] : [BLANK];
  const found = RECORD.exec(bare);
  if (!found) return [];
  const start = text.indexOf(bare) + found.index;
  const name = (found[1] as string).toLowerCase();
  return [
    {
      kind: lineKindOf(name.replace('useragent', 'user-agent') as RecordKind),
      start,
      valueStart: start + found[0].length,
      valueEnd: text.indexOf(bare) + bare.length,
    },
  ];
}

const BLANK: LinePart = { kind: LineKind.blank, start: 0, valueStart: 0, valueEnd: 0 };

/** Decodes all escapes but `%2F`. A line feed becomes `%2F`, too, because it stands for a slash meanwhile. */
function unquotePath(path: string): string {
  return unquote(path.replace(/%2f/gi, '\n'), 'utf-8').replaceAll('\n', '%2F');
}
