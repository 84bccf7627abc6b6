/** How the matrix reads the draft. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { Listbox } from '../../parts/listbox.tsx';
import { untilFirstView } from '../../state/first-view.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

export function ReadingSelect(): JSX.Element {
  const reading = useStore(session, (state) => state.reading);
  const dialects = useStore(session, (state) => state.dialects);
  useEffect(loadDialects, []);
  const choices = [
    { value: 'rfc9309', title: 'RFC 9309', note: 'the standard' },
    { value: 'own', title: 'Each crawler’s own', note: 'as its operator documents' },
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

/** Loads the names after the first view; without them the list offers no parsers. */
function loadDialects(): void {
  if (session.get().dialects.length > 0) return;
  untilFirstView()
    .then(() => engine.survey.run('readings.dialects', null))
    .then(
      (dialects) => session.set({ dialects }),
      () => undefined,
    );
}
