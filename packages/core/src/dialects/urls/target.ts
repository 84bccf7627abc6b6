/** Targets for parsers that leave part of the work on URLs to their callers. */
import type { OwnWay, TargetReading } from '../engine/own-way.ts';

/** Adds a host before a path, for original implementations that accept only absolute URLs. */
export function onHost(target: string): string {
  return target.startsWith('/') ? `https://example.com${target}` : target;
}

function readTarget(url: string): TargetReading {
  try {
    const { pathname, search } = new URL(onHost(url));
    return { path: pathname + search };
  } catch {
    return { error: 'the URL does not parse' };
  }
}

/** Path and query, with a description. */
export const READ_AS_URL_STANDARD: OwnWay<(url: string) => TargetReading> = {
  run: readTarget,
  inWords: 'Path and query are compared as the URL Standard parses them.',
};

/** The part of a URL after the host, up to its fragment, unchanged; `/` if the URL has neither path nor query. */
export function readPlainTarget(url: string): TargetReading {
  const [text = ''] = url.split('#', 1);
  const path = text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*/, '');
  return { path: path === '' ? '/' : path };
}
