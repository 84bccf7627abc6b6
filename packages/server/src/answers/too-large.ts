/** Ends work whose answer grows over the limit. */
export class AnswerTooLargeError extends Error {
  readonly code = 'answer-too-large';
}
