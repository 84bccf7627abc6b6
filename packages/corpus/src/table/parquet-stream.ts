/** Writes any rows as a Parquet stream, for tables on standard output. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { elementsOf, type SchemaElement, struct } from './parquet.ts';
import type { PlainColumn } from './row-shape.ts';

/** A column, or a struct of columns under one name. A struct must not be empty. */
export type StreamColumn = PlainColumn | { readonly name: string; readonly columns: readonly StreamColumn[] };

/** A row: values by column; missing values are null. */
export type StreamRow = Readonly<Record<string, unknown>>;

/** Limit on the rows of a group, because rows are held as objects until their group is written. */
const ROW_GROUP_ROWS = 4_000;

/** Writes rows in groups of bounded size. Returns the next octets of the file. */
export class ParquetStream {
  readonly #columns: readonly StreamColumn[];
  readonly #octets = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: StreamRow[] = [];

  constructor(columns: readonly StreamColumn[]) {
    this.#columns = columns;
    const schema = [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsIn)];
    this.#writer = new ParquetWriter({ writer: this.#octets, schema, createdBy: 'robots-exclusion' });
  }

  add(rows: readonly StreamRow[]): Uint8Array {
    for (const row of rows) {
      this.#rows.push(row);
      if (this.#rows.length >= ROW_GROUP_ROWS) this.#writeGroup();
    }
    return this.#taken();
  }

  end(): Uint8Array {
    this.#writeGroup();
    void this.#writer.finish();
    return this.#taken();
  }

  #writeGroup(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    const columnData = this.#columns.map((column) => {
      return { name: column.name, data: rows.map((row) => storedIn(column, row)), offsetIndex: false };
    });
    void this.#writer.write({ columnData, rowGroupSize: rows.length });
    this.#rows = [];
  }

  #taken(): Uint8Array {
    const taken = this.#octets.getBytes().slice();
    // Offsets in the file continue, but the buffer starts again at 0.
    this.#octets.index = 0;
    return taken;
  }
}

function elementsIn(column: StreamColumn): SchemaElement[] {
  if (!('columns' in column)) return elementsOf(column);
  return struct(column.name, column.columns.flatMap(elementsIn), column.columns.length);
}

function storedIn(column: StreamColumn, row: StreamRow): unknown {
  const value = Object.hasOwn(row, column.name) ? row[column.name] : null;
  if (!('columns' in column)) {
    return column.type === 'JSON' && value !== null && value !== undefined ? JSON.stringify(value) : value;
  }
  const members = (value ?? {}) as StreamRow;
  return Object.fromEntries(column.columns.map((each) => [each.name, storedIn(each, members)]));
}
