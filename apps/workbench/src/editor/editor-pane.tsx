/**
 * Shows the draft. The editor is a third of the program, so it is loaded after the first view. Until then, the draft is
 * plain text.
 */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { notLoaded } from '../engine/words.ts';
import { untilFirstView } from '../state/first-view.ts';
import { session } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { untilWanted } from './current.ts';

export function Editor(): JSX.Element {
  const [Loaded, setLoaded] = useState<ComponentType | undefined>();
  const [isFailed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (view: ComponentType): void => {
      if (isWanted) setLoaded(() => view);
    };
    Promise.race([untilFirstView(), untilTouched(place.current as HTMLElement), untilWanted()])
      .then(() => import('./draft-editor.tsx'))
      .then(
        ({ DraftEditor }) => show(DraftEditor),
        () => setFailed(true),
      );
    return () => {
      isWanted = false;
    };
  }, []);
  if (Loaded) return <Loaded />;
  return (
    <div class="editor draft-text" ref={place}>
      {isFailed && <p class="problem">{notLoaded('The editor')}</p>}
      <DraftText />
    </div>
  );
}

/** More lines than a screen shows. */
const MAX_LINES = 200;

function DraftText(): JSX.Element {
  const draft = useStore(session, (state) => state.draft);
  return (
    <ol>
      {draft.split('\n', MAX_LINES).map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ol>
  );
}

function untilTouched(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => element.addEventListener('pointerdown', () => resolve(), { once: true }));
}
