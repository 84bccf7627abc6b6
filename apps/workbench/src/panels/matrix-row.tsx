/** One URL for all crawlers. */
import type { JSX } from 'preact';
import { Cell } from '../engine/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { shortUrl } from '../state/origin.ts';
import type { Matrix } from '../state/session.ts';

export interface MatrixRowProps {
  readonly matrix: Matrix;
  readonly row: number;
  /** Where it stands among the rows that are shown. */
  readonly place: number;
  readonly rowHeight: number;
  readonly chosenColumn: number;
  readonly isChosen: boolean;
  readonly origin: string;
  onChoose(place: number, column: number): void;
}

export function MatrixRow(props: MatrixRowProps): JSX.Element {
  const { matrix, row, place, rowHeight, chosenColumn, isChosen, origin, onChoose } = props;
  const url = matrix.urls[row] as string;
  const cellAt = (column: number): number | undefined =>
    row < matrix.ready ? matrix.cells[row * matrix.crawlers.length + column] : undefined;
  return (
    <div
      class={isChosen ? 'matrix-row is-chosen' : 'matrix-row'}
      role="row"
      aria-rowindex={place + 3}
      style={{ top: `${place * rowHeight}px` }}
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
          class={cellClass(cellAt(column), column === chosenColumn)}
          title={title}
          onClick={() => onChoose(place, column)}
        >
          <CellSign cell={cellAt(column)} />
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
