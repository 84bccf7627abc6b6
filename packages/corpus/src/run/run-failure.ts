/** Why a run cannot continue. */

/** The code for an archive that has changed since the run began, so that no run can continue. */
export const CHANGED = 'ERR_ARCHIVE_CHANGED';

/** A failure that does not concern an archive's contents, such as a full disk or a missing file. */
export class RunFailure extends Error {
  override readonly name: string = 'RunFailure';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}
