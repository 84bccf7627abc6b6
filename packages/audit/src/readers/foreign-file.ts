/** Recognizes unreadable files by their first octets, and rejects them with an error that names a helpful command. */

/** Reports a file in an unsupported format. The message completes a sentence that begins with the file's name. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
}

const KINDS: readonly (readonly [magic: readonly number[], message: string])[] = [
  [[0x1f, 0x8b], 'is compressed with gzip twice: try zcat FILE | robots audit -'],
  [[0x42, 0x5a, 0x68], 'is compressed with bzip2, which is not supported: try bzcat FILE | robots audit -'],
  [
    [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    'is compressed with xz, which is not supported: try xzcat FILE | robots audit -',
  ],
  [[0x5d, 0x00, 0x00], 'is compressed with LZMA, which is not supported: try xzcat FILE | robots audit -'],
  [
    [0x04, 0x22, 0x4d, 0x18],
    'is compressed with LZ4, which is not supported: try lz4cat FILE | robots audit -',
  ],
  [[0x1f, 0x9d], 'is compressed with compress, which is not supported: try zcat FILE | robots audit -'],
  [[0xff, 0x06, 0x00, 0x00], 'is compressed with Snappy, which is not supported: decompress it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'is a ZIP archive, which is not supported: try unzip -p FILE | robots audit -'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'is a 7z archive, which is not supported: try 7z x -so FILE | robots audit -'],
  [
    [0x50, 0x41, 0x52, 0x31],
    `is a Parquet file, which is not supported: try duckdb -c "copy (from 'FILE') to '/dev/stdout' (format json)" | robots audit -`,
  ],
  [[0x4f, 0x62, 0x6a, 0x01], 'is an Avro file, which is not supported: convert it to JSON lines first'],
  [[0x4f, 0x52, 0x43], 'is an ORC file, which is not supported: convert it to JSON lines first'],
  [
    [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    'is an SQLite database, which is not supported: export its rows as CSV first',
  ],
];

/** A tar archive has its magic after the first file's name (POSIX.1, ustar). */
const TAR_AT = 257;
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];

/** Number of octets examined. */
export const MAGIC_BYTES: number = TAR_AT + TAR.length;

/** @throws {ForeignFileError} If the octets are the beginning of a file in an unsupported format. */
export function refuseForeignFile(head: Uint8Array): void {
  const kind = KINDS.find(([magic]) => hasAt(head, 0, magic));
  if (kind) throw new ForeignFileError(kind[1]);
  if (hasAt(head, TAR_AT, TAR))
    throw new ForeignFileError(
      'is a tar archive, which is not supported: try tar -xOf FILE | robots audit -',
    );
}

function hasAt(octets: Uint8Array, at: number, magic: readonly number[]): boolean {
  return magic.every((octet, index) => octets[at + index] === octet);
}
