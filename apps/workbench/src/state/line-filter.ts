/** The URLs that one line decides for the chosen crawler are listed, and the first of them is explained. */
import { session } from './session.ts';

/** Once more for the same line lists all URLs again. */
export function toggleLine(line: number): void {
  const { lineFilter, trace, urls, url } = session.get();
  if (lineFilter === line) {
    session.set({ lineFilter: 0 });
    return;
  }
  const isDecided = (row: number): boolean => trace?.urls === urls && trace.lines[row] === line;
  const first = isDecided(urls.indexOf(url)) ? url : urls.find((_, row) => isDecided(row));
  session.set({ lineFilter: line, panel: 'verdicts', ...(first !== undefined && { url: first }) });
}
