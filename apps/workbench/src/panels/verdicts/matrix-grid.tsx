/**
 * The matrix. Only the visible rows are in the page. The matrix is a single tab stop: arrow keys move within it, and
 * the page explains the selected cell.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Matrix } from '../../state/session.ts';
import { MatrixHeader } from './matrix-header.tsx';
import { moveBy } from './matrix-keys.ts';
import { clickedPlace, MatrixRow } from './matrix-row.tsx';
import type { MatrixShares } from './matrix-shares.ts';
import { bringIntoView, useVisibleRows } from './visible-rows.ts';

export interface MatrixGridProps {
  readonly matrix: Matrix;
  /** Shares per crawler; undefined if a percentage would be meaningless. */
  readonly shares: MatrixShares | undefined;
  readonly rows: Int32Array;
  readonly crawler: string;
  readonly url: string;
  /** The origin, which is omitted from displayed URLs. */
  readonly origin: string;
  /** Called when the user chooses a cell. A held key calls it repeatedly; `isClick` is true for a click. */
  onChoose(crawler: string, url: string, isClick: boolean): void;
}

export function MatrixGrid(props: MatrixGridProps): JSX.Element {
  const { matrix, shares, rows, crawler, url, origin, onChoose } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, rowHeight } = useVisibleRows(scroller, rows.length);
  const column = matrix.crawlers.findIndex(({ token }) => token === crawler);
  const place = rows.findIndex((row) => matrix.urls[row] === url);
  const order = matrix.crawlers.map(({ token }) => token).join();
  const shownOrder = useRef('');
  useEffect(() => {
    // Scrolls to the first column when the columns change, because columns whose verdicts may differ come first.
    const isNewOrder = shownOrder.current !== order;
    shownOrder.current = order;
    if (isNewOrder && scroller.current) scroller.current.scrollLeft = 0;
    bringIntoView(scroller.current, { place, column: isNewOrder ? undefined : column, rowHeight });
  }, [place, column, rowHeight, order]);
  const choose = (toPlace: number, toColumn: number, isClick = false): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, toPlace))];
    const chosen = matrix.crawlers[Math.max(0, Math.min(matrix.crawlers.length - 1, toColumn))];
    if (chosen) onChoose(chosen.token, row === undefined ? url : (matrix.urls[row] as string), isClick);
  };
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 6);
  const extent = { place, column, page, places: rows.length, columns: matrix.crawlers.length };
  const isShown = place >= first && place < last && column >= 0;
  return (
    <div
      class="matrix"
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="Verdicts: URLs in rows, crawlers in columns"
      aria-rowcount={rows.length + 2}
      aria-colcount={matrix.crawlers.length + 1}
      aria-activedescendant={isShown ? `cell-${place}-${column}` : undefined}
      style={{ '--columns': String(matrix.crawlers.length) }}
      onKeyDown={(event) => moveBy(event, extent, choose)}
    >
      <MatrixHeader
        crawlers={matrix.crawlers}
        shares={shares}
        chosen={crawler}
        onChoose={(token) => onChoose(token, url, true)}
      />
      <div
        class="matrix-body"
        role="rowgroup"
        style={{ height: `${rows.length * rowHeight}px` }}
        onClick={(event) => {
          const clicked = clickedPlace(event);
          if (clicked) choose(clicked.place, clicked.column ?? column, true);
        }}
      >
        {Array.from(rows.subarray(first, last), (row, index) => (
          <MatrixRow
            key={row}
            {...{ matrix, row, rowHeight, origin }}
            place={first + index}
            chosenColumn={column}
            isChosen={first + index === place}
          />
        ))}
      </div>
    </div>
  );
}
