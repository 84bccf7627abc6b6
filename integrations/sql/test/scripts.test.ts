/** Tests the scripts for BigQuery and Snowflake by running the function bodies as these engines do. */
import { createContext, runInContext } from 'node:vm';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots } from '../../../packages/cli/test/command.ts';

beforeAll(buildOnce);

interface SqlFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  readonly body: string;
}

const BIGQUERY =
  /CREATE OR REPLACE FUNCTION (\S+)\((.*)\)\nRETURNS (\S+)\nDETERMINISTIC\nLANGUAGE js\nOPTIONS \(library = \["(gs:\S+)"\]\)\nAS r"""\n([\s\S]*?)\n""";/g;
const SNOWFLAKE =
  /CREATE OR REPLACE FUNCTION (\S+)\((.*)\)\nRETURNS (\S+)\nLANGUAGE JAVASCRIPT\nIMMUTABLE\nAS \$\$\n([\s\S]*?)\n\$\$;/g;

function functionsOf(script: string, pattern: RegExp): SqlFunction[] {
  return [...script.matchAll(pattern)].map((match) => ({
    name: match[1] as string,
    parameters: (match[2] as string).split(', ').map((each) => each.split(' ')[0] as string),
    returns: match[3] as string,
    body: match.at(-1) as string,
  }));
}

async function scriptOf(...args: string[]): Promise<string> {
  const { stdout, stderr, exit } = await robots(['sql', '--script', ...args]);
  expect([stderr, exit]).toEqual(['', 0]);
  return stdout;
}

const FILE = 'User-agent: *\nDisallow: /\nContent-Signal: ai-train=no\n\nUser-agent: Googlebot\nAllow: /\n';

/** Runs the function bodies for several rows in the same engine. */
function rows(found: readonly SqlFunction[], context: object, nothing: null | undefined): unknown[] {
  return found.map(({ parameters, body }) => {
    runInContext(`function udf(${parameters}) {${body}}`, context);
    const udf = runInContext('udf', context) as (...values: unknown[]) => unknown;
    const question = parameters.length === 1 ? [FILE] : [FILE, 'Googlebot-Image', 'https://a.example/x'];
    return [udf(...question), udf(nothing, 'FooBot', '/'), udf(...question)];
  });
}

describe('robots sql --script', () => {
  it('bigquery: bodies that find the library, and nothing else', async () => {
    const script = await scriptOf(
      'bigquery',
      '--library',
      'gs://bucket/robots-sql.js',
      '--into',
      '`my-project`.research',
    );
    const found = functionsOf(script, BIGQUERY);
    expect(found.map(({ name, returns }) => `${name} ${returns}`)).toEqual([
      '`my-project`.research.robots_allowed BOOL',
      '`my-project`.research.robots_line INT64',
      '`my-project`.research.robots_usage STRING',
      '`my-project`.research.robots_summary STRING',
    ]);
    const context = createContext(Object.create(null));
    runInContext(await scriptOf('library'), context);
    expect(rows(found, context, null)).toEqual([
      [true, null, true],
      [6, null, 6],
      expect.arrayContaining([expect.stringContaining('"ai-training":"disallow"'), null]),
      expect.arrayContaining([expect.stringContaining('"groups":2'), null]),
    ]);
  });

  it('snowflake: bodies that stand alone, with names in capitals, evaluated once', async () => {
    const found = functionsOf(await scriptOf('snowflake'), SNOWFLAKE);
    expect(found.map(({ name, returns }) => `${name} ${returns}`)).toEqual([
      'robots_allowed BOOLEAN',
      'robots_line DOUBLE',
      'robots_usage VARCHAR',
      'robots_summary VARCHAR',
    ]);
    for (const each of found) expect(Buffer.byteLength(each.body)).toBeLessThanOrEqual(100_200);
    const shouted = found.map((each) => ({
      ...each,
      parameters: each.parameters.map((name) => name.toUpperCase()),
    }));
    const context = createContext(Object.create(null));
    expect(rows(shouted, context, undefined).slice(0, 2)).toEqual([
      [true, null, true],
      [6, null, 6],
    ]);
    const first = runInContext('RobotsSql', context);
    rows(shouted, context, undefined);
    expect(runInContext('RobotsSql', context)).toBe(first);
  });

  it('takes the bare token with --literal', async () => {
    const [allowed] = functionsOf(await scriptOf('snowflake', '--literal'), SNOWFLAKE);
    const found = [{ ...allowed!, parameters: ['ROBOTS', 'AGENT', 'URL'] }];
    expect(rows(found, createContext(Object.create(null)), undefined)).toEqual([[false, null, false]]);
  });

  it('clickhouse: answers a block of rows in TSVRaw, one value a row', async () => {
    const script = await scriptOf('clickhouse');
    expect([...script.matchAll(/<command>(.*)<\/command>/g)].map(([, command]) => command)).toEqual([
      'robots batch --format tsv 2>/dev/null | cut -f 2',
      'robots batch --format tsv 2>/dev/null | cut -f 3',
      'robots batch --format tsv 2>/dev/null | cut -f 4',
    ]);
  });

  it.each([
    [['bigquery'], '--library gs://BUCKET/robots-sql.js'],
    [
      ['bigquery', '--library', 'https://a.example/x.js'],
      'expected an address such as gs://bucket/robots-sql.js',
    ],
    [['bigquery', '--library', 'gs://b/"]); DROP'], 'expected an address such as gs://bucket/robots-sql.js'],
    [['snowflake', '--into', 'a; DROP TABLE b'], 'expected the name of a dataset or schema'],
    [['oracle'], 'Allowed choices are bigquery, snowflake, clickhouse, library'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(['sql', '--script', ...args]);
    expect(stderr).toContain(message);
    expect(exit).toBe(2);
  });
});
