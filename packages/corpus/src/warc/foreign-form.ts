/** Recognizes files that are not archives, or that another program must convert first. */

/** What a file begins with, what it is, and what to do. */
const FORMS: readonly (readonly [beginning: string, what: string])[] = [
  [
    'PK\x03\x04',
    "a ZIP file whose archives cannot be read in place: unzip FILE 'archive/*' extracts those of a WACZ",
  ],
  ['\x04\x22\x4d\x18', 'compressed by LZ4: lz4 -d FILE decompresses it'],
  ['BZh', 'compressed by bzip2: bunzip2 FILE decompresses it'],
  ['\xfd7zXZ\0', 'compressed by xz: unxz FILE decompresses it'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z file: 7z x FILE extracts its files'],
  ['filedesc://', 'an ARC file: warcio recompress or arc2warc converts it'],
  [' CDX ', 'an index (CDX) of archives: expected the archives that it names'],
];

/** A line of CDXJ, or of CDX without a header. */
const INDEX_LINE = /^[^\s/]{1,400}\)\S* \d{4,14} /;

/** What the file is; undefined for anything that may be a WARC file. */
export function foreignForm(first: Buffer): string | undefined {
  const text = first.toString('latin1', 0, 500);
  const known = FORMS.find(([beginning]) => text.startsWith(beginning));
  if (known) return known[1];
  return INDEX_LINE.test(text)
    ? 'an index (CDX or CDXJ) of archives: expected the archives that it names, or --index for lines with JSON'
    : undefined;
}
