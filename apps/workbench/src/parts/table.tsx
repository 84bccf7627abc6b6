/** A table that scrolls within its own box, by keyboard too. */
import { type ComponentChildren, type JSX, toChildArray } from 'preact';
import { useGradually } from './use-gradually.ts';

/** A column by its title, or by what else there is to know of it. */
export type Column =
  | string
  | {
      readonly title: string;
      readonly isNumber?: boolean;
      readonly isHidden?: boolean;
      /** Shown where the pointer rests. */
      readonly about?: string;
    };

export interface TableProps {
  readonly label: string;
  readonly columns?: readonly Column[];
  readonly class?: string;
  readonly box?: string;
  readonly children: ComponentChildren;
}

/** Rows that are drawn in one frame. */
const ROWS_A_FRAME = 10;

export function Table({ label, columns, box = '', children, ...props }: TableProps): JSX.Element {
  const rows = toChildArray(children);
  const shown = useGradually(rows.length, ROWS_A_FRAME);
  return (
    <div
      class={`table-scroll ${box}`}
      tabIndex={0}
      role="group"
      aria-label={label}
      aria-busy={shown < rows.length}
    >
      <table {...props}>
        {columns && (
          <thead>
            <tr>{columns.map(headOf)}</tr>
          </thead>
        )}
        <tbody>{rows.slice(0, shown)}</tbody>
      </table>
    </div>
  );
}

function headOf(column: Column): JSX.Element {
  const { title, isNumber, isHidden, about } = typeof column === 'string' ? { title: column } : column;
  return (
    <th key={title} scope="col" class={isNumber ? 'number' : ''} title={about}>
      {isHidden ? <span class="sr-only">{title}</span> : title}
    </th>
  );
}
