/** Formats a check as a table for a quick overview: verdict, crawler, URL, and the deciding line. */

import { type DecisionWord, decisionWord } from '@robots-exclusion/operations/evaluate';
import { cut, cutMiddle, pad, widthOf } from '../output/columns.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import { reasonOf } from './check-reason.ts';
import { type CheckItem, isResult } from './check-result.ts';

const gap = '  ';
/** The minimum width for reasons; a reason that does not fit beside its URL goes on the line below. */
const leastReasonColumns = 30;
const mostCrawlerColumns = 20;
const mostReasonLines = 3;

interface Row {
  item: CheckItem;
  word: DecisionWord;
  crawler: string;
  url: string;
}

/** The lines of a block of items, no wider than the terminal. */
export function tableOf(items: readonly CheckItem[], hasCrawlers: boolean, terminal: Terminal): string[] {
  const rows = items.map((item) => rowOf(item, hasCrawlers));
  const wordColumns = Math.max(...rows.map(({ word }) => word.length));
  const crawlerColumns = Math.max(...rows.map(({ crawler }) => widthOf(crawler)));
  const before = wordColumns + gap.length + (hasCrawlers ? crawlerColumns + gap.length : 0);
  const left = terminal.columns - before;
  const mostUrlColumns = left - gap.length - leastReasonColumns;
  const fitting = rows.map(({ url }) => widthOf(url)).filter((width) => width <= mostUrlColumns);
  const urlColumns = Math.max(0, ...fitting);
  return rows.flatMap(({ item, word, crawler, url }) => {
    const first = hasCrawlers ? `${pad(crawler, crawlerColumns)}${gap}` : '';
    const head = `${coloured(word, wordColumns, terminal)}${gap}${first}`;
    const reason = reasonOf(item);
    const fits = widthOf(url) <= urlColumns && widthOf(reason) <= left - urlColumns - gap.length;
    if (fits) return [`${head}${pad(url, urlColumns)}${gap}${terminal.style.dim(reason)}`];
    const lines = reasonLines(item, left - gap.length).map((line) => terminal.style.dim(line));
    const indent = ' '.repeat(before + gap.length);
    return [`${head}${cutMiddle(url, left)}`, ...lines.map((line) => `${indent}${line}`)];
  });
}

/** The whole reason, unless it contains a rule that is too long to read. */
function reasonLines(item: CheckItem, columns: number): string[] {
  const lines = wrapped(reasonOf(item), columns);
  return lines.length <= mostReasonLines ? lines : [reasonOf(item, columns)];
}

function rowOf(item: CheckItem, hasCrawlers: boolean): Row {
  const crawler = isResult(item) ? item.crawler.tokens.join(',') : '';
  return {
    item,
    word: decisionWord(item),
    crawler: hasCrawlers ? cut(crawler, mostCrawlerColumns) : '',
    url: item.url,
  };
}

/** A verdict in its color, padded to `columns`. */
export function coloured(word: DecisionWord, columns: number, { style }: Terminal): string {
  const text = pad(word, columns);
  if (word === 'allowed') return style.green(text);
  return word === 'disallowed' ? style.red(text) : style.yellow(text);
}
