/** Named fields, as WARC (ISO 28500 §4) and HTTP/1 (RFC 9112 §5) write them: the reader for headers in any form. */
import { isUtf8 } from 'node:buffer';

/** The lines of each field, by lower-case name. */
export class Fields {
  readonly #lines: ReadonlyMap<string, readonly string[]>;

  constructor(lines: ReadonlyMap<string, readonly string[]>) {
    this.#lines = lines;
  }

  get names(): Iterable<string> {
    return this.#lines.keys();
  }

  /** The value, whose lines are joined with commas (RFC 9110 §5.3). */
  get(name: string): string | undefined {
    return this.#lines.get(name)?.join(', ');
  }

  lines(name: string): readonly string[] | undefined {
    return this.#lines.get(name);
  }
}

const LINE_FEED = 0x0a;

/**
 * The fields in the lines from `start` to `end`, such as `Name: value`. Lines that begin with white space continue the
 * previous field; other lines without a colon are skipped.
 *
 * @param other The encoding of lines that are not UTF-8.
 */
export function fieldsIn(octets: Buffer, start: number, end: number, other: 'latin1' | 'utf8'): Fields {
  const fields = new Map<string, string[]>();
  let open: string[] | undefined;
  for (let at = start; at < end; ) {
    const found = octets.indexOf(LINE_FEED, at);
    const lineEnd = found < 0 || found > end ? end : found;
    const stored = octets.subarray(at, lineEnd);
    const line = stored.toString(isUtf8(stored) ? 'utf8' : other);
    const colon = line.indexOf(':');
    at = lineEnd + 1;
    if (open && /^[ \t]/.test(line)) continueField(open, line.trim());
    else if (colon >= 0) {
      const name = line.slice(0, colon).trim().toLowerCase();
      open = fields.get(name) ?? [];
      open.push(line.slice(colon + 1).trim());
      fields.set(name, open);
    }
  }
  return new Fields(fields);
}

function continueField(lines: string[], text: string): void {
  const before = lines.at(-1) ?? '';
  lines[lines.length - 1] = before === '' || text === '' ? `${before}${text}` : `${before} ${text}`;
}
