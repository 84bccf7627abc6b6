/** A check as a table that is read at a glance: verdict, crawler, URL, and the deciding line. */
import { type CheckItem, type CheckWord, isResult, wordOf } from '../check/check-result.ts';
import { reasonOf } from './check-reason.ts';
import { cut, cutMiddle, pad, widthOf } from './columns.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

const gap = '  ';
/** Reasons get at least this much; a URL that leaves less has its reason on a line of its own. */
const leastReasonColumns = 30;
const mostCrawlerColumns = 20;

interface Row {
  item: CheckItem;
  word: CheckWord;
  crawler: string;
  url: string;
}

/** The lines of a block of items, each no wider than the terminal. */
export function tableOf(items: readonly CheckItem[], hasCrawlers: boolean, terminal: Terminal): string {
  const rows = items.map((item) => rowOf(item, hasCrawlers));
  const wordColumns = Math.max(...rows.map(({ word }) => word.length));
  const crawlerColumns = Math.max(...rows.map(({ crawler }) => widthOf(crawler)));
  const before = wordColumns + gap.length + (hasCrawlers ? crawlerColumns + gap.length : 0);
  const left = terminal.columns - before;
  const mostUrlColumns = left - gap.length - leastReasonColumns;
  const fitting = rows.map(({ url }) => widthOf(url)).filter((width) => width <= mostUrlColumns);
  const urlColumns = Math.max(0, ...fitting);
  return rows
    .map(({ item, word, crawler, url }) => {
      const first = hasCrawlers ? `${pad(crawler, crawlerColumns)}${gap}` : '';
      const head = `${coloured(word, wordColumns, terminal)}${gap}${first}`;
      const isFitting = widthOf(url) <= urlColumns;
      const reasonColumns = isFitting ? left - urlColumns - gap.length : left - gap.length;
      const shown = terminal.style.dim(reasonOf(item, reasonColumns));
      if (isFitting) return `${head}${pad(url, urlColumns)}${gap}${shown}\n`;
      return `${head}${cutMiddle(url, left)}\n${' '.repeat(before + gap.length)}${shown}\n`;
    })
    .join('');
}

function rowOf(item: CheckItem, hasCrawlers: boolean): Row {
  const crawler = isResult(item) ? item.agent.join(',') : '';
  return {
    item,
    word: wordOf(item),
    crawler: hasCrawlers ? cut(printable(crawler), mostCrawlerColumns) : '',
    url: printable(item.url),
  };
}

/** A verdict in its colour, filled up to `columns`. */
export function coloured(word: CheckWord, columns: number, { style }: Terminal): string {
  const text = pad(word, columns);
  if (word === 'allowed') return style.green(text);
  return word === 'disallowed' ? style.red(text) : style.yellow(text);
}
