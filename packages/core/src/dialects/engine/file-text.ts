/** The text of a file, decoded once; parts of the text are slices of it. */
import { binaryOf, decodeAs, isAsciiText, type TextModel } from './text-model.ts';

/**
 * Returns parts of the octets as text. A part keeps the whole text in memory, so copy it with {@link ownText} before
 * you store it.
 */
export class FileText {
  readonly #octets: Uint8Array;
  /** The octets as characters U+0000–U+00FF. */
  readonly #whole: string;
  readonly #isAscii: boolean;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#whole = binaryOf(octets, 0, octets.length);
    this.#isAscii = isAsciiText(this.#whole);
  }

  /** Returns the same text as `decodeAs` for the octets from `start` to `end`. */
  part(start: number, end: number, model: TextModel): string {
    const part = this.#whole.slice(start, end);
    if (this.#isAscii || model === 'octets' || isAsciiText(part)) return part;
    return decodeAs(model, this.#octets, start, end);
  }
}

/** Copies the part, so that the result does not keep the whole text in memory. */
export function ownText(part: string): string {
  let text = '';
  for (let at = 0; at < part.length; at += CHUNK) {
    const units = Uint16Array.from({ length: Math.min(CHUNK, part.length - at) }, (_, unit) =>
      part.charCodeAt(at + unit),
    );
    text += String.fromCharCode(...units);
  }
  return text;
}

const CHUNK = 0x2000;
