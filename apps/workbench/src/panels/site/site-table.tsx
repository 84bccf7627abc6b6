/** Shows the branches below one branch of the path tree, as a table. */
import type { JSX } from 'preact';
import type { PathNode } from './path-tree.ts';

/** Limit on the rows. */
const MAX_ROWS = 300;

export interface SiteTableProps {
  readonly root: PathNode;
  /** Row of the chosen URL. */
  readonly chosenRow: number;
  onChoose(node: PathNode): void;
}

export function SiteTable({ root, chosenRow, onChoose }: SiteTableProps): JSX.Element {
  const children = [...root.children.values()].sort((a, b) => b.urls - a.urls || (a.name < b.name ? -1 : 1));
  return (
    <div class="table-scroll site-table" tabIndex={0} role="group" aria-label="Branches of the site">
      <table>
        <caption class="sr-only">Branches of {root.name}</caption>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col" class="number">
              URLs
            </th>
            <th scope="col" class="number">
              Allowed
            </th>
            <th scope="col" class="number">
              Disallowed
            </th>
          </tr>
        </thead>
        <tbody>
          {children.slice(0, MAX_ROWS).map((node) => (
            <tr key={node.path} class={node.row >= 0 && node.row === chosenRow ? 'is-deciding' : ''}>
              <th scope="row">
                <button type="button" class="quiet path" onClick={() => onChoose(node)}>
                  {node.name}
                </button>
              </th>
              <td class="number">{node.urls}</td>
              <td class="number">{node.allowed}</td>
              <td class="number">{node.disallowed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children.length > MAX_ROWS && <p class="note">and {children.length - MAX_ROWS} more</p>}
    </div>
  );
}
