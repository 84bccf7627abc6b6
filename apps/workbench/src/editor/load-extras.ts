/** When the rest of the editor is loaded: what a person sees first does not wait for it. */
import { session } from '../state/session.ts';

type Extras = typeof import('./extras.ts');

let loading: Promise<Extras> | undefined;

/** Loaded once, when the first view is complete or somebody begins to type. */
export function loadExtras(editor: HTMLElement): Promise<Extras> {
  loading ??= firstView(editor)
    .then(() => import('./extras.ts'))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Where the first view takes longer, nobody waits for it. */
const PATIENCE_MS = 2000;

function firstView(editor: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    editor.addEventListener('focusin', () => resolve(), { once: true });
    const unsubscribe = session.subscribe(() => {
      const { timings, lintState } = session.get();
      if (timings.length === 0 || lintState === 'running') return;
      unsubscribe();
      resolve();
    });
  });
}
