/** How the matrix reads the draft. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../../engine/engine.ts';
import { untilFirstView } from '../../state/first-view.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

export function ReadingSelect(): JSX.Element {
  const reading = useStore(session, (state) => state.reading);
  const dialects = useStore(session, (state) => state.dialects);
  useEffect(loadDialects, []);
  return (
    <label class="field">
      <span class="label">read as</span>
      <select
        class="reading"
        value={reading}
        onChange={({ currentTarget }) => session.set({ reading: currentTarget.value })}
      >
        <option value="rfc9309">RFC 9309</option>
        <option value="own">each crawler’s own way</option>
        {dialects
          .filter(({ name }) => name !== 'rfc9309')
          .map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
      </select>
    </label>
  );
}

/** Their names are not needed before the page is there; where they cannot be had, there is no choice of them. */
function loadDialects(): void {
  if (session.get().dialects.length > 0) return;
  untilFirstView()
    .then(() => engine.survey.run('readings.dialects', null))
    .then(
      (dialects) => session.set({ dialects }),
      () => undefined,
    );
}
