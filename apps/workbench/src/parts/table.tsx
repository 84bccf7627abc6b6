/** A table that scrolls within its own box, by keyboard too. */
import type { ComponentChildren, JSX } from 'preact';

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

export function Table({ label, columns, box = '', children, ...props }: TableProps): JSX.Element {
  return (
    <div class={`table-scroll ${box}`} tabIndex={0} role="group" aria-label={label}>
      <table {...props}>
        {columns && (
          <thead>
            <tr>{columns.map(headOf)}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
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
