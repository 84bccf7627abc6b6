/** URLs and crawlers whose verdict is another one now. */
import type { JSX } from 'preact';
import { VerdictBadge } from '../../parts/icons.tsx';
import { originOf, shortUrl } from '../../state/origin.ts';
import { session } from '../../state/session.ts';
import type { Comparison, VerdictChange } from './job.ts';

/** URLs that are listed. */
const MAX_ROWS = 200;

export function VerdictChanges({ comparison }: { comparison: Comparison }): JSX.Element {
  const { changes, count, opened, compared } = comparison;
  if (count === 0) return <p>None of the {compared.toLocaleString('en')} verdicts changes.</p>;
  const rows = byUrl(changes);
  return (
    <>
      <p role="status">
        {count.toLocaleString('en')} of {compared.toLocaleString('en')} change: {opened.toLocaleString('en')}{' '}
        are allowed now, {(count - opened).toLocaleString('en')} are disallowed now.
      </p>
      <div class="table-scroll changes" tabIndex={0} role="group" aria-label="Changed verdicts">
        <table>
          <thead>
            <tr>
              <th scope="col">URL</th>
              <th scope="col">Now</th>
              <th scope="col">For</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((change) => (
              <ChangeRow key={`${change.url} ${change.isAllowed}`} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MAX_ROWS && <p class="note">and {rows.length - MAX_ROWS} more</p>}
    </>
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

interface UrlChange {
  readonly url: string;
  readonly isAllowed: boolean;
  readonly tokens: string[];
}

/** One row for a URL and what it is now. */
function byUrl(changes: readonly VerdictChange[]): readonly UrlChange[] {
  const rows = new Map<string, UrlChange>();
  for (const { token, url, isAllowed } of changes) {
    const key = `${isAllowed}${url}`;
    const row = rows.get(key);
    if (row) row.tokens.push(token);
    else rows.set(key, { url, isAllowed, tokens: [token] });
  }
  return [...rows.values()].sort((a, b) => b.tokens.length - a.tokens.length);
}
