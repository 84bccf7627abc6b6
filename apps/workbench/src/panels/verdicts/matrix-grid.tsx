/**
 * The matrix. Only the visible rows are in the page. The matrix is a single tab stop: arrow keys move within it, and
 * the page explains the selected cell.
 */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useGradually } from '../../parts/use-gradually.ts';
import type { Matrix } from '../../state/session.ts';
import { MatrixHeader } from './matrix-header.tsx';
import { CHOSEN_CELL, clickedPlace, MatrixRow } from './matrix-row.tsx';
import type { MatrixShares } from './matrix-shares.ts';

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
  const drawn = useGradually(last - first, ROWS_A_FRAME);
  const column = matrix.crawlers.findIndex(({ token }) => token === crawler);
  const place = rows.findIndex((row) => matrix.urls[row] === url);
  const order = matrix.crawlers.map(({ token }) => token).join();
  const shownOrder = useRef('');
  useEffect(() => {
    // Scrolls to the first column when the columns change, because columns whose verdicts may differ come first.
    const isNewOrder = shownOrder.current !== order;
    shownOrder.current = order;
    const timer = setTimeout(() => {
      if (isNewOrder && scroller.current) scroller.current.scrollLeft = 0;
      bringIntoView(scroller.current, { place, column: isNewOrder ? undefined : column, rowHeight });
    });
    return () => clearTimeout(timer);
  }, [place, column, rowHeight, order]);
  const choose = (toPlace: number, toColumn: number, isClick = false): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, toPlace))];
    const chosen = matrix.crawlers[Math.max(0, Math.min(matrix.crawlers.length - 1, toColumn))];
    if (chosen) onChoose(chosen.token, row === undefined ? url : (matrix.urls[row] as string), isClick);
  };
  const isShown = place >= first && place < first + drawn && column >= 0;
  return (
    <div
      class="matrix"
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="Verdicts: URLs in rows, crawlers in columns"
      aria-rowcount={rows.length + 2}
      aria-colcount={matrix.crawlers.length + 1}
      aria-activedescendant={isShown ? CHOSEN_CELL : undefined}
      style={{ '--columns': String(matrix.crawlers.length) }}
      onKeyDown={(event) => {
        const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 6);
        const extent = { place, column, page, places: rows.length, columns: matrix.crawlers.length };
        moveBy(event, extent, choose);
      }}
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
        aria-busy={drawn < last - first}
        style={{ height: `${rows.length * rowHeight}px` }}
        onClick={(event) => {
          const clicked = clickedPlace(event);
          if (clicked) choose(clicked.place, clicked.column ?? column, true);
        }}
      >
        {Array.from(rows.subarray(first, first + drawn), (row, index) => (
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

/** Height of a row in rem, so that larger text has higher rows. The style sheet uses the same value. */
const ROW_HEIGHT_REM = 1.75;
/** Number of rows drawn beyond the screen. */
const OVERSCAN = 4;
/** Rows that are drawn in one frame. */
const ROWS_A_FRAME = 6;

interface VisibleRows {
  readonly first: number;
  readonly last: number;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
}

function useVisibleRows(scroller: { readonly current: HTMLDivElement | null }, count: number): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>(() => ({ first: 0, last: 24, rowHeight: rowHeight() }));
  useLayoutEffect(() => {
    const element = scroller.current as HTMLDivElement;
    const measure = (): void => {
      const height = rowHeight();
      const first = Math.max(0, Math.floor(element.scrollTop / height) - OVERSCAN);
      const last = Math.min(count, first + Math.ceil(element.clientHeight / height) + 2 * OVERSCAN);
      setVisible((before) =>
        before.first === first && before.last === last && before.rowHeight === height
          ? before
          : { first, last, rowHeight: height },
      );
    };
    // Measures in a task of its own, after the browser's own layout.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      timer = setTimeout(measure);
    });
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      element.removeEventListener('scroll', measure);
    };
  }, [count]);
  const { first, last, rowHeight: height } = visible;
  return { first: Math.min(first, count), last: Math.min(last, count), rowHeight: height };
}

function rowHeight(): number {
  return ROW_HEIGHT_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
}

interface CellPlace {
  readonly place: number;
  /** If undefined, columns are not scrolled. */
  readonly column: number | undefined;
  readonly rowHeight: number;
}

/** Scrolls a cell into view, below the header and to the right of the URL column, which both stay in place. */
function bringIntoView(element: HTMLElement | null, { place, column, rowHeight }: CellPlace): void {
  if (!element || place < 0) return;
  const header = element.querySelector<HTMLElement>('.matrix-header')?.offsetHeight ?? 0;
  const top = place * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  const bottom = top + rowHeight + header - element.clientHeight;
  if (bottom > element.scrollTop) element.scrollTop = bottom;
  if (column === undefined) return;
  const head = element.querySelector<HTMLElement>(`.matrix-crawler[data-column="${column}"]`);
  const side = element.querySelector<HTMLElement>('.matrix-corner')?.offsetWidth ?? 0;
  if (!head) return;
  if (head.offsetLeft - side < element.scrollLeft) element.scrollLeft = head.offsetLeft - side;
  const right = head.offsetLeft + head.offsetWidth - element.clientWidth;
  if (right > element.scrollLeft) element.scrollLeft = right;
}

interface MatrixPlace {
  readonly place: number;
  readonly column: number;
}

interface MatrixExtent extends MatrixPlace {
  readonly page: number;
  readonly places: number;
  readonly columns: number;
}

/**
 * The cell to which a key moves the selection (ARIA Authoring Practices, grid); undefined for keys that do not move it.
 */
export function movedBy(key: string, isControl: boolean, extent: MatrixExtent): MatrixPlace | undefined {
  const { place, column, page, places, columns } = extent;
  const to = (toPlace: number, toColumn: number): MatrixPlace => ({
    place: Math.max(0, Math.min(places - 1, toPlace)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(place - 1, column);
    case 'ArrowDown':
      return to(place + 1, column);
    case 'ArrowLeft':
      return to(place, column - 1);
    case 'ArrowRight':
      return to(place, column + 1);
    case 'PageUp':
      return to(place - page, column);
    case 'PageDown':
      return to(place + page, column);
    case 'Home':
      return to(isControl ? 0 : place, 0);
    case 'End':
      return to(isControl ? places - 1 : place, columns - 1);
    default:
      return undefined;
  }
}

/** Performs the action of a key. */
function moveBy(
  event: KeyboardEvent,
  extent: MatrixExtent,
  choose: (place: number, column: number) => void,
): void {
  const moved = movedBy(event.key, event.ctrlKey, extent);
  if (!moved) return;
  event.preventDefault();
  choose(moved.place, moved.column);
}
