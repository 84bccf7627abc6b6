/** The site as the chosen crawler sees it: a picture, and the same as a table. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { originOf } from '../state/origin.ts';
import { crawlerNamed, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { type PathNode, pathTree } from './path-tree.ts';
import { SitePicture } from './site-picture.tsx';
import { SiteTable } from './site-table.tsx';

export function SitePanel(): JSX.Element {
  const matrix = useStore(session, (state) => state.matrix);
  const token = useStore(session, (state) => state.crawler);
  const registry = useStore(session, (state) => state.registry);
  const robotsUrl = useStore(session, (state) => state.robotsUrl);
  const [view, setView] = useState<'picture' | 'table'>('picture');
  const [path, setPath] = useState('');
  const root = useMemo(() => {
    if (!matrix) return undefined;
    const width = matrix.crawlers.length;
    const column = Math.max(
      0,
      matrix.crawlers.findIndex((crawler) => crawler.token === token),
    );
    const cellOf = (row: number) => (row < matrix.ready ? matrix.cells[row * width + column] : undefined);
    return pathTree(matrix.urls, originOf(robotsUrl), cellOf);
  }, [matrix, token, robotsUrl]);
  if (!matrix || !root || root.urls === 0) return <p class="empty">No URLs to draw.</p>;
  const trail = trailTo(root, path);
  const top = trail.at(-1) as PathNode;
  const choose = (node: PathNode): void => {
    if (node.children.size > 0) setPath(node.path);
    else if (node.row >= 0) session.set({ url: matrix.urls[node.row] as string });
  };
  return (
    <div class="site">
      <div class="toolbar">
        <label class="field">
          <span class="label">as</span>
          <select
            value={token}
            onChange={({ currentTarget }) => session.set({ crawler: currentTarget.value })}
          >
            {matrix.crawlers.map((crawler) => (
              <option key={crawler.token} value={crawler.token}>
                {crawler.token === '*' ? 'any other crawler' : crawler.token}
              </option>
            ))}
          </select>
        </label>
        <nav class="crumbs" aria-label="Branch">
          {trail.map((node) => (
            <button
              key={node.path}
              type="button"
              class="quiet"
              disabled={node === top}
              onClick={() => setPath(node.path)}
            >
              {node.name}
            </button>
          ))}
        </nav>
        <span class="end" role="group" aria-label="Shown as">
          {(['picture', 'table'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {name === 'picture' ? 'Picture' : 'Table'}
            </button>
          ))}
        </span>
      </div>
      {view === 'picture' ? (
        <SitePicture root={top} label={labelOf(top, crawlerNamed(registry, token).title)} onChoose={choose} />
      ) : (
        <SiteTable root={top} onChoose={choose} />
      )}
      <Legend />
    </div>
  );
}

/** From the root to the branch of a path; as far as it is there. */
function trailTo(root: PathNode, path: string): readonly PathNode[] {
  const trail = [root];
  for (;;) {
    const here = trail.at(-1) as PathNode;
    const next = [...here.children.values()].find(
      (child) => path.startsWith(child.path) && child.children.size > 0,
    );
    if (next === undefined) return trail;
    trail.push(next);
  }
}

function labelOf({ name, urls, allowed, disallowed }: PathNode, crawler: string): string {
  return `${name} as ${crawler} sees it: of ${urls} URLs, ${allowed} allowed and ${disallowed} disallowed. The table says the same.`;
}

function Legend(): JSX.Element {
  return (
    <p class="legend">
      <span class="swatch swatch-allowed" /> allowed <span class="swatch swatch-disallowed" /> disallowed:
      hatched, and as large as its share of the URLs. Click a folder to go into it.
    </p>
  );
}
