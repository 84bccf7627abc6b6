/** Lines of a text format that nobody has described: their parts are recognized by what they look like. */
import { type Fields, toHit } from '../hit.ts';
import { isAddressText } from './address-text.ts';
import { unescaped } from './escapes.ts';
import type { LineReader } from './line-reader.ts';
import { anyTime } from './time.ts';

/** A quoted text, a text in brackets, or a word. */
const PART = /"((?:\\.|[^"\\])*)"|\[([^\]]*)\]|[^\s"[\]]+/g;
const REQUEST = /^[A-Z]{3,16} \S/;
const HOST = /^(?=.*[a-z])(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?::\d+)?$/i;
const STATUS = /^[1-5]\d\d$/;

/** A longer line is not looked into: a log of requests has none. */
const MOST_CHARACTERS = 64 * 1024;

/** A reader for whatever has a time, a quoted request and a status. */
export function looseReader(): LineReader {
  return {
    name: 'loose',
    read(line, number, offset) {
      if (line.trim() === '') return 'nothing';
      if (line.length > MOST_CHARACTERS) return 'unknown';
      const fields = fieldsOf(line);
      return (fields.request !== undefined && toHit(fields, number, offset)) || 'unknown';
    },
  };
}

function fieldsOf(line: string): Fields {
  const fields: Fields = { time: Number.NaN };
  for (const [whole, quoted, bracketed] of line.matchAll(PART)) {
    if (quoted !== undefined) takeQuoted(fields, quoted);
    else takeWord(fields, bracketed ?? whole, bracketed === undefined);
  }
  return fields;
}

/** The first quoted request, and the last quoted text after it that is not a URL. */
function takeQuoted(fields: Fields, quoted: string): void {
  const text = unescaped(quoted);
  if (fields.request === undefined && REQUEST.test(text)) fields.request = text;
  else if (Number.isNaN(fields.time) && !Number.isNaN(anyTime(text))) fields.time = anyTime(text);
  else if (
    fields.request !== undefined &&
    /[A-Za-z]{2}/.test(text) &&
    !/^(?:https?:\/\/|[\d.:, a-f]+$)/i.test(text)
  ) {
    if (fields.userAgent === undefined || text.length > fields.userAgent.length) fields.userAgent = text;
  }
}

function takeWord(fields: Fields, word: string, isBare: boolean): void {
  if (Number.isNaN(fields.time) && /[-/T:]/.test(word)) fields.time = anyTime(word);
  if (!isBare) return;
  if (fields.address === undefined && isAddressText(word)) fields.address = word;
  else if (fields.host === undefined && HOST.test(word)) fields.host = word;
  else if (fields.request !== undefined && fields.status === undefined && STATUS.test(word))
    fields.status = word;
}
