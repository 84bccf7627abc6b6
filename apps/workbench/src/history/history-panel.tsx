/** Drafts that this browser keeps, and how they grew. */
import type { JSX } from 'preact';
import { timeText } from '../compare/versions.ts';
import { keepDraft } from '../state/keep.ts';
import { MAX_DRAFTS, writeKeptDrafts } from '../state/kept-drafts.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Chart } from './chart.tsx';

export function HistoryPanel(): JSX.Element {
  const drafts = useStore(session, (state) => state.keptDrafts);
  const timings = useStore(session, (state) => state.timings);
  const current = useStore(session, (state) => state.draft);
  const oldestFirst = [...drafts].reverse();
  return (
    <div class="history panel-body">
      <div class="toolbar">
        <button type="button" onClick={() => keepDraft('Kept by hand')}>
          Keep this draft
        </button>
        <span class="note">
          Drafts are kept in this browser only: up to {MAX_DRAFTS}, the oldest go first. One that rests for a
          while is kept by itself.
        </span>
        {drafts.length > 0 && (
          <button type="button" class="end" onClick={() => session.set({ keptDrafts: writeKeptDrafts([]) })}>
            Forget all
          </button>
        )}
      </div>
      {drafts.length === 0 ? (
        <p class="empty">No drafts are kept yet.</p>
      ) : (
        <div class="table-scroll" tabIndex={0} role="group" aria-label="Kept drafts">
          <table>
            <thead>
              <tr>
                <th scope="col">Kept</th>
                <th scope="col">Why</th>
                <th scope="col">Octets</th>
                <th scope="col">
                  <span class="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {drafts.map(({ at, title, text }) => (
                <tr key={at} class={text === current ? 'is-deciding' : ''}>
                  <td>{timeText(at)}</td>
                  <td>{title}</td>
                  <td class="number">{octetsOf(text).toLocaleString('en')}</td>
                  <td>
                    <button type="button" class="quiet" onClick={() => session.set({ draft: text })}>
                      Open<span class="sr-only"> the draft of {timeText(at)}</span>
                    </button>
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => session.set({ panel: 'compare', comparedWith: `kept:${at}` })}
                    >
                      Compare<span class="sr-only"> with the draft of {timeText(at)}</span>
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="charts">
        {oldestFirst.length > 1 && (
          <Chart
            title="Growth: octets of the kept drafts"
            values={oldestFirst.map(({ text }) => octetsOf(text))}
            unit="octets"
            from="oldest"
            to="newest"
          />
        )}
        {timings.length > 1 && (
          <Chart
            title="Timing: milliseconds for all verdicts"
            values={timings.map(({ milliseconds }) => milliseconds)}
            unit="ms"
            from="first"
            to="last run"
          />
        )}
      </div>
    </div>
  );
}

function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
