/** Selects how the matrix reads the draft. */
import type { JSX } from 'preact';
import { Listbox } from '../../parts/listbox.tsx';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

export function ReadingSelect(): JSX.Element {
  const reading = useStore(session, (state) => state.reading);
  const dialects = useStore(session, (state) => state.dialects);
  const choices = [
    { value: 'rfc9309', title: 'RFC 9309', note: 'the standard' },
    { value: 'own', title: 'Each crawler’s own', note: 'as documented by its operator' },
    ...dialects
      .filter(({ name }) => name !== 'rfc9309')
      .map(({ name, title, basis }) => ({ value: name, title, note: basis })),
  ];
  return (
    <Listbox
      label="Read as"
      class="reading"
      value={reading}
      choices={choices}
      onChoose={(name) => session.set({ reading: name })}
    />
  );
}
