/** Runs a stepwise computation to its end, for callers that do not need its steps. */
export function resultOf<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
