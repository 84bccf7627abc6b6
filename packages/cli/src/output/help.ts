/** Formats the help of every command, always with a width of eighty columns. */
import { type Command, Help, type HelpConfiguration } from 'commander';

const COLUMNS = 80;

/**
 * The maximum width of an option that has its description beside it. The description of a wider option starts on the
 * next line.
 */
const MAX_TERM = 30;

const INDENT = '  ';

/** The layout of arguments, options and commands for commander. */
export const helpLayout: HelpConfiguration = {
  helpWidth: COLUMNS,
  showGlobalOptions: false,
  padWidth(this: Help, command: Command, helper: Help) {
    return Math.min(Help.prototype.padWidth.call(this, command, helper), MAX_TERM);
  },
  formatItem(this: Help, term: string, width: number, description: string, helper: Help) {
    if (term.length <= width) return Help.prototype.formatItem.call(this, term, width, description, helper);
    const [, ...below] = Help.prototype.formatItem
      .call(this, '', width, `\n${description}`, helper)
      .split('\n');
    return [`${INDENT}${term}`, ...below].join('\n');
  },
};

const SPACE = / (?=\S)/;
const BEFORE_OPTION = / (?=-|\|)/;

/** Fills paragraphs, and breaks long commands with a continuation mark. Tables and short lines are unchanged. */
export function filledHelp(text: string): string {
  const filled: string[] = [];
  let paragraph: string[] = [];
  const end = (): void => {
    filled.push(...broken(paragraph.join(' '), SPACE, '', ''));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    if (/^[^\s]/.test(line) && !line.startsWith('Usage: ')) {
      paragraph.push(line);
      continue;
    }
    if (paragraph.length > 0) end();
    filled.push(...(/^ +\$ /.test(line) ? broken(line, BEFORE_OPTION, ' \\', '      ') : [line]));
  }
  if (paragraph.length > 0) end();
  return filled.join('\n');
}

/** Breaks text at eighty columns. All lines but the last end with `mark`; all but the first begin with `indent`. */
function broken(text: string, at: RegExp, mark: string, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(at)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || longer.length + mark.length <= COLUMNS) {
      line = longer;
      continue;
    }
    lines.push(line + mark);
    line = indent + word;
  }
  return [...lines, line];
}
