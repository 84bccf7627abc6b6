/** Selects the crawlers that are columns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Crawler } from '../../engine/crawler.ts';
import { countOf } from '../../engine/words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { namedOmitted } from '../../state/columns.ts';
import { purposeTitles } from '../../state/purposes.ts';
import { firstColumns, session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

/** Limit on the columns. A matrix with more columns would be slow and unreadable. */
const MAX_COLUMNS = 120;

export function ColumnsDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const registry = useStore(session, (state) => state.registry);
  const columns = useStore(session, (state) => state.columns);
  const [text, setText] = useState('');
  const unnamed = useStore(session, namedOmitted);
  const [left, setLeft] = useState(0);
  const choose = (tokens: readonly string[]): void => {
    const all = [...new Set(tokens)];
    setLeft(Math.max(0, all.length - MAX_COLUMNS));
    session.set({ columns: all.slice(0, MAX_COLUMNS) });
  };
  return (
    <Dialog title="Crawlers" onClose={onClose}>
      <p>
        Choose the columns of the matrix. Crawlers that the draft names are always included
        {unnamed > 0 && `, except ${unnamed} beyond the limit`}.
      </p>
      {left > 0 && (
        <p class="note" role="status">
          At most {MAX_COLUMNS} can be chosen. Left out: {countOf(left, 'more crawler')}.
        </p>
      )}
      <div class="toolbar">
        <label class="field grow">
          <span class="sr-only">Find crawlers</span>
          <input
            type="search"
            placeholder="Name, operator or any product token"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <AddToken text={text} registry={registry} onAdd={(token) => choose([...columns, token])} />
        <button type="button" onClick={() => choose(firstColumns)}>
          Default columns
        </button>
      </div>
      <div class="crawler-list">
        {[...purposeTitles].map(([purpose, title]) => (
          <PurposeGroup
            key={purpose}
            title={title}
            crawlers={registry.filter((crawler) => crawler.purposes[0] === purpose && matches(crawler, text))}
            columns={columns}
            onChoose={choose}
          />
        ))}
      </div>
      <footer>
        <span>{columns.length} chosen</span>
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}

function matches({ token, title, operator }: Crawler, text: string): boolean {
  const sought = text.trim().toLowerCase();
  return sought === '' || [token, title, operator].some((name) => name.toLowerCase().includes(sought));
}

interface AddTokenProps {
  readonly text: string;
  readonly registry: readonly Crawler[];
  onAdd(token: string): void;
}

/** Adds the token of a crawler that the registry does not know. */
function AddToken({ text, registry, onAdd }: AddTokenProps): JSX.Element | null {
  const token = text.trim();
  const isToken = /^[A-Za-z0-9_.-]{1,100}$/.test(token);
  if (!isToken || registry.some((crawler) => crawler.token.toLowerCase() === token.toLowerCase()))
    return null;
  return (
    <button type="button" onClick={() => onAdd(token)}>
      Add “{token}”
    </button>
  );
}

interface PurposeGroupProps {
  readonly title: string;
  readonly crawlers: readonly Crawler[];
  readonly columns: readonly string[];
  onChoose(columns: readonly string[]): void;
}

function PurposeGroup({ title, crawlers, columns, onChoose }: PurposeGroupProps): JSX.Element | null {
  if (crawlers.length === 0) return null;
  const tokens = crawlers.map(({ token }) => token);
  const isAll = tokens.every((token) => columns.includes(token));
  return (
    <fieldset>
      <legend>
        {title}
        <button
          type="button"
          class="quiet"
          onClick={() =>
            onChoose(isAll ? columns.filter((token) => !tokens.includes(token)) : [...columns, ...tokens])
          }
        >
          {isAll ? 'None' : 'All'}
          <span class="sr-only"> of {title}</span>
        </button>
      </legend>
      {crawlers.map(({ token, operator }) => (
        <label key={token} title={operator}>
          <input
            type="checkbox"
            checked={columns.includes(token)}
            onChange={({ currentTarget }) =>
              onChoose(
                currentTarget.checked ? [...columns, token] : columns.filter((other) => other !== token),
              )
            }
          />
          {token}
        </label>
      ))}
    </fieldset>
  );
}
