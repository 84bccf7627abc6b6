/** Reports a version that cannot be read. The message names the version and states what is expected. */
export class VersionsError extends Error {
  override readonly name = 'VersionsError';
}
