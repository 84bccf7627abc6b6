/** The same URL for the other crawlers. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { engine } from '../engine/engine.ts';
import { Icon } from '../parts/icons.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { choose } from '../state/ask.ts';
import { columnCrawlers } from '../state/columns.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Row } from './file-row.tsx';

export function OthersRow(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  const url = useStore(session, (state) => state.url);
  const chosen = useStore(session, (state) => state.crawler);
  const reading = useStore(session, (state) => state.reading);
  const registry = useStore(session, (state) => state.registry);
  const columns = useStore(session, (state) => state.columns);
  const facts = useStore(session, (state) => state.facts);
  const crawlers = useMemo(() => columnCrawlers({ registry, columns, facts }), [registry, columns, facts]);
  const answered = useAnswer(engine.detail, 'others', { draft, crawlers, url, reading }, [
    draft,
    crawlers,
    url,
    reading,
  ]);
  const rows = answered?.question.url === url ? (answered.answer ?? []) : [];
  return (
    <Row name="Others">
      <span class="others">
        {rows
          .filter(({ token }) => token !== chosen)
          .map(({ token, isAllowed }) => (
            <button
              key={token}
              type="button"
              class={isAllowed ? 'other other-allowed' : 'other other-disallowed'}
              onClick={() => choose(token, url)}
            >
              <Icon name={isAllowed ? 'allowed' : 'disallowed'} />
              {token === '*' ? 'any other' : token}
              <span class="sr-only">: {isAllowed ? 'allowed' : 'disallowed'}</span>
            </button>
          ))}
      </span>
    </Row>
  );
}
