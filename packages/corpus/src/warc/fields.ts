/** Named fields, as WARC (ISO 28500 §4) and HTTP/1 (RFC 9112 §5) write them. */

/** By name in lower case. Fields of one name are joined with commas. */
export type Fields = Map<string, string>;

/** Reads lines such as `Name: value`. Lines that begin with white space go on with the one before; others are skipped. */
export function readFields(text: string, start: number): Fields {
  const fields: Fields = new Map();
  let last: string | undefined;
  for (let at = start; at < text.length; ) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const colon = text.indexOf(':', at);
    const first = text.charCodeAt(at);
    if (last !== undefined && (first === 0x20 || first === 0x09)) {
      fields.set(last, `${fields.get(last)} ${text.slice(at, end).trim()}`);
    } else if (colon >= 0 && colon < end) {
      last = nameOf(text.slice(at, colon));
      const value = text.slice(colon + 1, end).trim();
      const before = fields.get(last);
      fields.set(last, before === undefined ? value : `${before}, ${value}`);
    }
    at = end + 1;
  }
  return fields;
}

/** Names in lower case by how they are written: archives write the same few names over and over. */
const knownNames = new Map<string, string>();
const MAX_NAMES = 1_000;

function nameOf(written: string): string {
  const known = knownNames.get(written);
  if (known !== undefined) return known;
  const name = written.trim().toLowerCase();
  if (knownNames.size < MAX_NAMES) knownNames.set(written, name);
  return name;
}
