/** What an aborted call rejects with. */

/**
 * An error named `AbortError`, whatever the signal's reason is: the reason itself if it has that name (the default
 * one has), else a new one with the reason as its cause.
 */
export function abortError(signal: AbortSignal): Error {
  const { reason } = signal;
  if (reason instanceof Error && reason.name === 'AbortError') return reason;
  return abortErrorOf('The check was aborted', reason);
}

/** A new AbortError. */
export function abortErrorOf(message: string, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? {} : { cause });
  error.name = 'AbortError';
  return Object.assign(error, { code: 'ABORT_ERR' });
}
