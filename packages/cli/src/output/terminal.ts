/** The capabilities of standard output and standard error. */
import { linked, type Style, styleOf } from './styled.ts';

export interface Terminal {
  readonly columns: number;
  /** The width to which lines are cut; `Infinity` if it is unknown, such as for a pipe. */
  readonly room: number;
  readonly style: Style;
  /** Makes text a link if colors are enabled (OSC 8). */
  link(text: string, url: string): string;
}

/** The default width for a pipe, a file or a log. */
const defaultColumns = 100;
const leastColumns = 40;

/** Reads the width and the color support of standard output. */
export function stdoutTerminal(): Terminal {
  return terminalOf(process.stdout);
}

/** Reads the width and the color support of standard error. */
export function stderrTerminal(): Terminal {
  return terminalOf(process.stderr);
}

function terminalOf(stream: NodeJS.WriteStream): Terminal {
  const isColoured = hasColours(stream);
  const columns = columnsOf(stream);
  return {
    columns: Math.max(columns ?? defaultColumns, leastColumns),
    room: Math.max(columns ?? Number.POSITIVE_INFINITY, leastColumns),
    style: styleOf(isColoured),
    link: (text, url) => (isColoured && stream.isTTY === true ? linked(text, url) : text),
  };
}

function columnsOf(stream: NodeJS.WriteStream): number | undefined {
  if (stream.isTTY && stream.columns > 0) return stream.columns;
  const set = Number(process.env['COLUMNS']);
  return Number.isInteger(set) && set > 0 ? set : undefined;
}

let isColourless = false;

/** Disables colors, as `--no-color` requests. */
export function beColourless(colourless: boolean): void {
  isColourless = colourless;
}

/** Whether to use colors: only on terminals, unless NO_COLOR (https://no-color.org) or FORCE_COLOR is set. */
function hasColours(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR || isColourless) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return stream.isTTY === true && TERM !== 'dumb';
}
