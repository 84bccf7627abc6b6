/** The target of parsers whose callers parse URLs as browsers do. */
import type { OwnWay, TargetReading } from '../engine/own-way.ts';
import { onHost } from './on-host.ts';

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
