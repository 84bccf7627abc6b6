/** Shows the matrix of verdicts by URL and crawler, with filters and export. */

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { originOf, otherOrigins } from '../../engine/origin.ts';
import { Cell } from '../../engine/protocol.ts';
import { countOf, notLoaded } from '../../engine/words.ts';
import { CrawlerTitle } from '../../parts/icons.tsx';
import { choose } from '../../state/ask.ts';
import { isWhole, type Matrix, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { MatrixGrid } from './matrix-grid.tsx';
import { countVerdicts, sharesOf, weightedShares } from './matrix-shares.ts';
import { filteredRows, type ListFilter } from './row-filter.ts';
import { VerdictsToolbar } from './verdicts-toolbar.tsx';

export function VerdictsPanel(): JSX.Element {
  const matrix = useStore(session, (state) => state.matrix);
  const trace = useStore(session, (state) => state.trace);
  const crawler = useStore(session, (state) => state.crawler);
  const url = useStore(session, (state) => state.url);
  const line = useStore(session, (state) => state.lineFilter);
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  const [filter, setFilter] = useState<ListFilter>({ text: '', verdict: 'all' });
  const rows = useMemo(
    () => (matrix ? filteredRows(matrix, crawler, trace, { ...filter, line }) : new Int32Array()),
    [matrix, crawler, trace, filter, line],
  );
  const weights = useStore(session, (state) => state.weights);
  const urlsFrom = useStore(session, (state) => state.urlsFrom);
  const counts = useMemo(() => (matrix ? sharesOf(matrix) : []), [matrix]);
  const shares = useMemo(
    () => (matrix && weights ? weightedShares(matrix, weights.byUrl) : counts),
    [matrix, weights, counts],
  );
  return (
    <div class="verdicts">
      <VerdictsToolbar matrix={matrix} rows={rows} filter={filter} onFilter={setFilter} />
      {line > 0 && <LineFilter line={line} crawler={crawler} />}
      {matrix && rows.length > 0 ? (
        <MatrixGrid
          matrix={matrix}
          // URLs generated from the rules are not a representative sample.
          shares={urlsFrom === 'rules' ? undefined : { of: weights?.unit ?? 'URLs', byCrawler: shares }}
          rows={rows}
          crawler={crawler}
          url={url}
          origin={originOf(robotsUrl)}
          onChoose={(toCrawler, toUrl, isClick) =>
            isClick
              ? choose(toCrawler, toUrl)
              : session.set({ crawler: toCrawler, url: toUrl, askProblem: '' })
          }
        />
      ) : (
        <p class="empty" aria-busy={matrix === undefined}>
          {whyEmpty(matrix, line)}
        </p>
      )}
      {matrix && isWhole(matrix) && <OtherSites matrix={matrix} />}
      {matrix && <Count matrix={matrix} shown={rows.length} verdicts={countVerdicts(counts)} />}
    </div>
  );
}

function whyEmpty(matrix: Matrix | undefined, line: number): string {
  if (!matrix) return 'Computing verdicts …';
  if (matrix.urls.length === 0)
    return 'No URLs yet. Paste some with “URLs…”, or generate them from the rules there.';
  return line > 0 ? 'This line decides none of the listed URLs.' : 'No listed URL matches the filter.';
}

function LineFilter({ line, crawler }: { line: number; crawler: string }): JSX.Element {
  return (
    <p class="chip-line">
      Decided by line {line} for <CrawlerTitle title={crawler === '*' ? 'any other crawler' : crawler} />
      <button type="button" class="quiet" onClick={() => session.set({ lineFilter: 0 })}>
        Show all URLs
      </button>
    </p>
  );
}

/** Says how many URLs the page's file does not answer for, and offers to fetch the files that do. */
function OtherSites({ matrix }: { matrix: Matrix }): JSX.Element | null {
  const origin = useStore(session, ({ robotsUrl }) => originOf(robotsUrl));
  const service = useStore(session, (state) => state.service);
  const [isBusy, setBusy] = useState(false);
  const unknown = useMemo(
    () => matrix.urls.filter((_, row) => matrix.cells[row * matrix.crawlers.length] === Cell.elsewhere),
    [matrix],
  );
  if (unknown.length === 0) return null;
  const origins = otherOrigins(unknown, origin);
  const fetchAll = async (): Promise<void> => {
    setBusy(true);
    const loaded = await import('../../state/other-sites.ts').catch(() => undefined);
    if (loaded) await loaded.fetchOtherSites(origins);
    else session.set({ notice: { kind: 'error', text: notLoaded('This part of the page') } });
    setBusy(false);
  };
  return (
    <p class="chip-line">
      {countOf(unknown.length, 'URL')} of{' '}
      {origins.length === 1 ? origins[0] : countOf(origins.length, 'other site')}: unknown, because the
      robots.txt on this page is that of {origin}.
      {service === 'up' ? (
        <button type="button" class="small" disabled={isBusy} onClick={() => void fetchAll()}>
          {isBusy ? 'Fetching …' : origins.length === 1 ? 'Fetch its robots.txt' : 'Fetch their robots.txt'}
        </button>
      ) : (
        ' Fetching needs the service: run “robots serve”.'
      )}
    </p>
  );
}

interface CountProps {
  readonly matrix: Matrix;
  /** Number of rows that pass the filter. */
  readonly shown: number;
  readonly verdicts: number;
}

function Count({ matrix, shown, verdicts }: CountProps): JSX.Element {
  const { urls, crawlers, ready } = matrix;
  const without = urls.length * crawlers.length - verdicts;
  return (
    <p class="count" role="status" aria-busy={ready < urls.length}>
      {shown === urls.length ? '' : `${shown.toLocaleString('en')} of `}
      {countOf(urls.length, 'URL')} × {countOf(crawlers.length, 'crawler')}
      {ready < urls.length
        ? `: ${countOf(ready, 'URL')} ready`
        : `: ${countOf(verdicts, 'verdict')}${without > 0 ? `, ${without.toLocaleString('en')} unknown` : ''}`}
    </p>
  );
}
