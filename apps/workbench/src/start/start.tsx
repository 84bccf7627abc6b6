/** The first screen: one field for a site, and tasks that begin without one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { readSite } from '../engine/question-text.ts';
import { ask } from '../state/ask.ts';
import { session } from '../state/session.ts';
import { openExample } from '../state/start.ts';
import { useStore } from '../state/store.ts';
import { Tasks } from './tasks.tsx';

export function Start(): JSX.Element {
  const service = useStore(session, (state) => state.service);
  const problem = useStore(session, (state) => state.askProblem);
  const [text, setText] = useState('');
  const submit = (): void => {
    const site = readSite(text);
    if ('problem' in site) session.set({ askProblem: site.problem });
    else if (session.get().service !== 'up') session.set({ askProblem: noService });
    else void ask(site.url, 'Googlebot');
  };
  return (
    <main class="start">
      <p>
        A robots.txt tells crawlers which pages of a site they may fetch. This page shows who may read yours:
        search engines, AI training, AI answers and archives. Then it helps you to change the file, and proves
        what the change does.
      </p>
      <form
        class="start-form"
        aria-label="Ask about a site"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label class="ask-label" for="site">
          Your site
        </label>
        <input
          id="site"
          type="text"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="example.com"
          aria-describedby="site-problem"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="primary">
          Show who may read it
        </button>
      </form>
      <p id="site-problem" class="problem" role="status">
        {problem}
      </p>
      {service === 'none' && <p class="note">{noService}</p>}
      <Tasks label="Tasks">
        <button type="button" class="quiet" onClick={openExample}>
          Look at an example
        </button>
      </Tasks>
    </main>
  );
}

const noService =
  'This copy of the page cannot fetch sites, because no service runs behind it. Paste a robots.txt instead, or start the page with “robots serve”.';
