/**
 * The part of a URL after the host, up to its fragment, unchanged. For parsers that leave all other processing to their
 * callers.
 */
import type { TargetReading } from '../engine/own-way.ts';

/** Path and query; `/` if the URL has neither. */
export function readPlainTarget(url: string): TargetReading {
  const [text = ''] = url.split('#', 1);
  const path = text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/, '');
  return { path: path === '' ? '/' : path };
}
