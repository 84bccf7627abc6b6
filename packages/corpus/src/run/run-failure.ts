/** Why a run cannot continue. */

/** The code for an archive that has changed since the run began: no run can continue with it. */
export const CHANGED = 'ERR_ARCHIVE_CHANGED';

/** A failure that is not about an archive: the disk is full, or a file is missing. */
export class RunFailure extends Error {
  override readonly name: string = 'RunFailure';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}
