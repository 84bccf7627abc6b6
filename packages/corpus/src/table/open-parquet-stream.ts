/** Opens a Parquet stream. Its code is loaded on demand, because most programs write no Parquet. */
import type { ParquetStream, StreamColumn } from './parquet-stream.ts';

/** Opens a stream for rows with these columns. */
export async function openParquetStream(columns: readonly StreamColumn[]): Promise<ParquetStream> {
  const { ParquetStream } = await import('./parquet-stream.ts');
  return new ParquetStream(columns);
}
