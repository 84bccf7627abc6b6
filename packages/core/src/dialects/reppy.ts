/** seomoz rep-cpp, the engine of Python's reppy. The engine is created without a base URL, so it compares no host. */
import type { RuleText, TargetReading } from './engine/own-way.ts';
import { ANY_RECORD, ASCII_SPACE, LF_ONLY } from './engine/sets.ts';
import { utf8Binary } from './engine/text-model.ts';
import { type Imitation, imitation } from './imitation.ts';
import { fullPath, isUrlCpp } from './urls/url-cpp.ts';

export const reppy: Imitation = imitation('reppy', {
  lines: { ends: LF_ONLY, whiteSpace: ASCII_SPACE, byteOrderMark: 'skipped' },
  runs: { endedBy: ANY_RECORD },
  groups: { ruleBefore: 'for-everybody' },
  agents: { emptyNameCounts: true },
  merging: { choice: 'copied' },
  rules: {
    empty: 'disallow-allows-all',
    expand: { run: expand, inWords: 'A pattern that begins with * also counts without its leading stars.' },
    fails: {
      run: fails,
      inWords: 'The parser fails on a file with a rule whose text is a URL with an invalid port.',
    },
  },
  normalising: {
    pattern: {
      run: normalisePattern,
      inWords:
        'scheme, host and fragment are removed, a missing slash is added, path and query are decoded and escaped again, and final stars are removed',
    },
  },
  matching: { stars: 'text-needed', dollar: 'anywhere' },
  precedence: { tie: 'unstable-sort' },
  targets: { read: { run: readTarget, inWords: 'Path and query of a URL are decoded and escaped again.' } },
  extras: { robotsTxtIsAllowed: true, countedDelay: 'last' },
});

/** A pattern that begins with stars also applies without them. */
function expand(value: string): readonly RuleText[] {
  const whole = { text: value };
  return value.startsWith('*') ? [{ text: value.replace(/^\*+/, '') }, whole] : [whole];
}

function fails(value: string): string | undefined {
  return value === '' || isUrlCpp(value)
    ? undefined
    : 'a rule is a URL whose port is not a number: UrlParseException';
}

function normalisePattern(value: string): string {
  const text = fullPath(value);
  return text.includes('*') ? text.replace(/\*+/g, '*').replace(/\*$/, '') : text;
}

function readTarget(url: string): TargetReading {
  if (!isUrlCpp(url)) return { error: 'the port of the URL is not a number: UrlParseException' };
  return { path: fullPath(utf8Binary(url)) };
}
