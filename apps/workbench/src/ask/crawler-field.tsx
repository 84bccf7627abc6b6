/**
 * The field for the crawler. It accepts any name, and suggests names from the registry (ARIA Authoring Practices,
 * combobox with a list).
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Crawler } from '../engine/crawler.ts';
import { matchingCrawlers } from '../state/matching-crawlers.ts';
import { purposeTitle } from '../state/purposes.ts';
import { firstColumns, session } from '../state/session.ts';
import { useStore } from '../state/store.ts';

export interface CrawlerFieldProps {
  readonly text: string;
  onText(text: string): void;
  /** Called with the token of a chosen suggestion. */
  onPick(token: string): void;
}

export function CrawlerField({ text, onText, onPick }: CrawlerFieldProps): JSX.Element {
  const registry = useStore(session, (state) => state.registry);
  const [sought, setSought] = useState<string | undefined>();
  const [active, setActive] = useState(-1);
  const found = sought === undefined ? [] : matchingCrawlers(registry, sought, firstColumns);
  const isOpen = found.length > 0;
  const close = (): void => {
    setSought(undefined);
    setActive(-1);
  };
  const pick = (crawler: Crawler | undefined): void => {
    close();
    if (crawler) onPick(crawler.token === '*' ? '' : crawler.token);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      if (!isOpen) setSought('');
      else setActive((active + by + found.length) % found.length);
    } else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === 'Enter') close();
  };
  return (
    <div class="ask-field ask-crawler">
      <label class="ask-label" for="ask-crawler">
        Crawler
      </label>
      <input
        id="ask-crawler"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls="ask-crawlers"
        aria-activedescendant={active >= 0 ? `ask-crawler-${active}` : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder="any other crawler"
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          setSought(currentTarget.value);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul class="suggestions" id="ask-crawlers" role="listbox" aria-label="Known crawlers" hidden={!isOpen}>
        {found.map((crawler, index) => (
          <Suggestion
            key={crawler.token}
            crawler={crawler}
            id={`ask-crawler-${index}`}
            isActive={index === active}
            onPick={() => pick(crawler)}
          />
        ))}
      </ul>
    </div>
  );
}

interface SuggestionProps {
  readonly crawler: Crawler;
  readonly id: string;
  readonly isActive: boolean;
  onPick(): void;
}

function Suggestion({ crawler, id, isActive, onPick }: SuggestionProps): JSX.Element {
  const { token, operator, purposes } = crawler;
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      ref={(item) => {
        if (isActive) item?.scrollIntoView({ block: 'nearest' });
      }}
      // This event comes before the field loses the focus.
      onPointerDown={(event) => {
        event.preventDefault();
        onPick();
      }}
    >
      <strong>{token === '*' ? 'any other crawler' : token}</strong>
      <span class="note">
        {[operator, ...purposes.slice(0, 1).map(purposeTitle)].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
