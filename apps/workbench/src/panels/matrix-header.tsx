/** Heads of the columns: purposes, and below them the crawlers. */
import type { JSX } from 'preact';
import type { Crawler } from '../engine/crawler.ts';
import { columnGroups } from '../state/columns.ts';

export interface MatrixHeaderProps {
  readonly crawlers: readonly Crawler[];
  readonly chosen: string;
  onChoose(token: string): void;
}

export function MatrixHeader({ crawlers, chosen, onChoose }: MatrixHeaderProps): JSX.Element {
  return (
    <div class="matrix-header" role="rowgroup">
      <div class="matrix-groups" aria-hidden="true">
        <div class="matrix-corner" />
        {columnGroups(crawlers).map(({ title, count }, index) => (
          <div
            key={`${title}${index}`}
            class="matrix-group"
            style={{ gridColumn: `span ${count}` }}
            title={title}
          >
            <span>{title}</span>
          </div>
        ))}
      </div>
      <div class="matrix-crawlers" role="row" aria-rowindex={1}>
        <div class="matrix-corner" role="columnheader">
          URL
        </div>
        {crawlers.map((crawler, column) => (
          <div
            key={crawler.token}
            data-column={column}
            role="columnheader"
            class={crawler.token === chosen ? 'matrix-crawler is-chosen' : 'matrix-crawler'}
            title={[crawler.title, crawler.operator].filter(Boolean).join(' · ')}
            onClick={() => onChoose(crawler.token)}
          >
            <span>{crawler.token === '*' ? 'any other' : crawler.token}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
