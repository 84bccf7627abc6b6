/** Draws a long list a part at a time, one part a frame, so that no list keeps the page from reacting. */
import { useEffect, useState } from 'preact/hooks';

/** How many of `count` entries to draw now: `step` at first, then `step` more after each frame. */
export function useGradually(count: number, step: number): number {
  const [shown, setShown] = useState(step);
  useEffect(() => {
    if (shown >= count) return undefined;
    const timer = setTimeout(() => setShown(shown + step));
    return () => clearTimeout(timer);
  }, [shown, count, step]);
  return Math.min(shown, count);
}
