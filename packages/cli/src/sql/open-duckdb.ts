/** Opens DuckDB with the functions of `robots-exclusion/sql`. Only `robots sql` loads this module. */
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { type SqlFunctions, type SqlOptions, sqlFunctions } from 'robots-exclusion/sql';
import { CommandError } from '../command-error.ts';

type DuckDB = typeof import('@duckdb/node-api');

export interface OpenOptions extends SqlOptions {
  readonly database: string;
}

/** @throws {CommandError} If the database cannot be opened. */
export async function openDuckDb({ database, ...options }: OpenOptions): Promise<DuckDBConnection> {
  const duckdb = await import('@duckdb/node-api');
  try {
    // Uses installed extensions only: a query that contains a URL must not cause a download.
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

  /** Registers a function. DuckDB itself returns NULL if an argument is NULL. */
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

  /** Converts a value from DuckDB. A BLOB contains the octets of a robots.txt as served. */
  function plain(value: DuckDBValue): unknown {
    return value instanceof duckdb.DuckDBBlobValue ? value.bytes : value;
  }
}
