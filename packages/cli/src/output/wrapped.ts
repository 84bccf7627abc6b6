import { cut, widthOf } from './columns.ts';

/** Printable text in lines of at most `columns`, broken at spaces; a word that is longer is cut. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = cut(word, columns);
    }
  }
  return line === '' ? lines : [...lines, line];
}
