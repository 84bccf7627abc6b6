/**
 * Styles as marks in a line, which become terminal sequences only where it is written: so the sink
 * escapes every other control in a line. A mark holds a random number of this process: no file can forge one.
 */
import { shown } from './shown.ts';

/** Noncharacters: no text holds them for a meaning of its own. */
const OPEN = `\ufdd0${Math.random().toString(36).slice(2)}:`;
const CLOSE = '\ufdd1';
const MARK = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`);

/** Text styles. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Styles that leave the text as it is where colours are not wanted. */
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

/** The text, as a link where the terminal can show one (OSC 8). */
export function linked(text: string, url: string): string {
  return `${mark(`l${url}`)}${text}${mark('l')}`;
}

/** The line as it is written. */
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
