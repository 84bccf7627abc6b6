/** The path tree in words: the branches below one of them. */
import type { JSX } from 'preact';
import type { PathNode } from './path-tree.ts';

/** More are not read. */
const MAX_ROWS = 300;

export function SiteTable({
  root,
  onChoose,
}: {
  root: PathNode;
  onChoose(node: PathNode): void;
}): JSX.Element {
  const children = [...root.children.values()].sort((a, b) => b.urls - a.urls || (a.name < b.name ? -1 : 1));
  return (
    <div class="table-scroll site-table" tabIndex={0} role="group" aria-label="Branches of the site">
      <table>
        <caption class="sr-only">Branches of {root.name}</caption>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">URLs</th>
            <th scope="col">Allowed</th>
            <th scope="col">Disallowed</th>
          </tr>
        </thead>
        <tbody>
          {children.slice(0, MAX_ROWS).map((node) => (
            <tr key={node.path}>
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
