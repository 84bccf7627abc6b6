/** Reads targets as later Python versions do: parses them first, then decodes and encodes each part. */
import type { OwnWay, TargetReading } from '../engine/own-way.ts';
import { normaliseUri } from './python-normalise.ts';
import { splitUrl } from './python-url.ts';

/** Path, query and fragment. */
function readTargetApart(url: string): TargetReading {
  const parts = splitUrl(url, false, { areBracketsStrict: true });
  if (!parts) return { error: 'Python cannot parse the URL: ValueError' };
  const { path, query, fragment } = parts;
  const text =
    (path.startsWith('//') ? `//${path}` : path) +
    (query === undefined ? '' : `?${query}`) +
    (fragment === undefined ? '' : `#${fragment}`);
  return { path: normaliseUri(text) || '/' };
}

/** {@link readTargetApart} with its description. */
export const READ_APART: OwnWay<(url: string) => TargetReading> = {
  run: readTargetApart,
  inWords:
    'Path and query of a URL are decoded and escaped again, each component separately, and its fragment is compared too.',
};

/** Describes the effect of `normaliseUri` on patterns. */
export const PART_BY_PART = 'decoded and escaped again, each component separately';
