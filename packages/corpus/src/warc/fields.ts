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
      last = text.slice(at, colon).trim().toLowerCase();
      const value = text.slice(colon + 1, end).trim();
      const before = fields.get(last);
      fields.set(last, before === undefined ? value : `${before}, ${value}`);
    }
    at = end + 1;
  }
  return fields;
}
