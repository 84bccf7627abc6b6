/** What a generator returns, without what it yields on the way. */
export function lastOf<Answer>(steps: Generator<unknown, Answer>): Answer {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Answer;
  }
}
