/** Saves the displayed rows of the matrix, with the deciding line and the source of each verdict. */
import { engine } from '../../engine/engine.ts';
import { saveBlob } from '../../parts/copy-text.ts';
import { filesOf, type Matrix, type Session, session } from '../../state/session.ts';
import type { FileSource, ReportItem } from './job.ts';
import { reportHtml } from './report-html.ts';

export type OutputFormat = 'csv' | 'json' | 'html';

const types: Readonly<Record<OutputFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
};

/** Limit on the URLs in a report, which a browser shows at once. */
const MAX_REPORT_URLS = 1000;

/** @throws {Error} If the worker fails. */
export async function saveVerdicts(format: OutputFormat, matrix: Matrix, rows: Int32Array): Promise<void> {
  const state = session.get();
  const all = listedUrls(matrix, rows, state.urlOrder);
  const urls = format === 'html' ? all.slice(0, MAX_REPORT_URLS) : all;
  const own = sourceOf(state);
  const parts: string[] = [];
  await engine.panel.run(
    'verdicts.output',
    {
      ...{ ...filesOf(state), reading: state.reading, crawlers: matrix.crawlers, urls, own },
      format: format === 'csv' ? 'csv' : 'json',
    },
    { onPart: (part) => parts.push(part) },
  );
  if (format !== 'html') return saveBlob(`verdicts.${format}`, types[format], parts);
  const { results } = JSON.parse(parts.join('')) as { results: readonly ReportItem[] };
  const { draft, dialects } = state;
  const reading = readingText(state.reading, dialects);
  const report = { items: results, own, draft, reading, omitted: all.length - urls.length };
  saveBlob('robots-report.html', types.html, [reportHtml({ ...report, crawlers: matrix.crawlers })]);
}

/** The URLs of the displayed rows, in the order of the user's list, with its duplicates. */
function listedUrls({ urls }: Matrix, rows: Int32Array, urlOrder: Session['urlOrder']): readonly string[] {
  const isShown = new Set(rows);
  const order = urlOrder?.urls === urls ? urlOrder.order.filter((row) => isShown.has(row)) : [...rows];
  return order.map((row) => urls[row] as string);
}

function readingText(reading: string, dialects: Session['dialects']): string {
  if (reading === 'own') return 'for each crawler in its own dialect';
  const title = dialects.find(({ name }) => name === reading)?.title ?? 'RFC 9309';
  return `as by ${title}`;
}

function sourceOf({ site, draft, robotsUrl }: Session): FileSource {
  const source = robotsUrl === '' ? 'draft' : robotsUrl;
  const isLive = site?.state === 'read' && site.text === draft;
  if (!isLive) return { source, state: 'draft' };
  const { fetchedAt } = site;
  return { source, state: 'live', ...(fetchedAt && { fetchedAt: new Date(fetchedAt).toISOString() }) };
}
