/** URLs and crawlers whose verdict has changed. */

import type { JSX } from 'preact';
import { originOf, shortUrl } from '../../engine/origin.ts';
import { countOf } from '../../engine/words.ts';
import { VerdictBadge } from '../../parts/icons.tsx';
import { Table } from '../../parts/table.tsx';
import { session } from '../../state/session.ts';
import type { Comparison, CrawlerCount, UrlChange } from './job.ts';

export function VerdictChanges({ comparison }: { comparison: Comparison }): JSX.Element {
  const { changes, rows, crawlers, count, opened, compared, elsewhere } = comparison;
  const others = elsewhere > 0 && (
    <p class="note">Not compared: {countOf(elsewhere, 'URL')} of other sites.</p>
  );
  if (count === 0) {
    return (
      <>
        <p>None of the {compared.toLocaleString('en')} verdicts changes.</p>
        {others}
      </>
    );
  }
  return (
    <>
      {others}
      <p role="status">
        {count.toLocaleString('en')} of {compared.toLocaleString('en')} verdicts change:{' '}
        {opened.toLocaleString('en')} to allowed, {(count - opened).toLocaleString('en')} to disallowed.
      </p>
      <CrawlerCounts crawlers={crawlers} />
      <Table label="Changed verdicts" box="changes" columns={['URL', 'Now', 'For']}>
        {changes.map((change) => (
          <ChangeRow key={`${change.url} ${change.isAllowed}`} change={change} />
        ))}
      </Table>
      {rows > changes.length && (
        <p class="note">
          Showing {changes.length.toLocaleString('en')} of {countOf(rows, 'URL')}. The counts above include
          all of them.
        </p>
      )}
    </>
  );
}

function CrawlerCounts({ crawlers }: { crawlers: readonly CrawlerCount[] }): JSX.Element {
  const changed = crawlers.filter(({ opened, closed }) => opened + closed > 0);
  const same = crawlers.length - changed.length;
  return (
    <ul class="counts" aria-label="Changes by crawler">
      {changed.map(({ token, opened, closed }) => (
        <li key={token}>
          <strong>{token === '*' ? 'any other' : token}</strong>{' '}
          {opened > 0 && <span class="opened">{opened.toLocaleString('en')} allowed now</span>}
          {opened > 0 && closed > 0 && ', '}
          {closed > 0 && <span class="closed">{closed.toLocaleString('en')} disallowed now</span>}
        </li>
      ))}
      {same > 0 && (
        <li class="note">
          {same} {same === 1 ? 'crawler' : 'crawlers'} unchanged
        </li>
      )}
    </ul>
  );
}

function ChangeRow({ change }: { change: UrlChange }): JSX.Element {
  const { url, isAllowed, tokens } = change;
  return (
    <tr>
      <td>
        <button
          type="button"
          class="quiet path"
          onClick={() => session.set({ url, crawler: tokens[0] as string })}
        >
          {shortUrl(url, originOf(session.get().robotsUrl))}
        </button>
      </td>
      <td>
        <VerdictBadge isAllowed={isAllowed} />
      </td>
      <td>{tokens.map((token) => (token === '*' ? 'any other' : token)).join(', ')}</td>
    </tr>
  );
}
