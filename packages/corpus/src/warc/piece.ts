/** What the readers of compressed forms pass to the reader of records. */

/** A stretch of an archive, uncompressed. */
export interface Piece {
  readonly octets: Buffer;
  /** Offset of the stretch, or of the compressed member that it comes from, in the archive. */
  readonly offset: number;
  /** A compressed member begins here; if each record has its own member, a record does too. */
  readonly begins: boolean;
  /** The member ends here. */
  readonly ends: boolean;
  /** The archive is not compressed, so offsets continue within the piece. */
  readonly isPlain: boolean;
}

/** A part of the archive that could not be read. Reading continues after it. */
export interface Fault {
  readonly code:
    | 'damaged-member'
    | 'cut-short'
    | 'bad-record-header'
    | 'bad-content-length'
    | 'bad-http'
    | 'unknown-octets';
  /** Where, in octets from the start of the archive. */
  readonly offset: number;
  readonly message: string;
}

/** Receives faults as they occur. */
export type OnFault = (fault: Fault) => void;

/** The input is not a WARC file. */
export class NotWarcError extends Error {
  override readonly name: string = 'NotWarcError';
}
