/** The error with which a call rejects when the client itself, not the caller, aborts the call. */

/** Creates an AbortError, like the default reason of a signal. */
export function abortErrorOf(message: string): Error {
  const error = new Error(message);
  error.name = 'AbortError';
  return Object.assign(error, { code: 'ABORT_ERR' });
}
