/** Lists only the URLs that one line decides for the chosen crawler, and explains the first of them. */
import { session } from './session.ts';

/** Filters by a line. A second call with the same line removes the filter. */
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
