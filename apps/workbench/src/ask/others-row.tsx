/** Shows the other crawlers' verdicts for the chosen URL. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { engine } from '../engine/engine.ts';
import { Icon } from '../parts/icons.tsx';
import { OneStop } from '../parts/one-stop.tsx';
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
  const groups = [true, false].map((isAllowed) => ({
    isAllowed,
    tokens: rows
      .filter((row) => row.isAllowed === isAllowed && row.token !== chosen)
      .map(({ token }) => token),
  }));
  return (
    <Row name="Others">
      <OneStop class="others-list" label="Other crawlers">
        {groups
          .filter(({ tokens }) => tokens.length > 0)
          .map(({ isAllowed, tokens }) => (
            <span
              key={`${isAllowed}`}
              class={isAllowed ? 'others others-allowed' : 'others others-disallowed'}
            >
              <Icon name={isAllowed ? 'allowed' : 'disallowed'} />
              <span class="sr-only">{isAllowed ? 'Allowed:' : 'Disallowed:'}</span>
              {tokens.map((token) => (
                <button
                  key={token}
                  type="button"
                  class="other"
                  title={token}
                  onClick={() => choose(token, url)}
                >
                  <bdi>{token === '*' ? 'any other' : token}</bdi>
                </button>
              ))}
            </span>
          ))}
      </OneStop>
    </Row>
  );
}
