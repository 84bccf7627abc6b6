/** Finds the visible rows of the matrix, and their height. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** Height of a row in rem, so that larger text has higher rows. The style sheet uses the same value. */
const ROW_HEIGHT_REM = 1.75;
/** Number of rows drawn beyond the screen. */
const OVERSCAN = 8;

export interface VisibleRows {
  readonly first: number;
  readonly last: number;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
}

export function useVisibleRows(
  scroller: { readonly current: HTMLDivElement | null },
  count: number,
): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>({ first: 0, last: 24, rowHeight: rowHeight() });
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
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [count]);
  const { first, last, rowHeight: height } = visible;
  return { first: Math.min(first, count), last: Math.min(last, count), rowHeight: height };
}

function rowHeight(): number {
  return ROW_HEIGHT_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The position of a cell in the drawn matrix. */
export interface CellPlace {
  readonly place: number;
  /** If undefined, columns are not scrolled. */
  readonly column: number | undefined;
  readonly rowHeight: number;
}

/** Scrolls a cell into view, below the header and to the right of the URL column, which both stay in place. */
export function bringIntoView(element: HTMLElement | null, { place, column, rowHeight }: CellPlace): void {
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
