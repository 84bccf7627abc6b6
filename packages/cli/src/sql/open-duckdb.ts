/** DuckDB with the functions of `robots-exclusion/sql` registered. It is loaded for `robots sql` alone. */
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { type SqlFunctions, type SqlOptions, sqlFunctions } from 'robots-exclusion/sql';
import { CommandError } from '../command-error.ts';

type DuckDB = typeof import('@duckdb/node-api');

/** What is opened. */
export interface OpenOptions extends SqlOptions {
  /** A file, or `:memory:`. */
  readonly database: string;
}

/** @throws {CommandError} If the database cannot be opened. */
export async function openDuckDb({ database, ...options }: OpenOptions): Promise<DuckDBConnection> {
  const duckdb = await import('@duckdb/node-api');
  try {
    // Extensions that are installed are used; nothing is fetched because a query names an address.
    const instance = await duckdb.DuckDBInstance.create(database, { autoinstall_known_extensions: 'false' });
    const connection = await instance.connect();
    register(duckdb, connection, sqlFunctions(options));
    return connection;
  } catch (error) {
    throw new CommandError(
      `Cannot open the database ${JSON.stringify(database)}: ${(error as Error).message}`,
    );
  }
}

function register(duckdb: DuckDB, connection: DuckDBConnection, functions: SqlFunctions): void {
  const { ANY, BOOLEAN, INTEGER, VARCHAR } = duckdb;
  const question = [ANY, VARCHAR, VARCHAR];
  add('robots_allowed', question, BOOLEAN);
  add('robots_line', question, INTEGER);
  add('robots_usage', question, VARCHAR);
  add('robots_summary', [ANY], VARCHAR);

  /** DuckDB answers NULL for NULL by itself where a whole argument is one. */
  function add(name: keyof SqlFunctions, parameterTypes: DuckDBType[], returnType: DuckDBType): void {
    const answer = functions[name] as (...values: unknown[]) => DuckDBValue;
    const scalar = duckdb.DuckDBScalarFunction.create({
      name,
      parameterTypes,
      returnType,
      mainFunction(_, input, output) {
        const columns = parameterTypes.map((_type, index) => input.getColumnVector(index));
        for (let row = 0; row < input.rowCount; row++) {
          output.setItem(row, answer(...columns.map((column) => plain(column.getItem(row)))));
        }
        output.flush();
      },
    });
    connection.registerScalarFunction(scalar);
  }

  /** A BLOB holds the octets as they were served. */
  function plain(value: DuckDBValue): unknown {
    return value instanceof duckdb.DuckDBBlobValue ? value.bytes : value;
  }
}
