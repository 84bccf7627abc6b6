/** Heads of the columns: purposes, below them the crawlers, and how much each of them may fetch. */
import type { JSX } from 'preact';
import type { Crawler } from '../../engine/crawler.ts';
import { columnGroups } from '../../state/columns.ts';
import { percentOf, type Share } from './matrix-shares.ts';

export interface MatrixHeaderProps {
  readonly crawlers: readonly Crawler[];
  /** One for each crawler. */
  readonly shares: readonly Share[];
  readonly chosen: string;
  onChoose(token: string): void;
}

export function MatrixHeader({ crawlers, shares, chosen, onChoose }: MatrixHeaderProps): JSX.Element {
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
          <span class="sr-only">URL</span>
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
      <Shares crawlers={crawlers} shares={shares} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

function Shares({ crawlers, shares, chosen, onChoose }: MatrixHeaderProps): JSX.Element {
  return (
    <div class="matrix-shares" role="row" aria-rowindex={2}>
      <div class="matrix-corner" role="rowheader">
        May fetch, %
      </div>
      {crawlers.map(({ token }, column) => (
        <ShareCell
          key={token}
          share={shares[column] as Share}
          isChosen={token === chosen}
          onChoose={() => onChoose(token)}
        />
      ))}
    </div>
  );
}

interface ShareCellProps {
  readonly share: Share;
  readonly isChosen: boolean;
  onChoose(): void;
}

function ShareCell({ share, isChosen, onChoose }: ShareCellProps): JSX.Element {
  const percent = percentOf(share);
  return (
    <div
      class={isChosen ? 'share is-chosen' : 'share'}
      role="gridcell"
      title={`May fetch ${share.allowed} of ${share.judged} URLs`}
      onClick={onChoose}
    >
      {percent ?? '–'}
      <span class="share-bar" aria-hidden="true">
        <span style={{ width: `${percent ?? 0}%` }} />
      </span>
    </div>
  );
}
