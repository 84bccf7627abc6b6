/** Reads lines of an unknown text format. It recognizes the time, the request and other parts by their syntax. */

import { isAddressText, withoutPorts } from './address-text.ts';
import { unescaped } from './escapes.ts';
import { looksLikeUserAgent } from './fields-by-name.ts';
import type { LineReader } from './line-reader.ts';
import { anyTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/**
 * Matches a quoted text, a text in brackets, or a word. A quoted text may lack its closing quote, so that no part is
 * scanned twice.
 */
const PART = /"((?:\\.|[^"\\])*)("?)|\[([^\][]*)\]|[^\s"[\]]+/g;
const WORD = /[^\s"[\]]+/g;
const REQUEST = /^[A-Z]{3,16} \S/;
const HOST = /^(?=.*[a-z])(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?::\d+)?$/i;
const STATUS = /^[1-5]\d\d$/;

/** Longer lines are not analyzed, because no access log contains them. */
const MOST_CHARACTERS = 64 * 1024;

/**
 * A reader for any lines with a time, a quoted request and a status. The first lines show which quoted text is the
 * User-Agent. If they do not, a line's User-Agent is read only if it has exactly one candidate.
 */
export function looseReader(): LineReader {
  /** The position of the User-Agent among the quoted texts, relative to the request. */
  let place: number | undefined;
  return {
    name: 'loose',
    learn(lines) {
      place = agentPlace(lines.filter((line) => line.length <= MOST_CHARACTERS));
    },
    read(line, number, offset) {
      if (line.trim() === '') return 'nothing';
      if (line.length > MOST_CHARACTERS) return 'unknown';
      const fields = fieldsOf(line, place);
      return (fields.request !== undefined && toHit(fields, number, offset)) || 'unknown';
    },
  };
}

interface Part {
  readonly kind: 'quoted' | 'bracketed' | 'word';
  readonly text: string;
}

function partsOf(line: string): Part[] {
  return [...line.matchAll(PART)].flatMap(([whole, quoted, end, bracketed]): Part[] => {
    if (bracketed !== undefined) return [{ kind: 'bracketed', text: bracketed }];
    if (quoted === undefined) return [{ kind: 'word', text: whole }];
    if (end !== '') return [{ kind: 'quoted', text: unescaped(quoted) }];
    return [...quoted.matchAll(WORD)].map(([text]) => ({ kind: 'word', text }));
  });
}

function agentPlace(lines: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const quoted = partsOf(line).flatMap(({ kind, text }) => (kind === 'quoted' ? [text] : []));
    const request = quoted.findIndex((text) => REQUEST.test(text));
    quoted.forEach((text, index) => {
      if (request < 0 || index === request || !looksLikeUserAgent(text)) return;
      counts.set(index - request, (counts.get(index - request) ?? 0) + 1);
    });
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function fieldsOf(line: string, place: number | undefined): Fields {
  const fields: Fields = { time: Number.NaN };
  const quoted: string[] = [];
  const before: string[] = [];
  let request = -1;
  for (const { kind, text } of partsOf(line)) {
    if (kind === 'quoted') {
      if (request < 0 && REQUEST.test(text)) {
        request = quoted.length;
        fields.request = text;
      } else takeTime(fields, text);
      quoted.push(text);
    } else takeWord(fields, text, kind === 'word', before);
  }
  // Some programs write the status before the request. There, it is recognizable only if exactly one number has the
  // form of a status.
  const statuses = new Set(before);
  if (fields.status === undefined && statuses.size === 1) [fields.status] = statuses;
  fields.userAgent = place === undefined ? onlyAgent(quoted, request) : quoted[request + place];
  return fields;
}

function onlyAgent(quoted: readonly string[], request: number): string | undefined {
  const found = quoted.filter((text, index) => index > request && looksLikeUserAgent(text));
  return found.length === 1 ? found[0] : undefined;
}

function takeTime(fields: Fields, text: string): void {
  if (!Number.isNaN(fields.time)) return;
  fields.time = anyTime(text);
  fields.isZoneless = isZoneless(text);
}

/** Adds the word to `fields.address` if it is the first address, or the next one of a chain of proxies. */
function takeAddress(fields: Fields, word: string): boolean {
  const { address } = fields;
  const bare = word.replace(/,$/, '');
  if (!isAddressText(bare) || (address !== undefined && !address.endsWith(','))) return false;
  const one = withoutPorts(bare) + (bare === word ? '' : ',');
  fields.address = address === undefined ? one : `${address} ${one}`;
  return true;
}

function takeWord(fields: Fields, word: string, isBare: boolean, before: string[]): void {
  if (/[-/T:]/.test(word)) takeTime(fields, word);
  if (!isBare || takeAddress(fields, word)) return;
  if (fields.host === undefined && HOST.test(word)) fields.host = word;
  else if (STATUS.test(word)) {
    if (fields.request === undefined) before.push(word);
    else fields.status ??= word;
  }
}
