/**
 * A row: one URL with the verdicts of all crawlers. Scrolling creates and removes rows, so each cell is a single
 * element without a listener. The style sheet draws its symbol, and the grid handles clicks.
 */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { isElsewhere, shortUrl } from '../../engine/origin.ts';
import { Cell } from '../../engine/protocol.ts';
import { Icon } from '../../parts/icons.tsx';
import type { Matrix } from '../../state/session.ts';

export interface MatrixRowProps {
  readonly matrix: Matrix;
  readonly row: number;
  /** Index among the displayed rows. */
  readonly place: number;
  readonly rowHeight: number;
  readonly chosenColumn: number;
  readonly isChosen: boolean;
  readonly origin: string;
}

/** The id of the only cell that others point to. */
export const CHOSEN_CELL = 'chosen-cell';

export function MatrixRow(props: MatrixRowProps): JSX.Element {
  return useMemo(() => drawn(props), Object.values(props));
}

function drawn({
  matrix,
  row,
  place,
  rowHeight,
  chosenColumn,
  isChosen,
  origin,
}: MatrixRowProps): JSX.Element {
  const { urls, crawlers, cells, ready } = matrix;
  const url = urls[row] as string;
  const isOther = isElsewhere(url, origin);
  return (
    <div
      class={isChosen ? 'matrix-row is-chosen' : 'matrix-row'}
      role="row"
      aria-rowindex={place + 3}
      data-place={place}
      style={{ top: `${place * rowHeight}px` }}
    >
      <div class="matrix-url" role="rowheader" title={isOther ? `${url}: ${elsewhere}` : url}>
        {isOther && (
          <>
            <Icon name="warning" />
            <span class="sr-only">{elsewhere}: </span>
          </>
        )}
        <bdi dir="ltr">{shortUrl(url, origin)}</bdi>
      </div>
      {crawlers.map(({ token, title }, column) => {
        const kind = kindOf(row < ready ? cells[row * crawlers.length + column] : undefined);
        const isInColumn = column === chosenColumn;
        return (
          <div
            key={token}
            role="gridcell"
            aria-label={words[kind]}
            {...(isChosen && isInColumn && { id: CHOSEN_CELL, 'aria-selected': true })}
            class={`cell cell-${kind}${isInColumn ? ' in-column' : ''}`}
            title={title}
          />
        );
      })}
    </div>
  );
}

const elsewhere = 'on another site, whose own robots.txt applies';

const words = {
  allowed: 'Allowed',
  disallowed: 'Disallowed',
  'no-url': 'Not a URL',
  elsewhere: 'Unknown: the robots.txt of another site applies',
  pending: 'Not yet known',
} as const;

const kinds = {
  [Cell.allowed]: 'allowed',
  [Cell.disallowed]: 'disallowed',
  [Cell.noUrl]: 'no-url',
  [Cell.elsewhere]: 'elsewhere',
} as const;

function kindOf(cell: number | undefined): keyof typeof words {
  return cell === undefined ? 'pending' : kinds[cell as keyof typeof kinds];
}

/** The row and column of the clicked cell; `column` is undefined for a click on the URL. */
export function clickedPlace({ target }: Event): { place: number; column: number | undefined } | undefined {
  if (!(target instanceof Element)) return undefined;
  const place = target.closest<HTMLElement>('[data-place]')?.dataset['place'];
  if (place === undefined) return undefined;
  const cell = target.closest('.cell');
  // The first child of a row is its URL.
  const column = cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) - 1 : undefined;
  return { place: Number(place), column };
}
