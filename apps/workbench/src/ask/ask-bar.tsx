/** The form for a question: a URL and a crawler, sent with Enter. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { originOf, shortUrl } from '../engine/origin.ts';
import { useNarrow } from '../parts/use-narrow.ts';
import { ask } from '../state/ask.ts';
import { ANSWER_TAB, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { CrawlerField } from './crawler-field.tsx';

export function AskBar(): JSX.Element {
  const url = useStore(session, (state) => state.url);
  const crawler = useStore(session, (state) => state.crawler);
  const site = useStore(session, (state) => state.site);
  const origin = useStore(session, (state) => originOf(state.robotsUrl));
  // For a fetched file, the field shows the whole URL, because the site is part of the question. For a draft, the path
  // is enough.
  const shown = site ? url : shortUrl(url, origin);
  const [typed, setTyped] = useState<string | undefined>();
  const [name, setName] = useState<string | undefined>();
  useEffect(() => setTyped(undefined), [shown]);
  useEffect(() => setName(undefined), [crawler]);
  const isNarrow = useNarrow();
  const submit = (crawlerText: string): void => {
    // In a one-column layout, open the tab with the details of the answer.
    if (isNarrow) session.set({ panel: ANSWER_TAB });
    void ask(typed ?? shown, crawlerText);
  };
  const crawlerText = name ?? (crawler === '*' ? '' : crawler);
  return (
    <form
      class="ask-bar"
      role="search"
      aria-label="Ask"
      onSubmit={(event) => {
        event.preventDefault();
        submit(crawlerText);
      }}
    >
      <label class="ask-field ask-url">
        <span class="ask-label">URL or path</span>
        <input
          type="text"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://example.com/blog/ or /blog/"
          value={typed ?? shown}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <CrawlerField
        text={crawlerText}
        onText={setName}
        onPick={(token) => {
          setName(token);
          submit(token);
        }}
      />
      <button type="submit" class="primary ask-button">
        Ask
      </button>
    </form>
  );
}
