/** Reads a line as temoto does: as words, in pairs of name and value. */

import * as LineKind from '../parse/line-kind.ts';
import { folded } from './engine/letter-case.ts';
import type { LineContext, LinePart } from './engine/own-way.ts';
import { decodeBinary } from './engine/text-model.ts';

/**
 * The records of one line. The first colon that follows a word ends the word and is dropped; later colons are part of
 * words. A name without a value takes the line end as its value. Such a name is lost if no line end follows it, or if
 * the line has a comment and is the last.
 */
export function readTemotoLine(line: string, { hasEnd, isLast }: LineContext): readonly LinePart[] {
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
