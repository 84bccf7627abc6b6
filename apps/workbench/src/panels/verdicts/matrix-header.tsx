/** Column headers: the purposes, and below them the crawlers with the share of URLs that each may fetch. */
import type { JSX } from 'preact';
import type { Crawler } from '../../engine/crawler.ts';
import { columnGroups } from '../../state/columns.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { type MatrixShares, percentOf, type Share } from './matrix-shares.ts';

export interface MatrixHeaderProps {
  readonly crawlers: readonly Crawler[];
  readonly shares: MatrixShares | undefined;
  readonly chosen: string;
  onChoose(token: string): void;
}

export function MatrixHeader({ crawlers, shares, chosen, onChoose }: MatrixHeaderProps): JSX.Element {
  const facts = useStore(session, (state) => state.facts);
  return (
    <div class="matrix-header" role="rowgroup">
      <div class="matrix-groups" aria-hidden="true">
        <div class="matrix-corner" />
        {columnGroups(crawlers, facts).map(({ title, count }, index) => (
          <div
            key={`${title}${index}`}
            class="matrix-group"
            style={{ gridColumn: `span ${count}` }}
            title={title}
          >
            {/* One column is too narrow for a title; its crawler says enough. */}
            {count > 1 && <span>{title}</span>}
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
            <span>
              <bdi>{crawler.token === '*' ? 'any other' : crawler.token}</bdi>
            </span>
          </div>
        ))}
      </div>
      {shares && <Shares {...{ crawlers, shares, chosen, onChoose }} />}
    </div>
  );
}

function Shares({
  crawlers,
  shares,
  chosen,
  onChoose,
}: MatrixHeaderProps & { readonly shares: MatrixShares }): JSX.Element {
  const { of, byCrawler } = shares;
  const all = Math.max(0, ...byCrawler.map(({ judged }) => judged));
  return (
    <div class="matrix-shares" role="row" aria-rowindex={2}>
      <div class="matrix-corner" role="rowheader">
        May fetch, % of {all.toLocaleString('en')} {of}
      </div>
      {crawlers.map(({ token }, column) => (
        <ShareCell
          key={token}
          share={byCrawler[column] as Share}
          of={of}
          isChosen={token === chosen}
          onChoose={() => onChoose(token)}
        />
      ))}
    </div>
  );
}

interface ShareCellProps {
  readonly share: Share;
  readonly of: string;
  readonly isChosen: boolean;
  onChoose(): void;
}

function ShareCell({ share, of, isChosen, onChoose }: ShareCellProps): JSX.Element {
  const percent = percentOf(share);
  return (
    <div
      class={isChosen ? 'share is-chosen' : 'share'}
      role="gridcell"
      title={`May fetch ${share.allowed.toLocaleString('en')} of ${share.judged.toLocaleString('en')} ${of}`}
      onClick={onChoose}
    >
      {percent ?? '–'}
      <span class="share-bar" aria-hidden="true">
        <span style={{ width: `${percent ?? 0}%` }} />
      </span>
    </div>
  );
}
