/** An error that stops work whose answer exceeds the limit. */
export class AnswerTooLargeError extends Error {
  readonly code = 'answer-too-large';
}
