/** Writes scripts that install the SQL functions in databases other than DuckDB. */
import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { packageVersion } from '../package-version.ts';

export const scriptTargets = ['bigquery', 'snowflake', 'clickhouse', 'library'] as const;

export type ScriptTarget = (typeof scriptTargets)[number];

export interface ScriptOptions {
  /** Whether to treat names as plain product tokens. */
  readonly literal: boolean;
  /** The library's location for BigQuery, such as `gs://bucket/robots-sql.js`. */
  readonly library: string | undefined;
  /** The dataset or schema that qualifies the names of the functions. */
  readonly into: string | undefined;
}

/** An SQL function with text arguments of the given names. */
interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly returns: 'boolean' | 'integer' | 'text';
}

const QUESTION = ['robots', 'agent', 'url'] as const;

const SIGNATURES: readonly Signature[] = [
  { name: 'robots_allowed', parameters: QUESTION, returns: 'boolean' },
  { name: 'robots_line', parameters: QUESTION, returns: 'integer' },
  { name: 'robots_usage', parameters: QUESTION, returns: 'text' },
  { name: 'robots_summary', parameters: ['robots'], returns: 'text' },
];

/**
 * The text of a script.
 *
 * @throws {CommandError} If an option is missing, or its value cannot be used in the script.
 */
export async function scriptFor(target: ScriptTarget, options: ScriptOptions): Promise<string> {
  if (target === 'library') return library();
  const prefix = prefixOf(options.into);
  if (target === 'clickhouse') return clickHouse(options.literal);
  const header = `-- robots-exclusion ${packageVersion()}: functions on robots.txt files (RFC 9309).\n`;
  const functions =
    target === 'bigquery' ? bigQuery(prefix, options) : snowflake(prefix, options, await library());
  return header + functions.join('');
}

/**
 * The library's code. It defines one global, `RobotsSql`. The functions in `RobotsSql.functions` look up crawlers by
 * name; those in `RobotsSql.literal` take bare product tokens.
 */
async function library(): Promise<string> {
  return readFile(new URL('./robots-sql.js', import.meta.url), 'utf8');
}

function bigQuery(prefix: string, { literal, library: address }: ScriptOptions): string[] {
  if (address === undefined) {
    throw new CommandError(
      'BigQuery accepts JavaScript of this size only from Cloud Storage: upload the output of "robots sql --script library", and pass its address as --library gs://BUCKET/robots-sql.js',
    );
  }
  if (!/^gs:\/\/[^\s"'\\]+$/.test(address)) {
    throw new CommandError(
      `Cannot use ${JSON.stringify(address)} as the library: expected an address such as gs://bucket/robots-sql.js`,
    );
  }
  const types = { boolean: 'BOOL', integer: 'INT64', text: 'STRING' };
  return SIGNATURES.map(
    ({ name, parameters, returns }) => `
CREATE OR REPLACE FUNCTION ${prefix}${name}(${parameters.map((each) => `${each} STRING`).join(', ')})
RETURNS ${types[returns]}
DETERMINISTIC
LANGUAGE js
OPTIONS (library = ["${address}"])
AS r"""
return ${callOf(name, parameters, literal)};
""";
`,
  );
}

/**
 * The script for Snowflake. Snowflake evaluates a function's body repeatedly but keeps globals between rows, so the
 * body defines the library's global only once. Argument names are in upper case.
 */
function snowflake(prefix: string, { literal }: ScriptOptions, bundle: string): string[] {
  const once = `if (typeof RobotsSql === 'undefined') {\n${bundle.trim().replace(/^var /, '')}\n}`;
  // JavaScript in Snowflake has no integer type.
  const types = { boolean: 'BOOLEAN', integer: 'DOUBLE', text: 'VARCHAR' };
  return SIGNATURES.map(({ name, parameters, returns }) => {
    const call = callOf(
      name,
      parameters.map((each) => each.toUpperCase()),
      literal,
    );
    return `
CREATE OR REPLACE FUNCTION ${prefix}${name}(${parameters.map((each) => `${each} VARCHAR`).join(', ')})
RETURNS ${types[returns]}
LANGUAGE JAVASCRIPT
IMMUTABLE
AS $$
${once}
return ${call};
$$;
`;
  });
}

function callOf(name: string, parameters: readonly string[], literal: boolean): string {
  return `RobotsSql.${literal ? 'literal' : 'functions'}.${name}(${parameters.join(', ')})`;
}

/**
 * The configuration of two executable functions that run `robots batch --format tsv`. One process evaluates a block of
 * rows; TSVRaw leaves the JSON string unchanged.
 */
function clickHouse(literal: boolean): string {
  const batch = `robots batch --format tsv${literal ? ' --literal' : ''}`;
  const functions = [
    { name: 'robots_batch_allow', column: 2 },
    { name: 'robots_batch_because', column: 3 },
    { name: 'robots_batch_line', column: 4 },
  ].map(
    ({ name, column }) => `  <function>
    <type>executable</type>
    <name>${name}</name>
    <return_type>String</return_type>
    <argument><type>String</type><name>id</name></argument>
    <argument><type>String</type><name>robots</name></argument>
    <argument><type>String</type><name>agent</name></argument>
    <argument><type>String</type><name>url</name></argument>
    <format>TSVRaw</format>
    <command>${batch} 2>/dev/null | cut -f ${column}</command>
    <execute_direct>0</execute_direct>
    <deterministic>1</deterministic>
  </function>
`,
  );
  return `<!--
robots-exclusion ${packageVersion()}: save as robots_function.xml where user_defined_executable_functions_config
looks, with "robots" on the server's PATH. Then run once:

${[
  clickHouseFunction(
    'robots_allowed',
    (row) =>
      `transform(robots_batch_allow(${row}), ['true', 'false'], [toNullable(true), toNullable(false)], NULL)`,
  ),
  clickHouseFunction('robots_line', (row) => `toUInt32OrNull(robots_batch_line(${row}))`),
].join('')}-->
<functions>
${functions.join('')}</functions>
`;
}

/**
 * A function that sends its arguments as a row. A row cannot contain NULL, tabs or line ends. If an argument is NULL,
 * the row contains no file, and the result is NULL.
 */
function clickHouseFunction(name: string, answer: (row: string) => string): string {
  const file = "ifNull(if(isNull(agent) OR isNull(url), '', toJSONString(robots)), '')";
  const text = (column: string, blank: string): string =>
    `ifNull(replaceRegexpAll(${column}, '[\\t\\r\\n]', '${blank}'), '')`;
  const row = `'', ${file},\n    ${text('agent', ' ')}, ${text('url', '')}`;
  return `CREATE FUNCTION ${name} AS (robots, agent, url) ->\n  ${answer(row)};\n`;
}

/** The prefix of the functions' names: `dataset.`, or `project.dataset.` in back quotes. */
function prefixOf(into: string | undefined): string {
  if (into === undefined) return '';
  if (/^(?:[A-Za-z_][\w-]*|`[\w-]+`|"[\w-]+")(?:\.(?:[A-Za-z_][\w-]*|`[\w-]+`|"[\w-]+"))*$/.test(into))
    return `${into}.`;
  throw new CommandError(
    `Cannot create functions in ${JSON.stringify(into)}: expected the name of a dataset or schema, such as research or project.research`,
  );
}
