/** Follows conditions of the window. The style sheets use the same widths. */
import { useEffect, useState } from 'preact/hooks';

const NARROW = '(max-width: 900px)';

/** Whether the page has one column. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** The same at this moment, for handlers. */
export function isNarrowNow(): boolean {
  return matchMedia(NARROW).matches;
}

/** Whether a media query matches, now and after each change. */
export function useMedia(condition: string): boolean {
  const [isMatched, setMatched] = useState(() => matchMedia(condition).matches);
  useEffect(() => {
    const query = matchMedia(condition);
    const follow = (): void => setMatched(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [condition]);
  return isMatched;
}
