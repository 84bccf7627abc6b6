/** Milliseconds of work between two parts. */
export const SLICE_MS = 30;

/** Limits work to one part per slice, because each part costs the page a message and a rendering. */
export function* paced<Part, Answer>(work: Generator<Part, Answer>): Generator<Part, Answer> {
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < sliceEndsAt) continue;
    yield value;
    sliceEndsAt = performance.now() + SLICE_MS;
  }
}
