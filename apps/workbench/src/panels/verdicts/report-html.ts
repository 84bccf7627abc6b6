/**
 * A report of verdicts as one HTML file without scripts or requests. Its nodes are made by the browser, never from
 * strings, because URLs and rules are the site's text.
 */
import { decisionReason } from '@robots-exclusion/operations/reason';
import { plainText } from '@robots-exclusion/operations/words';
import { printable } from 'robots-exclusion/print';
import type { Crawler } from '../../engine/crawler.ts';
import type { FileSource, ReportItem } from './job.ts';

export interface Report {
  readonly items: readonly ReportItem[];
  readonly crawlers: readonly Crawler[];
  readonly own: FileSource;
  /** The text of the page's own file. */
  readonly draft: string;
  /** How the files are read, as the end of a sentence. */
  readonly reading: string;
  readonly omitted: number;
}

const STYLE = `body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}
table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top}
td.no{background:#fbe3e0}td.unknown{background:#eee}td,th,pre{overflow-wrap:anywhere}pre{white-space:pre-wrap;background:#f4f4f4;padding:1rem}`;

export function reportHtml({ items, crawlers, own, draft, reading, omitted }: Report): string {
  const page = document.implementation.createHTMLDocument(`robots.txt of ${own.source}`);
  const node = (name: string, text = '', ...children: Node[]): HTMLElement => {
    const element = page.createElement(name);
    if (text !== '') element.append(printable(text));
    element.append(...children);
    return element;
  };
  page.documentElement.lang = 'en';
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  page.head.prepend(charset);
  const urls = new Set(items.map(({ url }) => url)).size;
  page.body.append(
    node('h1', `Who may fetch what: ${own.source}`),
    node('p', fileText(own)),
    node('p', `${urls} URLs, ${crawlers.length} crawlers, read ${reading}.`),
    ...(omitted > 0
      ? [node('p', `Not in this report: ${omitted} more URLs. Export CSV for all of them.`)]
      : []),
    node(
      'table',
      '',
      node('thead', '', headRow(node, crawlers)),
      node('tbody', '', ...bodyRows(node, items, crawlers.length)),
    ),
    node('h2', 'The file'),
    Object.assign(node('pre'), { textContent: draft }),
  );
  // The policy of this page also holds for the documents that it makes, and forbids a style there.
  const html = page.documentElement.outerHTML.replace('<head>', () => `<head><style>${STYLE}</style>`);
  return `<!doctype html>\n${html}\n`;
}

type MakeNode = (name: string, text?: string, ...children: Node[]) => HTMLElement;

function fileText({ state, fetchedAt }: FileSource): string {
  return state === 'live'
    ? `The live file${fetchedAt ? `, fetched ${fetchedAt}` : ''}.`
    : 'A draft: these answers are not live.';
}

function headRow(node: MakeNode, crawlers: readonly Crawler[]): HTMLElement {
  const names = crawlers.map(({ token, title }) => (token === '*' ? title : token));
  return node('tr', '', node('th', 'URL'), ...names.map((name) => node('th', name)));
}

/** One row for each line of the list: an item for each crawler, or one that is about none. */
function bodyRows(node: MakeNode, items: readonly ReportItem[], crawlers: number): readonly HTMLElement[] {
  const rows: HTMLElement[] = [];
  for (let at = 0; at < items.length; ) {
    const first = items[at] as ReportItem;
    const isOfAll = 'error' in first && !('agent' in first);
    const own = items.slice(at, at + (isOfAll ? 1 : crawlers));
    rows.push(node('tr', '', node('th', first.url), ...own.map((item) => cell(node, item))));
    at += own.length;
  }
  return rows;
}

function cell(node: MakeNode, item: ReportItem): HTMLElement {
  const made = 'error' in item ? node('td', `? ${item.error.message}`) : node('td', verdictText(item));
  made.className = 'error' in item ? 'unknown' : item.allowed ? 'yes' : 'no';
  return made;
}

function verdictText(item: Exclude<ReportItem, { error: unknown }>): string {
  const { why, quoted } = decisionReason(item);
  return `${item.allowed ? '✓' : '✕'} ${plainText(why)}${quoted === undefined ? '' : `: ${quoted}`}`;
}
