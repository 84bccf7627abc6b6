/** What steps come to, for those who do not want to know of the pieces. */
export function resultOf<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
