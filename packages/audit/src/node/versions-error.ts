/** Versions that cannot be read: the message says which, and what is expected. */
export class VersionsError extends Error {
  override readonly name = 'VersionsError';
}
