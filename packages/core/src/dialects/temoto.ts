/** temoto/robotstxt, the parser of most crawlers written in Go. It receives the unchanged path and query. */
import { withoutEnd } from '../bytes/text.ts';
import * as LineKind from '../parse/line-kind.ts';
import { folded } from './engine/letter-case.ts';
import type { LineContext, LinePart, RuleText } from './engine/own-way.ts';
import { of, RULES_AND_DELAY } from './engine/sets.ts';
import { decodeBinary, utf8Binary } from './engine/text-model.ts';
import { type Imitation, imitation } from './imitation.ts';
import { readGoUrl } from './urls/go-url.ts';

/**
 * The records of one line. The first colon that follows a word ends the word and is dropped; later colons are part of
 * words. A name without a value takes the line end as its value. Such a name is lost if no line end follows it, or if
 * the line has a comment and is the last.
 */
function readTemotoLine(line: string, { hasEnd, isLast }: LineContext): readonly LinePart[] {
  const { words, hasComment } = wordsOf(line);
  const canLack = hasEnd && !(hasComment && isLast);
  const parts: LinePart[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const name = words[index] as Word;
    const value = words[index + 1];
    if (!value && !canLack) break;
    parts.push({
      kind: kindOf(line.slice(name.start, name.end)),
      start: name.start,
      valueStart: value?.start ?? line.length,
      valueEnd: value?.end ?? line.length,
    });
  }
  return parts;
}

/** The kind of record with this name, which is given as octets. */
function kindOf(name: string): LineKind.Any {
  return NAMES.get(folded(decodeBinary('utf-8-each-octet', name), 'each-lower')) ?? LineKind.other;
}

const NAMES: ReadonlyMap<string, LineKind.Any> = new Map([
  ['user-agent', LineKind.userAgent],
  ['useragent', LineKind.userAgent],
  ['disallow', LineKind.disallow],
  ['allow', LineKind.allow],
  ['host', LineKind.host],
  ['sitemap', LineKind.sitemap],
  ['crawl-delay', LineKind.crawlDelay],
  ['crawldelay', LineKind.crawlDelay],
]);

interface Word {
  readonly start: number;
  readonly end: number;
}

function wordsOf(line: string): { words: readonly Word[]; hasComment: boolean } {
  const words: Word[] = [];
  let hasColon = false;
  for (let at = skipBlanks(line, 0); at < line.length; at = skipBlanks(line, at)) {
    if (line[at] === '#') return { words, hasComment: true };
    const start = at++;
    while (at < line.length && !isBlank(line[at]) && (hasColon || line[at] !== ':')) at++;
    words.push({ start, end: at });
    if (!hasColon && line[at] === ':') {
      hasColon = true;
      at++;
    }
  }
  return { words, hasComment: false };
}

function skipBlanks(line: string, start: number): number {
  let at = start;
  while (at < line.length && isBlank(line[at])) at++;
  return at;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\u000b';
}

export const temoto: Imitation = imitation('temoto', {
  lines: { whiteSpace: of(' \t\u000b'), comment: 'at-word', byteOrderMark: 'skipped' },
  names: {
    read: {
      run: readTemotoLine,
      inWords:
        'A line is a list of words, read as pairs of name and value. A colon is not needed, and must not be a word of its own.',
    },
  },
  runs: { endedBy: RULES_AND_DELAY },
  groups: { needs: RULES_AND_DELAY, ruleBefore: 'error' },
  agents: { letterCase: 'each-lower', compare: 'file-begins-caller' },
  merging: { choice: 'longest-name', starWeight: 'one-and-stays' },
  rules: {
    expand: {
      run: expand,
      inWords:
        'A pattern without a leading slash gets one, final stars are removed, and a pattern with a wildcard ranks by its length as a regular expression.',
    },
  },
  normalising: { text: 'utf-8-each-octet' },
  matching: { stars: 'floating', dollar: 'anywhere' },
  precedence: { tie: 'first', length: 'utf-8', emptyNeverDecides: true },
  targets: { read: { run: readGoUrl, inWords: 'URLs are parsed, and their paths escaped, as in Go.' } },
  extras: {
    crawlDelay: { run: crawlDelay, inWords: 'A Crawl-delay is any number that Go’s ParseFloat accepts.' },
    countedDelay: 'last',
    badCrawlDelayIsError: true,
  },
});

/**
 * Prepends a slash to every pattern that begins with neither `/` nor `*`, and removes trailing stars. A pattern that
 * still has a wildcard ranks by its length as a regular expression, including escapes.
 */
function expand(value: string): readonly RuleText[] {
  const text = withoutEnd(/^[/*]/.test(value) ? value : `/${value}`, '*');
  // The original implementation treats `/` as a prefix of everything, including targets without a slash.
  if (text === '/') return [{ text: '', weight: 1 }];
  if (!/[*$]/.test(text)) return [{ text }];
  const escaped = text.replace(/[\\.+?()|[\]{}^]/g, '\\$&').replaceAll('*', '.*');
  return [{ text, weight: utf8Binary(escaped).length }];
}

/** Parses a number like Go's `ParseFloat`. Rejects negative and infinite delays. */
function crawlDelay(value: string): number | undefined {
  const seconds = FLOAT.test(value) ? Number(value) : Number.NaN;
  return seconds >= 0 && Number.isFinite(seconds) ? seconds : undefined;
}

const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
