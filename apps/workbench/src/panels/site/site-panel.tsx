/** Shows the site as the chosen crawler sees it, as a picture and as a table. */

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Crawler } from '../../engine/crawler.ts';
import { originOf } from '../../engine/origin.ts';
import { countOf } from '../../engine/words.ts';
import { Select } from '../../parts/select.tsx';
import { Table } from '../../parts/table.tsx';
import { crawlerNamed, type Matrix, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { type PathNode, pathTree, trailTo } from './path-tree.ts';
import { SitePicture } from './site-picture.tsx';

export function SitePanel(): JSX.Element {
  const matrix = useStore(session, (state) => state.matrix);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  const url = useStore(session, (state) => state.url);
  const [view, setView] = useState<SiteView>('picture');
  const [path, setPath] = useState('');
  const root = useMemo(
    () => matrix && treeFor(matrix, token, originOf(robotsUrl)),
    [matrix, token, robotsUrl],
  );
  if (!matrix || !root || root.urls === 0) {
    return (
      <p class="empty">
        {matrix && matrix.urls.length > 0
          ? 'None of the listed URLs has a verdict: another site’s robots.txt applies to them, or they are not URLs.'
          : 'No URLs to show. Add some with “URLs…” in Verdicts.'}
      </p>
    );
  }
  const without = matrix.ready - root.urls;
  const trail = trailTo(root, path);
  const top = trail.at(-1) as PathNode;
  const choose = (node: PathNode): void => {
    if (node.children.size > 0) setPath(node.path);
    else if (node.row >= 0) session.set({ url: matrix.urls[node.row] as string });
  };
  const chosenRow = matrix.urls.indexOf(url);
  return (
    <div class="site">
      <SiteToolbar
        crawlers={matrix.crawlers}
        crawler={token}
        trail={trail}
        view={view}
        onPath={setPath}
        onView={setView}
      />
      {view === 'picture' ? (
        <SitePicture
          root={top}
          chosenRow={chosenRow}
          label={labelOf(top, crawlerNamed(registry, token).title)}
          onChoose={choose}
          onRest={(where) => {
            setPath(where);
            setView('table');
          }}
        />
      ) : (
        <SiteTable root={top} chosenRow={chosenRow} onChoose={choose} />
      )}
      {without > 0 && trail.length === 1 && (
        <p class="note">Not shown, because they have no verdict: {countOf(without, 'URL')}.</p>
      )}
      <Legend />
    </div>
  );
}

function treeFor(matrix: Matrix, token: string, origin: string): PathNode {
  const width = matrix.crawlers.length;
  const column = Math.max(
    0,
    matrix.crawlers.findIndex((crawler) => crawler.token === token),
  );
  const cellOf = (row: number) => (row < matrix.ready ? matrix.cells[row * width + column] : undefined);
  return pathTree(matrix.urls, origin, cellOf);
}

function labelOf({ name, urls, allowed, disallowed }: PathNode, crawler: string): string {
  return `${name} as ${crawler} sees it: ${countOf(urls, 'URL')}, ${allowed} allowed and ${disallowed} disallowed. The table shows the same data.`;
}

function Legend(): JSX.Element {
  return (
    <p class="legend">
      <span class="swatch swatch-allowed" /> allowed, <span class="swatch swatch-disallowed" /> disallowed.
      Width shows the share, height the number of URLs. Click a folder to open it.
    </p>
  );
}

type SiteView = 'picture' | 'table';

interface SiteToolbarProps {
  readonly crawlers: readonly Crawler[];
  readonly crawler: string;
  /** The branches from the root to the displayed one. */
  readonly trail: readonly PathNode[];
  readonly view: SiteView;
  onPath(path: string): void;
  onView(view: SiteView): void;
}

function SiteToolbar(props: SiteToolbarProps): JSX.Element {
  const { crawlers, crawler, trail, view, onPath, onView } = props;
  return (
    <div class="toolbar">
      <Select
        label="As seen by"
        value={crawler}
        choices={crawlers.map(({ token }) => ({
          value: token,
          title: token === '*' ? 'any other crawler' : token,
        }))}
        onChoose={(token) => session.set({ crawler: token })}
      />
      <nav class="crumbs" aria-label="Branch">
        {trail.map((node) => (
          <button
            key={node.path}
            type="button"
            class="quiet"
            disabled={node === trail.at(-1)}
            onClick={() => onPath(node.path)}
          >
            {node.name}
          </button>
        ))}
      </nav>
      <span class="end" role="group" aria-label="Shown as">
        {(['picture', 'table'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={view === name} onClick={() => onView(name)}>
            {name === 'picture' ? 'Picture' : 'Table'}
          </button>
        ))}
      </span>
    </div>
  );
}

const MAX_ROWS = 300;

interface SiteTableProps {
  readonly root: PathNode;
  readonly chosenRow: number;
  onChoose(node: PathNode): void;
}

function SiteTable({ root, chosenRow, onChoose }: SiteTableProps): JSX.Element {
  const children = [...root.children.values()].sort((a, b) => b.urls - a.urls || (a.name < b.name ? -1 : 1));
  return (
    <>
      <Table
        label="Branches of the site"
        box="site-table"
        columns={[
          'Path',
          { title: 'URLs', isNumber: true },
          { title: 'Allowed', isNumber: true },
          { title: 'Disallowed', isNumber: true },
        ]}
      >
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
      </Table>
      {children.length > MAX_ROWS && <p class="note">and {children.length - MAX_ROWS} more</p>}
    </>
  );
}
