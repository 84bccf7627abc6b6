/** What follows the host of a URL, up to its fragment, unchanged: for readers that leave the rest to their callers. */
import type { TargetReading } from '../engine/facts.ts';

/** Path and query; `/` where there are neither. */
export function readPlainTarget(url: string): TargetReading {
  const [text = ''] = url.split('#', 1);
  const path = text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/, '');
  return { path: path === '' ? '/' : path };
}
