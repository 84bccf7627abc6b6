/** Finds the line that decides each URL for one crawler. It tries every rule for every URL, so there is a deadline. */
import { explainer } from 'robots-exclusion';
import { prepared } from '../drafts.ts';
import { isElsewhere } from '../origin.ts';
import type { TracePart, TraceQuestion } from '../protocol.ts';
import { SLICE_MS } from './job.ts';

/** A hostile file would otherwise take hours. */
const DEADLINE_MS = 4000;

export function* trace({
  draft,
  crawler,
  urls,
  reading,
  origin,
}: TraceQuestion): Generator<TracePart, { traced: number }> {
  const endsAt = performance.now() + DEADLINE_MS;
  const verdictOn = explainer(prepared(draft).rulesFor(crawler, reading));
  let at = 0;
  while (at < urls.length && performance.now() < endsAt) {
    const first = at;
    const lines: number[] = [];
    const sliceEndsAt = performance.now() + SLICE_MS;
    do {
      const url = urls[at] as string;
      lines.push(isElsewhere(url, origin) ? -1 : lineFor(verdictOn, url));
      at++;
    } while (at < urls.length && performance.now() < sliceEndsAt);
    yield { first, lines: Int32Array.from(lines) };
  }
  return { traced: at };
}

function lineFor(verdictOn: ReturnType<typeof explainer>, url: string): number {
  try {
    return verdictOn(url).rule?.line ?? 0;
  } catch {
    return -1;
  }
}
