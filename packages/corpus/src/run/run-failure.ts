/** Why a run cannot go on. */

/** A failure that is not the archive's: the disk is full, a file is gone. */
export class RunFailure extends Error {
  override readonly name: string = 'RunFailure';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}
