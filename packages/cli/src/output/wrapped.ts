import { cut, widthOf } from './columns.ts';
import { shown } from './shown.ts';

/** What is cut of a URL makes it useless, and what is longer is not a URL to follow. */
const mostUrlColumns = 300;

/** Text as it is shown, in lines of at most `columns`, broken at spaces; a word that is longer is cut, but for a URL. */
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
