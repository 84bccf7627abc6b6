/**
 * Adds styles to a line as marks. Marks become terminal sequences only when the line is written, so every other control
 * character can be escaped. Each process includes its own random number in marks, so no file can forge one.
 */
import { shown } from './shown.ts';

/** Marks begin and end with noncharacters, which have no meaning in any text. */
const OPEN = `\ufdd0${Math.random().toString(36).slice(2)}:`;
const CLOSE = '\ufdd1';
const MARK = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`);

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export function styleOf(isColoured: boolean): Style {
  const painter =
    (on: number, off: number) =>
    (text: string): string =>
      isColoured ? `${mark(`m${on}`)}${text}${mark(`m${off}`)}` : text;
  return {
    bold: painter(1, 22),
    dim: painter(2, 22),
    red: painter(31, 39),
    green: painter(32, 39),
    yellow: painter(33, 39),
    cyan: painter(36, 39),
  };
}

/** Makes text a link in terminals that support links (OSC 8). */
export function linked(text: string, url: string): string {
  return `${mark(`l${url}`)}${text}${mark('l')}`;
}

/** The line as it is displayed: marks become terminal sequences, and everything else is escaped. */
export function shownLine(line: string): string {
  return line
    .split(MARK)
    .map((part, index) => (index % 2 === 0 ? shown(part) : sequence(part)))
    .join('');
}

function mark(code: string): string {
  return OPEN + code + CLOSE;
}

function sequence(code: string): string {
  const value = shown(code.slice(1));
  return code.startsWith('l') ? `\u001b]8;;${value}\u001b\\` : `\u001b[${value}m`;
}
