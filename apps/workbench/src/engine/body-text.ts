/** Converts octets of a robots.txt to text for an editor, and reports losses. */
import { parse } from 'robots-exclusion';

export interface BodyText {
  /** Lines end with LF. */
  readonly text: string;
  /** The most frequent line end. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** How the text differs from the octets. */
  readonly remark?: string;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Octets that are not valid UTF-8 become percent escapes, because crawlers compare them in this form. */
export function textOfBody(octets: Uint8Array): BodyText {
  const { encoding } = parse(octets);
  if (encoding !== 'utf-8') {
    const text = new TextDecoder(encoding).decode(octets);
    return { ...withLineEnds(text), remark: `converted from ${encoding.toUpperCase()} to UTF-8` };
  }
  try {
    return withLineEnds(strict.decode(octets));
  } catch {
    const { text, count } = escaped(octets);
    const what = count === 1 ? 'one octet that is' : `${count} octets that are`;
    return {
      ...withLineEnds(text),
      remark: `replaced ${what} not valid UTF-8 with percent escapes, which is how crawlers compare them`,
    };
  }
}

/** Mixed line ends are unified without a note, because no crawler distinguishes them. */
function withLineEnds(text: string): BodyText {
  const pairs = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - pairs;
  const returns = text.split('\r').length - 1 - pairs;
  const lineEnd = pairs > feeds && pairs >= returns ? '\r\n' : returns > feeds ? '\r' : '\n';
  return { text: text.replace(/\r\n?/g, '\n'), lineEnd };
}

function escaped(octets: Uint8Array): { text: string; count: number } {
  let text = '';
  let count = 0;
  for (let at = 0; at < octets.length; ) {
    const length = characterLength(octets, at);
    if (length > 0) text += strict.decode(octets.subarray(at, at + length));
    else text += `%${(octets[at] as number).toString(16).toUpperCase().padStart(2, '0')}`;
    if (length === 0) count++;
    at += length || 1;
  }
  return { text, count };
}

/** The length in octets of the well-formed character at `at`; 0 if there is none. */
function characterLength(octets: Uint8Array, at: number): number {
  const first = octets[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  try {
    return [...strict.decode(octets.subarray(at, at + length))].length === 1 ? length : 0;
  } catch {
    return 0;
  }
}
