/**
 * A single choice from a custom list: choices can have a note, and look the same in every browser. The focus stays on
 * the button (ARIA Authoring Practices, select-only combobox).
 */
import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { foundByText, listboxMove } from './listbox-keys.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly note?: string;
}

export interface ListboxProps<Value extends string> {
  /** Accessible name, shown before the button unless hidden. */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly class?: string;
  onChoose(value: Value): void;
}

/** Letters typed in quick succession form one word. */
const TYPING_MS = 700;

export function Listbox<Value extends string>(props: ListboxProps<Value>): JSX.Element {
  const { label, isLabelHidden = false, value, choices, onChoose } = props;
  const chosen = Math.max(
    0,
    choices.findIndex((choice) => choice.value === value),
  );
  const [active, setActive] = useState<number | undefined>();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const isOpen = active !== undefined;
  const close = (): void => setActive(undefined);
  const take = (at: number | undefined): void => {
    close();
    const choice = at === undefined ? undefined : choices[at];
    if (choice && choice.value !== value) onChoose(choice.value);
  };
  const find = (letter: string): void => {
    const now = Date.now();
    const isSameWord = now - typed.current.at < TYPING_MS;
    typed.current = { text: (isSameWord ? typed.current.text : '') + letter, at: now };
    const titles = choices.map(({ title }) => title);
    setActive(foundByText(titles, typed.current.text, active ?? chosen) ?? active ?? chosen);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = listboxMove(event, { isOpen, at: active ?? chosen, count: choices.length });
    if (!move) return;
    if (move.kind !== 'leave') event.preventDefault();
    // Keeps the surrounding dialog or menu open.
    if (move.kind === 'close') event.stopPropagation();
    if (move.kind === 'open') setActive(chosen);
    else if (move.kind === 'to') setActive(move.at);
    else if (move.kind === 'find') find(move.text);
    else if (move.kind === 'close') close();
    else take(active);
  };
  return (
    <div class={`listbox ${props.class ?? ''}`}>
      <span class={isLabelHidden ? 'sr-only' : 'label'} id={`${id}-label`}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        role="combobox"
        class="listbox-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-labelledby={`${id}-label`}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onClick={() => (isOpen ? close() : setActive(chosen))}
        onKeyDown={onKeyDown}
        onBlur={close}
      >
        <span class="listbox-value">{choices[chosen]?.title}</span>
        <span aria-hidden="true">▾</span>
      </button>
      <Options {...{ id, label, choices, chosen, active, button }} onTake={take} onLeave={close} />
    </div>
  );
}

interface OptionsProps<Value extends string> {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: number;
  readonly active: number | undefined;
  readonly button: { readonly current: HTMLButtonElement | null };
  onTake(at: number): void;
  onLeave(): void;
}

function Options<Value extends string>(props: OptionsProps<Value>): JSX.Element {
  const { id, label, choices, chosen, active, button, onTake, onLeave } = props;
  const list = useRef<HTMLUListElement>(null);
  const isOpen = active !== undefined;
  useLayoutEffect(() => {
    if (isOpen && list.current && button.current) placeBelow(list.current, button.current);
  }, [isOpen, choices]);
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    if (!isOpen) return;
    // The position is computed once, so scrolling or resizing closes the list.
    const leave = ({ target }: Event): void => {
      if (target !== list.current) onLeave();
    };
    addEventListener('scroll', leave, true);
    addEventListener('resize', leave);
    return () => {
      removeEventListener('scroll', leave, true);
      removeEventListener('resize', leave);
    };
  }, [isOpen]);
  return (
    <ul
      ref={list}
      id={`${id}-list`}
      class="options"
      role="listbox"
      aria-label={label}
      hidden={!isOpen}
      // Keeps the focus on the button.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map(({ value, title, note }, at) => (
        <li
          key={value}
          id={`${id}-${at}`}
          role="option"
          data-value={value}
          aria-selected={at === chosen}
          class={at === active ? 'is-active' : ''}
          onClick={() => onTake(at)}
        >
          <span>{title}</span>
          {note !== undefined && <span class="note">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Pixels between list and button, and between list and edge. */
const GAP = 4;
const EDGE = 8;

/** Places the list below the button, or above it if there is more room. The surrounding pane never clips the list. */
function placeBelow(list: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, width } = button.getBoundingClientRect();
  const below = innerHeight - bottom - GAP - EDGE;
  const above = top - GAP - EDGE;
  const isBelow = below >= Math.min(list.scrollHeight, 240) || below >= above;
  list.style.minWidth = `${width}px`;
  list.style.maxHeight = `${Math.max(80, isBelow ? below : above)}px`;
  list.style.top = isBelow ? `${bottom + GAP}px` : 'auto';
  list.style.bottom = isBelow ? 'auto' : `${innerHeight - top + GAP}px`;
  const room = document.documentElement.clientWidth - list.offsetWidth - EDGE;
  list.style.left = `${Math.max(EDGE, Math.min(left, room))}px`;
}
