/**
 * Lets users paste the page's response header, or fetch it through the service, because header fields may also state
 * preferences about uses.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

export function ResponseHeaders(): JSX.Element {
  const url = useStore(session, (state) => state.url);
  const text = useStore(session, (state) =>
    state.pageHeaders?.url === state.url ? state.pageHeaders.text : '',
  );
  const setText = (pasted: string): void => session.set({ pageHeaders: { url, text: pasted } });
  return (
    <section aria-label="Response headers of the page">
      <h3>Response headers of the page</h3>
      <p class="note">
        A page can also state uses in its response headers: Content-Usage, X-Robots-Tag, TDM-Reservation.
        Paste the headers here
        {/^https?:/.test(url) ? ', or fetch them.' : '.'}
      </p>
      <div class="header-field">
        <textarea
          aria-label="Response headers, one per line"
          rows={3}
          spellcheck={false}
          placeholder="X-Robots-Tag: noindex"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <FetchButton url={url} onText={setText} />
      </div>
    </section>
  );
}

function FetchButton({ url, onText }: { url: string; onText(text: string): void }): JSX.Element | null {
  const crawler = useStore(session, (state) => state.crawler);
  const service = useStore(session, (state) => state.service);
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState({ url: '', text: '' });
  if (service !== 'up' || !/^https?:/.test(url)) return null;
  const run = async (): Promise<void> => {
    setRunning(true);
    const found = await fetched(url, crawler);
    setRunning(false);
    // Drops the answer if the question has changed.
    if (session.get().url !== url) return;
    if (found.text !== undefined) onText(found.text);
    setResult({ url, text: found.report });
  };
  return (
    <>
      <button type="button" disabled={isRunning} onClick={() => void run()}>
        {isRunning ? 'Requesting the page …' : 'Fetch headers'}
      </button>
      <span class="note" role="status">
        {result.url === url ? result.text : ''}
      </span>
    </>
  );
}

/** The page's statements, with a sentence about them. `text` is absent if the page could not be fetched. */
async function fetched(url: string, crawler: string): Promise<{ report: string; text?: string }> {
  try {
    const { preflight } = await import('../../service/preflight.ts');
    const { asCrawler, asClient } = await preflight(url, crawler);
    const probe = asCrawler.status === undefined ? asClient : asCrawler;
    const { status, usageHeaders } = probe;
    if (status === undefined)
      return {
        report:
          probe.shape === 'not-asked'
            ? 'The page was not requested: robots.txt does not allow it.'
            : 'The page did not respond.',
      };
    const lines = Object.entries(usageHeaders).flatMap(([name, value]) =>
      [value].flat().map((line) => `${name}: ${line}`),
    );
    const found =
      lines.length === 0 ? 'Its headers state nothing about uses.' : 'The headers that state uses are shown.';
    return { report: `The page answered ${status}. ${found}`, text: lines.join('\n') };
  } catch (error) {
    return { report: (error as Error).message };
  }
}
