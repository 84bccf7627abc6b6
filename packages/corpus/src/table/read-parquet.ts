/** Reads Parquet tables row group by row group, in any compression. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors, FileMetaData } from 'hyparquet';
import { zstdLibrary } from '../warc/zstd-library.ts';

export interface ParquetInput {
  /** The names of the table's columns, including nested ones. */
  readonly names: ReadonlySet<string>;
  /** The rows, with the given columns or, by default, all columns. */
  rows(columns?: readonly string[]): AsyncGenerator<Record<string, unknown>>;
}

/** @throws {Error} If the file is not a Parquet file. */
export async function openParquet(path: string): Promise<ParquetInput> {
  // Loaded on demand, because most runs read no table.
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

/** Decoders for compressions other than Snappy, which the library decodes itself. Common Crawl's index uses gzip. */
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
