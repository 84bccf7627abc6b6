/** The data that readers of compressed formats pass to the record reader. */

/** Consecutive octets of an archive, after decompression. */
export interface Piece {
  readonly octets: Buffer;
  /** The offset in the archive of these octets or, if the archive is compressed, of the member that contains them. */
  readonly offset: number;
  /** Whether a compressed member begins here. If each record has its own member, a record begins here too. */
  readonly begins: boolean;
  readonly ends: boolean;
  /** Whether the archive is uncompressed, so that offsets continue within the piece. */
  readonly isPlain: boolean;
  /** Whether no checksum of the compressed form shows damage. */
  readonly isUnchecked?: boolean;
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
  /** The offset in octets from the start of the archive. */
  readonly offset: number;
  readonly message: string;
}

/** Receives faults as they occur. */
export type OnFault = (fault: Fault) => void;

/** The input is not a WARC file. */
export class NotWarcError extends Error {
  override readonly name: string = 'NotWarcError';
}
