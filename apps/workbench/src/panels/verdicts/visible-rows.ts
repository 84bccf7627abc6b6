/** Which rows of the matrix are on the screen, and how high they are. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** In font sizes of the page, so larger text has higher rows. The style sheet uses the same value. */
const ROW_HEIGHT_REM = 1.75;
/** Number of rows drawn beyond the screen. */
const OVERSCAN = 8;

export interface VisibleRows {
  readonly first: number;
  readonly last: number;
  /** Pixels. */
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

/** A place in the matrix, where it is drawn. */
export interface CellPlace {
  readonly place: number;
  /** Undefined: the columns stay in place. */
  readonly column: number | undefined;
  readonly rowHeight: number;
}

/** Below the header and right of the column of URLs, which stay where they are. */
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
