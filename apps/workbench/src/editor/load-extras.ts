/** Loads the rest of the editor without delaying the first view. */
import { untilFirstView } from '../state/first-view.ts';

type Extras = typeof import('./extras.ts');

let loading: Promise<Extras> | undefined;

/** Loaded once, when the first view is complete or the editor gets the focus. */
export function loadExtras(editor: HTMLElement): Promise<Extras> {
  loading ??= Promise.race([untilFirstView(), untilFocus(editor)])
    .then(() => import('./extras.ts'))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

function untilFocus(editor: HTMLElement): Promise<void> {
  return new Promise((resolve) => editor.addEventListener('focusin', () => resolve(), { once: true }));
}
