/** Names of the formats that a batch reads and writes. */
export const batchFormats = ['ndjson', 'tsv'] as const;

export type BatchFormat = (typeof batchFormats)[number];

export const outputFormats = [...batchFormats, 'parquet'] as const;

export type OutputFormat = (typeof outputFormats)[number];
