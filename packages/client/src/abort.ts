/** What a call rejects with that the client itself ends. */

/** An AbortError, as the reason of a signal is by default. */
export function abortErrorOf(message: string): Error {
  const error = new Error(message);
  error.name = 'AbortError';
  return Object.assign(error, { code: 'ABORT_ERR' });
}
