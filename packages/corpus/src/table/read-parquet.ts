/** Reads tables of Parquet row group by row group, whatever they are compressed with. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors, FileMetaData } from 'hyparquet';
import { zstdLibrary } from '../warc/zstd-library.ts';

/** A table that is open. */
export interface ParquetInput {
  /** Names of its columns, those within others too. */
  readonly names: ReadonlySet<string>;
  /** The rows, with these columns or all. */
  rows(columns?: readonly string[]): AsyncGenerator<Record<string, unknown>>;
}

/** @throws {Error} If it is not a Parquet file. */
export async function openParquet(path: string): Promise<ParquetInput> {
  // Most runs read no table.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const compressors = await compressorsOf(metadata);
  return {
    names: new Set(metadata.schema.map(({ name }) => name)),
    async *rows(columns) {
      const options = { file, metadata, compressors, ...(columns && { columns: [...columns] }) };
      let rowStart = 0;
      for (const { num_rows } of metadata.row_groups) {
        const rowEnd = rowStart + Number(num_rows);
        yield* await parquetReadObjects({ ...options, rowStart, rowEnd });
        rowStart = rowEnd;
      }
    },
  };
}

/** Besides Snappy, which the library reads itself. The index of Common Crawl is gzip. */
async function compressorsOf({ row_groups }: FileMetaData): Promise<Compressors> {
  const codecs = row_groups.flatMap(({ columns }) => columns.map(({ meta_data }) => meta_data?.codec));
  const own: Compressors = {
    GZIP: (octets) => gunzipSync(octets),
    BROTLI: (octets) => brotliDecompressSync(octets),
  };
  if (!codecs.includes('ZSTD')) return own;
  const { decompress } = await zstdLibrary();
  return { ...own, ZSTD: (octets) => decompress(octets) };
}
