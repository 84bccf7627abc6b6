/**
 * The matrix itself: only the rows on the screen are in the page. It is one stop of the Tab key; the arrow keys move in
 * it, and what they move to is explained.
 */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Cell } from '../engine/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import type { Matrix } from '../state/session.ts';
import { MatrixHeader } from './matrix-header.tsx';
import { movedBy } from './matrix-keys.ts';

/** Pixels; the style sheet says the same. */
export const ROW_HEIGHT = 28;
/** Rows beyond the screen that are drawn too. */
const OVERSCAN = 8;

export interface MatrixGridProps {
  readonly matrix: Matrix;
  readonly rows: Int32Array;
  readonly crawler: string;
  readonly url: string;
  /** The part of URLs that need not be shown. */
  readonly origin: string;
  onChoose(crawler: string, url: string): void;
}

export function MatrixGrid({ matrix, rows, crawler, url, origin, onChoose }: MatrixGridProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useVisibleRows(scroller, rows.length);
  const column = matrix.crawlers.findIndex(({ token }) => token === crawler);
  const place = rows.findIndex((row) => matrix.urls[row] === url);
  useEffect(() => bringIntoView(scroller.current, place, column), [place, column]);
  const choose = (toPlace: number, toColumn: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, toPlace))];
    const chosen = matrix.crawlers[Math.max(0, Math.min(matrix.crawlers.length - 1, toColumn))];
    if (chosen) onChoose(chosen.token, row === undefined ? url : (matrix.urls[row] as string));
  };
  const shown = Array.from(rows.subarray(first, last), (row, index) => ({ row, place: first + index }));
  const isShown = place >= first && place < last && column >= 0;
  return (
    <div
      class="matrix"
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="Verdicts: URLs in rows, crawlers in columns"
      aria-rowcount={rows.length + 1}
      aria-colcount={matrix.crawlers.length + 1}
      aria-activedescendant={isShown ? `cell-${place}-${column}` : undefined}
      style={{ '--columns': String(matrix.crawlers.length) }}
      onKeyDown={(event) => {
        const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 6);
        const moved = movedBy(event.key, event.ctrlKey, {
          place,
          column,
          page,
          places: rows.length,
          columns: matrix.crawlers.length,
        });
        if (!moved) return;
        event.preventDefault();
        choose(moved.place, moved.column);
      }}
    >
      <MatrixHeader crawlers={matrix.crawlers} chosen={crawler} onChoose={(token) => onChoose(token, url)} />
      <div class="matrix-body" role="rowgroup" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {shown.map(({ row, place: at }) => (
          <MatrixRow
            key={row}
            matrix={matrix}
            row={row}
            place={at}
            chosenColumn={column}
            isChosen={at === place}
            origin={origin}
            onChoose={choose}
          />
        ))}
      </div>
    </div>
  );
}

interface MatrixRowProps {
  readonly matrix: Matrix;
  readonly row: number;
  readonly place: number;
  readonly chosenColumn: number;
  readonly isChosen: boolean;
  readonly origin: string;
  onChoose(place: number, column: number): void;
}

function MatrixRow({
  matrix,
  row,
  place,
  chosenColumn,
  isChosen,
  origin,
  onChoose,
}: MatrixRowProps): JSX.Element {
  const url = matrix.urls[row] as string;
  const start = row * matrix.crawlers.length;
  return (
    <div
      class={isChosen ? 'matrix-row is-chosen' : 'matrix-row'}
      role="row"
      aria-rowindex={place + 2}
      style={{ top: `${place * ROW_HEIGHT}px` }}
    >
      <div
        class="matrix-url"
        role="rowheader"
        title={url}
        onClick={() => onChoose(place, Math.max(0, chosenColumn))}
      >
        <bdi dir="ltr">{shortUrl(url, origin)}</bdi>
      </div>
      {matrix.crawlers.map(({ token, title }, column) => (
        <div
          key={token}
          id={`cell-${place}-${column}`}
          role="gridcell"
          aria-selected={isChosen && column === chosenColumn}
          class={cellClass(
            row < matrix.ready ? matrix.cells[start + column] : undefined,
            column === chosenColumn,
          )}
          title={title}
          onClick={() => onChoose(place, column)}
        >
          <CellSign cell={row < matrix.ready ? matrix.cells[start + column] : undefined} />
        </div>
      ))}
    </div>
  );
}

function cellClass(cell: number | undefined, isColumn: boolean): string {
  const kind = cell === Cell.allowed ? 'allowed' : cell === Cell.disallowed ? 'disallowed' : 'unknown';
  return `cell cell-${kind}${isColumn ? ' in-column' : ''}`;
}

function CellSign({ cell }: { cell: number | undefined }): JSX.Element {
  if (cell === undefined) return <span class="sr-only">Not yet known</span>;
  const [name, word] =
    cell === Cell.allowed
      ? ['allowed', 'Allowed']
      : cell === Cell.disallowed
        ? ['disallowed', 'Disallowed']
        : ['unknown', 'No URL'];
  return (
    <>
      <Icon name={name as string} />
      <span class="sr-only">{word}</span>
    </>
  );
}

/** The path alone where the URL is on the site. */
export function shortUrl(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

function useVisibleRows(
  scroller: { current: HTMLDivElement | null },
  count: number,
): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 60]);
  useLayoutEffect(() => {
    const element = scroller.current as HTMLDivElement;
    const measure = (): void => {
      const first = Math.max(0, Math.floor(element.scrollTop / ROW_HEIGHT) - OVERSCAN);
      const last = Math.min(count, first + Math.ceil(element.clientHeight / ROW_HEIGHT) + 2 * OVERSCAN);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [count]);
  return [Math.min(range[0], count), Math.min(range[1], count)];
}

/** Below the header and right of the column of URLs, which stay where they are. */
function bringIntoView(element: HTMLDivElement | null, place: number, column: number): void {
  if (!element || place < 0) return;
  const header = element.querySelector<HTMLElement>('.matrix-header')?.offsetHeight ?? 0;
  const top = place * ROW_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  const bottom = top + ROW_HEIGHT + header - element.clientHeight;
  if (bottom > element.scrollTop) element.scrollTop = bottom;
  const head = element.querySelector<HTMLElement>(`.matrix-crawler[data-column="${column}"]`);
  const side = element.querySelector<HTMLElement>('.matrix-corner')?.offsetWidth ?? 0;
  if (!head) return;
  if (head.offsetLeft - side < element.scrollLeft) element.scrollLeft = head.offsetLeft - side;
  const right = head.offsetLeft + head.offsetWidth - element.clientWidth;
  if (right > element.scrollLeft) element.scrollLeft = right;
}
