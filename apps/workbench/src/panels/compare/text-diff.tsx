/** Shows the difference between two texts, by lines and words. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { notLoaded } from '../../state/not-loaded.ts';

/** Minimum width of the pane in pixels for two columns. */
const NARROW = 560;

export function TextDiff({ before, after }: { before: string; after: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | undefined;
    import('./merge-view.ts')
      .then(({ showTextDiff }) => {
        const element = host.current;
        if (isGone || !element) return;
        remove = showTextDiff(element, before, after, element.clientWidth < NARROW);
      })
      .catch(() => setFailure(notLoaded('The text comparison')));
    return () => {
      isGone = true;
      remove?.();
    };
  }, [before, after]);
  return failure ? <p class="problem">{failure}</p> : <div class="text-diff" ref={host} />;
}
