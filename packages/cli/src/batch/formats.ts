/** Names of the forms of lines that a batch reads and writes. */
export const batchFormats = ['ndjson', 'tsv'] as const;

export type BatchFormat = (typeof batchFormats)[number];
