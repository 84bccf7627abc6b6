/** Selects the crawlers that are columns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Crawler } from '../../engine/crawler.ts';
import { countOf } from '../../engine/words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useGradually } from '../../parts/use-gradually.ts';
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
  const isOnly = useStore(session, (state) => state.onlyColumns);
  const [left, setLeft] = useState(0);
  const choose = (tokens: readonly string[]): void => {
    const all = [...new Set(tokens)];
    setLeft(Math.max(0, all.length - MAX_COLUMNS));
    session.set({ columns: all.slice(0, MAX_COLUMNS) });
  };
  const only = tokensIn(text, registry);
  const chooseOnly = (): void => {
    session.set({ onlyColumns: true });
    choose(only);
    onClose();
  };
  return (
    <Dialog title="Crawlers" onClose={onClose}>
      <p>
        Choose the columns of the matrix, or type the names of all of them, with commas.{' '}
        {isOnly
          ? 'Crawlers that the draft names are columns only if they are chosen.'
          : `Crawlers that the draft names are included${unnamed > 0 ? `, except ${unnamed} beyond the limit` : ''}.`}
      </p>
      {left > 0 && (
        <p class="note" role="status">
          At most {MAX_COLUMNS} can be chosen. Left out: {countOf(left, 'more crawler')}.
        </p>
      )}
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          if (only.length > 0) chooseOnly();
        }}
      >
        <label class="field grow">
          <span class="sr-only">Find crawlers</span>
          <input
            type="search"
            placeholder="Name, operator or any product token"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        {only.length > 0 && <button type="submit">Only {only.join(', ')}</button>}
        <AddToken text={text} registry={registry} onAdd={(token) => choose([...columns, token])} />
        <button
          type="button"
          onClick={() => {
            session.set({ onlyColumns: false });
            choose(firstColumns);
          }}
        >
          Default columns
        </button>
      </form>
      <CrawlerList
        crawlers={registry.filter((crawler) => matches(crawler, text))}
        columns={columns}
        onChoose={choose}
      />
      <footer>
        <span>{countOf(columns.length, 'crawler')} chosen</span>
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}

interface CrawlerListProps {
  readonly crawlers: readonly Crawler[];
  readonly columns: readonly string[];
  onChoose(columns: readonly string[]): void;
}

/** Crawlers that are drawn in one frame. */
const CRAWLERS_A_FRAME = 40;

function CrawlerList({ crawlers, ...choice }: CrawlerListProps): JSX.Element {
  const drawn = useGradually(crawlers.length, CRAWLERS_A_FRAME);
  let before = 0;
  return (
    <div class="crawler-list" aria-busy={drawn < crawlers.length}>
      {[...purposeTitles].map(([purpose, title]) => {
        const ofPurpose = crawlers.filter(({ purposes }) => purposes[0] === purpose);
        const left = drawn - before;
        before += ofPurpose.length;
        return (
          left > 0 && (
            <PurposeGroup key={purpose} title={title} crawlers={ofPurpose} drawn={left} {...choice} />
          )
        );
      })}
    </div>
  );
}

function matches({ token, title, operator }: Crawler, text: string): boolean {
  const sought = text.trim().toLowerCase();
  return sought === '' || [token, title, operator].some((name) => name.toLowerCase().includes(sought));
}

/** The tokens of a list of names as the registry spells them; empty if one of them cannot be a token. */
function tokensIn(text: string, registry: readonly Crawler[]): readonly string[] {
  const names = text.split(/[\s,;]+/).filter((name) => name !== '');
  const spelt = new Map(registry.map(({ token }) => [token.toLowerCase(), token]));
  const tokens = names.map((name) => spelt.get(name.toLowerCase()) ?? (TOKEN.test(name) ? name : ''));
  return tokens.includes('') || tokens.length > MAX_COLUMNS ? [] : [...new Set(tokens)];
}

const TOKEN = /^[A-Za-z0-9_.-]{1,100}$/;

interface AddTokenProps {
  readonly text: string;
  readonly registry: readonly Crawler[];
  onAdd(token: string): void;
}

/** Adds the token of a crawler that the registry does not know. */
function AddToken({ text, registry, onAdd }: AddTokenProps): JSX.Element | null {
  const token = text.trim();
  if (!TOKEN.test(token) || registry.some((crawler) => crawler.token.toLowerCase() === token.toLowerCase()))
    return null;
  return (
    <button type="button" onClick={() => onAdd(token)}>
      Add “{token}”
    </button>
  );
}

interface PurposeGroupProps extends CrawlerListProps {
  readonly title: string;
  readonly drawn: number;
}

function PurposeGroup({ title, crawlers, drawn, columns, onChoose }: PurposeGroupProps): JSX.Element | null {
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
      {crawlers.slice(0, drawn).map(({ token, operator }) => (
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
