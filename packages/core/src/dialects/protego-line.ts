/** Splits a line as Protego does: at a colon, or at white space after a known name. */

import * as LineKind from '../parse/line-kind.ts';
import type { LinePart } from './engine/own-way.ts';

/**
 * The record of one line, with octets given as characters. If the line begins with a known name, a colon is a separator
 * only directly after the name or before white space. Otherwise, any colon is a separator.
 */
export function readProtegoLine(line: string): readonly LinePart[] {
  const hash = line.indexOf('#');
  const end = trimmedEnd(line, hash < 0 ? line.length : hash);
  const start = trimmedStart(line, 0, end);
  if (start === end) return [];
  const colon = line.indexOf(':', start);
  const hasColon = colon >= 0 && colon < end;
  const kind = hasColon ? kindOf(line.slice(start, trimmedEnd(line, colon))) : undefined;
  if (kind !== undefined) return [part(line, kind, start, colon + 1, end)];
  const isLoose = hasColon && colon + 1 < end && trimmedStart(line, colon + 1, end) === colon + 1;
  const found = !hasColon || isLoose ? separatedByWhiteSpace(line, start, end) : undefined;
  if (found) return [found];
  return hasColon ? [part(line, LineKind.other, start, colon + 1, end)] : [];
}

/** Splits a line at white space after a known name, which has one or two words. */
function separatedByWhiteSpace(line: string, start: number, end: number): LinePart | undefined {
  let nameEnd = start;
  let name = '';
  for (let word = 0; word < 2; word++) {
    const from = trimmedStart(line, nameEnd, end);
    if (from === end) return undefined;
    nameEnd = wordEnd(line, from, end);
    name += (word === 0 ? '' : ' ') + line.slice(from, nameEnd);
    const kind = kindOf(name);
    if (kind !== undefined) return part(line, kind, start, nameEnd, end);
  }
  return undefined;
}

function part(line: string, kind: LineKind.Any, start: number, after: number, end: number): LinePart {
  return { kind, start, valueStart: trimmedStart(line, Math.min(after, end), end), valueEnd: end };
}

function kindOf(name: string): LineKind.Any | undefined {
  return name.length > LONGEST_NAME ? undefined : NAMES.get(name.toLowerCase());
}

const LONGEST_NAME = 12;
const NAMES: ReadonlyMap<string, LineKind.Any> = new Map(
  (
    [
      [LineKind.userAgent, 'user-agent', 'useragent', 'user agent'],
      [LineKind.allow, 'allow'],
      [LineKind.disallow, 'disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
      [LineKind.sitemap, 'sitemap', 'sitemaps', 'site-map'],
      [LineKind.crawlDelay, 'crawl-delay', 'crawl delay'],
      [LineKind.requestRate, 'request-rate', 'request rate'],
      [LineKind.visitTime, 'visit-time', 'visit time'],
      [LineKind.host, 'host'],
    ] as const
  ).flatMap(([kind, ...names]) => names.map((name) => [name, kind] as const)),
);

/** Matches one character of Python's white space, encoded in UTF-8. */
const SPACE =
  /[\t-\r\x1c-\x20]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80/y;

/** The number of octets in the white-space character at `at`; 0 if there is none. */
function spaceAt(line: string, at: number): number {
  SPACE.lastIndex = at;
  return SPACE.exec(line)?.[0].length ?? 0;
}

function trimmedStart(line: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = spaceAt(line, at);
    if (length === 0) break;
    at += length;
  }
  return Math.min(at, end);
}

function trimmedEnd(line: string, end: number): number {
  let at = end;
  while (at > 0) {
    const length = [1, 2, 3].find((octets) => octets <= at && spaceAt(line, at - octets) === octets);
    if (length === undefined) break;
    at -= length;
  }
  return at;
}

function wordEnd(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && spaceAt(line, at) === 0) at++;
  return at;
}
