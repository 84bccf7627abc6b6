/** `robots sql`: provides the verdicts as SQL functions. */
import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import {
  dialectOption,
  literalOption,
  registryOption,
  strictAgentsOption,
} from '../crawlers/crawler-options.ts';
import { ExitCode } from '../exit-codes.ts';
import { FolderOption } from '../input/folder-option.ts';
import { type ScriptTarget, scriptTargets } from '../sql/scripts.ts';
import { type RowFormat, rowFormats } from '../sql/write-rows.ts';

const help = `
Queries use DuckDB's SQL with these functions; each returns NULL for NULL:
  robots_allowed(robots, agent, url)  BOOLEAN; NULL if the URL is not valid
  robots_line(robots, agent, url)     the line that decides; NULL if none does
  robots_usage(robots, agent, url)    JSON: what is stated about each use
  robots_summary(robots)              JSON: what is in the file
"robots" is text, or a BLOB with the octets as served. "agent" is a product token,
several tokens of one crawler with commas between them, or a User-Agent header.
Known crawlers are treated as their operators document them, as in every other
command. --literal uses only the tokens themselves; so does --dialect, because
parsers know only tokens. If the original program of a dialect fails, the result is
NULL.

DuckDB is an optional package: npm install @duckdb/node-api. No extension is
installed automatically, so a query can use only what you installed.

--script writes the functions for another engine instead of running a query.

Exit codes: 0 done, 2 wrong usage or a query that fails.

Examples:
  $ robots sql "SELECT robots_line(robots, 'GPTBot', '/') FROM 'files.parquet'"
  $ robots sql --file study.sql --format csv > study.csv
  $ robots sql --script snowflake > functions.sql
  $ robots sql --script library > robots-sql.js
  $ robots sql --script bigquery --library gs://bucket/robots-sql.js --into research`;

interface Options {
  file?: string;
  database: string;
  format: RowFormat;
  literal?: boolean;
  dialect?: string;
  registry?: string;
  strictAgents?: boolean;
  script?: ScriptTarget;
  library?: string;
  into?: string;
}

export function sqlCommand(onExit: (code: ExitCode) => void): Command {
  return new Command('sql')
    .description(
      'Runs SQL over files, with functions that return verdicts (DuckDB), or writes these functions for other engines.',
    )
    .argument('[query]', 'one statement or several; "-" is standard input')
    .option('--file <file>', 'file with the query')
    .option('--database <file>', 'DuckDB database file', ':memory:')
    .addOption(new FolderOption('--format <name>', 'output format').choices(rowFormats).default('table'))
    .addOption(registryOption())
    .addOption(literalOption())
    .addOption(dialectOption())
    .addOption(strictAgentsOption())
    .addOption(
      new Option('--script <engine>', 'write the SQL functions for another engine').choices(scriptTargets),
    )
    .option('--library <address>', 'address of the library for BigQuery, such as gs://bucket/robots-sql.js')
    .option('--into <name>', 'dataset or schema in which to create the functions')
    .addHelpText('after', help)
    .action(async (query: string | undefined, options: Options) => {
      await (options.script === undefined ? run(query, options) : writeScript(options.script, options));
      onExit(ExitCode.allowed);
    });
}

async function writeScript(
  target: ScriptTarget,
  { literal = false, dialect, library, into }: Options,
): Promise<void> {
  const { scriptFor } = await import('../sql/scripts.ts');
  const { writeOctets } = await import('../output/stdout.ts');
  if (dialect !== undefined)
    throw new CommandError('Cannot use --dialect with --script: the functions of the script follow RFC 9309');
  await writeOctets(Buffer.from(await scriptFor(target, { literal, library, into })));
}

/**
 * Statements by which a query would let DuckDB download extensions that the query does not name. What is between the
 * words may be a comment with a semicolon.
 */
const AUTOINSTALL = /\b(?:set|reset|pragma)\b.*\bautoinstall_known_extensions\b/is;

async function run(query: string | undefined, options: Options): Promise<void> {
  const { writeOut } = await import('../output/stdout.ts');
  const { registryOf } = await import('../crawlers/read-registry.ts');
  const { MOST_UNKNOWN, unknownCrawlers } = await import('../batch/judge/unknown-crawlers.ts');
  const { tellNotes } = await import('../crawlers/crawler-notes.ts');
  const { openDuckDb } = await import('../sql/open-duckdb.ts');
  const { dialectNamed } = await import('../dialect-named.ts');
  const { writeRows } = await import('../sql/write-rows.ts');
  const sql = await queryText(query, options.file);
  if (AUTOINSTALL.test(sql)) {
    throw new CommandError(
      'Cannot set autoinstall_known_extensions: expected a query that says INSTALL and the name of each extension that it needs',
    );
  }
  const registry = await registryOf(options.registry);
  const { database, literal = false, strictAgents = false } = options;
  const dialect = options.dialect === undefined ? {} : { dialect: await dialectNamed(options.dialect) };
  const unknown = unknownCrawlers(strictAgents, registry);
  const connection = await openDuckDb({
    database,
    ...(literal && { literal }),
    ...dialect,
    onCrawler: unknown.see,
    ...(registry && { registry }),
  });
  try {
    await writeRows(await connection.stream(sql), options.format, writeOut);
    const notes = new Set(unknown.take());
    tellNotes(notes, notes.size >= MOST_UNKNOWN);
  } catch (error) {
    throw new CommandError(`Cannot run the query: ${(error as Error).message.replace(/\s*\n\s*/g, ' ')}`);
  } finally {
    connection.closeSync();
  }
}

/** @throws {CommandError} If there is no query, or more than one. */
async function queryText(query: string | undefined, file: string | undefined): Promise<string> {
  if ((query === undefined) === (file === undefined)) {
    throw new CommandError(
      `Expected ${query === undefined ? 'a query' : 'one query'}: as an argument, or in a file with --file`,
    );
  }
  if (query !== undefined && query !== '-') return query;
  const { readWhole } = await import('../input/read-body.ts');
  return new TextDecoder().decode(await readWhole(file ?? '-'));
}
