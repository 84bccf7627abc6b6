import { cut, widthOf } from './columns.ts';
import { shown } from './shown.ts';

/** The width above which URLs are truncated. Shorter URLs are kept whole, because a truncated URL is useless. */
const mostUrlColumns = 300;

/**
 * Text for display in lines of at most `columns`, broken at spaces. A word that is too wide is truncated, unless it is
 * a URL.
 */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of shown(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) line = longer;
    else {
      if (line !== '') lines.push(line.trimEnd());
      line = isUrl(word) ? word : cut(word, columns);
    }
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
}

function isUrl(word: string): boolean {
  return word.length <= mostUrlColumns && /^\(?https?:\/\//.test(word);
}
