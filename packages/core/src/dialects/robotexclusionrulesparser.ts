/** The Python package robotexclusionrulesparser, of which wpull carries a copy, in its two syntaxes. */

import type { Dialect } from '../parse/dialect.ts';
import * as LineKind from '../parse/line-kind.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { LinePart, TargetReading } from './engine/own-way.ts';
import { LF_AND_CR, NONE, RULES, RULES_AND_DELAY } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { unquote } from './urls/percent.ts';
import { pythonFloat } from './urls/python-float.ts';
import { joinUrl, splitUrl } from './urls/python-url.ts';

const CONTROL = /[\0-\x1f]|\x0f7/g;

export const robotexclusionrulesparser: Dialect & DialectDefinition = defineDialect({
  name: 'robotexclusionrulesparser',
  short: 'rer',
  title: 'robotexclusionrulesparser (Python), with wildcards',
  source: 'https://pypi.org/project/robotexclusionrulesparser/',
  version: '1.7.1',
  asOf: '2016-06-05',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      ends: LF_AND_CR,
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
      blankLine: 'blank-ends-group',
    },
    names: {
      ...rfc9309Facts.names,
      known: { ...rfc9309Facts.names.known, 'user-agent': ['user-agent', 'useragent'] },
      read: {
        run: readLine,
        value: (text) => text.replace(CONTROL, '').replace(SPACE_ROUND, ''),
        inWords:
          'A known name directly before a colon is found anywhere in a line, even inside another word. Control characters are removed from values.',
      },
    },
    runs: { endedBy: new Set([...RULES_AND_DELAY, LineKind.sitemap]) },
    groups: { needs: RULES, openAtEnd: 'kept', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'unicode-lower',
      compare: 'file-within-caller',
      starBefore: NONE,
    },
    merging: { choice: 'first', starWeight: 'least', starHidesNames: true },
    rules: { empty: 'reversed', withoutSlash: 'kept' },
    normalising: {
      text: 'latin-1',
      pattern: { run: unquotePath, inWords: 'escapes are decoded, except that of a slash' },
      target: 'none',
    },
    matching: { stars: 'any-run', dollar: 'last' },
    precedence: { order: 'first', tie: 'allow', length: 'units' },
    targets: {
      domain: 'text',
      read: {
        run: readTarget,
        inWords: 'Path, query and fragment of a URL are decoded, except for an escaped slash.',
      },
      withoutGroup: {
        run: () => ({ allowed: true }),
        inWords: 'For a crawler without a group, the URL is not parsed.',
      },
    },
    extras: {
      robotsTxtIsAllowed: false,
      crawlDelay: {
        run: pythonFloat,
        inWords: 'A Crawl-delay is any number that Python’s float accepts.',
      },
      countedDelay: 'last',
    },
  },
});

/** The syntax `MK1996`, which has no wildcards. */
export const robotexclusionrulesparser1996: Dialect & DialectDefinition = defineDialect({
  ...robotexclusionrulesparser,
  name: 'robotexclusionrulesparser-1996',
  short: 're6',
  title: 'robotexclusionrulesparser (Python), with the syntax MK1996',
  facts: { ...robotexclusionrulesparser.facts, matching: { stars: 'prefix', dollar: 'last' } },
});

/** Matches one character of Python's white space in Latin-1 without line ends. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0]';
const SPACE_ROUND = new RegExp(`^${SPACE}+|(?<!${SPACE})${SPACE}+$`, 'g');
const RECORD = /(allow|disallow|user-?agent|sitemap|crawl-delay):[ \t]*/i;

const KINDS: ReadonlyMap<string, LineKind.Any> = new Map([
  ['allow', LineKind.allow],
  ['disallow', LineKind.disallow],
  ['user-agent', LineKind.userAgent],
  ['useragent', LineKind.userAgent],
  ['sitemap', LineKind.sitemap],
  ['crawl-delay', LineKind.crawlDelay],
]);

function readLine(line: string): readonly LinePart[] {
  const [text = ''] = line.split('#', 1);
  const bare = text.replace(SPACE_ROUND, '');
  if (bare === '') return text.length < line.length ? [] : [BLANK];
  const found = RECORD.exec(bare);
  if (!found) return [];
  const start = text.indexOf(bare) + found.index;
  return [
    {
      kind: KINDS.get((found[1] as string).toLowerCase()) as LineKind.Any,
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

function readTarget(url: string): TargetReading {
  const parts = splitUrl(url, true);
  if (!parts) return { error: 'Python cannot parse the URL: ValueError' };
  return { path: unquotePath(joinUrl({ ...parts, scheme: '', netloc: '' })) };
}
