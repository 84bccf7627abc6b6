/** Measures, pads and truncates text for columns on a terminal. */
import { shown } from './shown.ts';

const zeroWidth = /^[\p{Mn}\p{Me}]$/u;
/** Matches East Asian wide and fullwidth letters, and emoji (Unicode Standard Annex #11). */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;
const isPlainAscii = /^[\u0020-\u007e]*$/;

export function widthOf(given: string): number {
  const text = shown(given);
  if (isPlainAscii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

export function pad(given: string, columns: number): string {
  const text = shown(given);
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Truncates text that is too wide, and appends an ellipsis. */
export function cut(given: string, columns: number): string {
  const text = shown(given);
  if (widthOf(text) <= columns) return text;
  return `${head(text, columns - 1)}…`;
}

/** Cuts the middle out of text that is too wide; suitable for URLs. */
export function cutMiddle(given: string, columns: number): string {
  const text = shown(given);
  if (widthOf(text) <= columns) return text;
  const tailColumns = Math.floor((columns - 1) / 3);
  const tail = [...head([...text.slice(-2 * tailColumns)].reverse().join(''), tailColumns)]
    .reverse()
    .join('');
  return `${head(text, columns - 1 - tailColumns)}…${tail}`;
}

function head(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function characterWidth(character: string): number {
  if (character <= '~') return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
