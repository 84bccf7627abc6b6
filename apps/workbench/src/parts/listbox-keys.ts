/** Keys of a listbox that opens (ARIA Authoring Practices, select-only combobox). */

export type ListboxMove =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'take' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'to'; readonly at: number }
  | { readonly kind: 'find'; readonly text: string };

export interface ListboxPlace {
  readonly isOpen: boolean;
  readonly at: number;
  readonly count: number;
}

const PAGE = 10;

/** The effect of a key; undefined if the listbox does not handle the key. */
export function listboxMove(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  { isOpen, at, count }: ListboxPlace,
): ListboxMove | undefined {
  const to = (wanted: number): ListboxMove => ({ kind: 'to', at: Math.max(0, Math.min(count - 1, wanted)) });
  const isText = key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey;
  if (isText) return { kind: 'find', text: key };
  if (!isOpen) return ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key) ? { kind: 'open' } : undefined;
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return altKey ? { kind: 'take' } : to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    case 'PageDown':
      return to(at + PAGE);
    case 'PageUp':
      return to(at - PAGE);
    case 'Enter':
    case ' ':
      return { kind: 'take' };
    case 'Escape':
      return { kind: 'close' };
    case 'Tab':
      return { kind: 'leave' };
    default:
      return undefined;
  }
}

/** The next choice after `at` that begins with the typed text. Typing one letter again moves to the next match. */
export function foundByText(titles: readonly string[], typed: string, at: number): number | undefined {
  const isOneLetter = [...typed].every((letter) => letter === typed[0]);
  const sought = (isOneLetter ? typed.slice(0, 1) : typed).toLowerCase();
  const first = isOneLetter ? at + 1 : at;
  for (let step = 0; step < titles.length; step++) {
    const index = (first + step + titles.length) % titles.length;
    if (titles[index]?.toLowerCase().startsWith(sought)) return index;
  }
  return undefined;
}
