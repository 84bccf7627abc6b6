/** Selects the crawler, the branch, and whether the view is a picture or a table. */
import type { JSX } from 'preact';
import type { Crawler } from '../../engine/crawler.ts';
import { Listbox } from '../../parts/listbox.tsx';
import { session } from '../../state/session.ts';
import type { PathNode } from './path-tree.ts';

export type SiteView = 'picture' | 'table';

export interface SiteToolbarProps {
  readonly crawlers: readonly Crawler[];
  /** The chosen crawler's token. */
  readonly crawler: string;
  /** The branches from the root to the displayed one. */
  readonly trail: readonly PathNode[];
  readonly view: SiteView;
  onPath(path: string): void;
  onView(view: SiteView): void;
}

export function SiteToolbar(props: SiteToolbarProps): JSX.Element {
  const { crawlers, crawler, trail, view, onPath, onView } = props;
  return (
    <div class="toolbar">
      <Listbox
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
