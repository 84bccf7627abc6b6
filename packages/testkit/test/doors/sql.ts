/**
 * The SQL functions as two doors: in DuckDB, opened in the same way as by `robots sql`, and as the bundle for other
 * engines, which runs in an engine without host globals.
 */
import type { Door, DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';
import type { SqlFunctions } from 'robots-exclusion/sql';
import { bareContext, robotsSqlIn } from '../../../../integrations/sql/test/bare-context.ts';
import { openDuckDb } from '../../../cli/src/sql/open-duckdb.ts';
import { answersTo } from './answers.ts';

/** Accepts no dialects: naming a dialect would make the token literal, and the bundle supports only one dialect. */
function takes({ status, dialect, headers, tdmrep }: DoorSheet): boolean {
  return (
    status === 200 &&
    (dialect === undefined || dialect === 'rfc9309') &&
    headers === undefined &&
    tdmrep === undefined
  );
}

function isLiteral({ literal = false, dialect }: DoorSheet): boolean {
  return literal || dialect !== undefined;
}

/** Converts a list of one crawler's tokens to comma-separated text. */
const textOf = (agent: string | readonly string[]): string => [agent].flat().join(',');

export async function bareEngine(): Promise<Door> {
  const { functions, literal } = await robotsSqlIn(bareContext({ es2015: true }));
  return {
    name: 'SQL functions in a bare engine',
    takes,
    async ask(sheet) {
      const asked = isLiteral(sheet) ? literal : functions;
      return answersTo(sheet, (agent, path) => answer(asked, sheet.robots, textOf(agent), path));
    },
  };
}

function answer(asked: SqlFunctions, robots: string, agent: string, path: string): DoorAnswer {
  return {
    allowed: asked.robots_allowed(robots, agent, path) === true,
    line: asked.robots_line(robots, agent, path) ?? undefined,
    uses: JSON.parse(asked.robots_usage(robots, agent, path) as string),
  };
}

const QUERY = `
  SELECT robots_allowed($1, a, p) AS allowed, robots_line($1, a, p) AS line, robots_usage($1, a, p) AS uses
  FROM (SELECT unnest($2::VARCHAR[]) AS p, generate_subscripts($2::VARCHAR[], 1) AS i),
    (SELECT unnest($3::VARCHAR[]) AS a, generate_subscripts($3::VARCHAR[], 1) AS j)
  ORDER BY i, j`;

/** Asks DuckDB all questions of a sheet in one query. */
export async function duckDb(): Promise<Door> {
  const { listValue } = await import('@duckdb/node-api');
  const resolved = await openDuckDb({ database: ':memory:' });
  const literal = await openDuckDb({ database: ':memory:', literal: true });
  return {
    name: 'robots sql',
    takes,
    async ask(sheet) {
      const connection = isLiteral(sheet) ? literal : resolved;
      const names = sheet.agents.map(textOf);
      const reader = await connection.runAndReadAll(QUERY, [
        sheet.robots,
        listValue([...sheet.paths]),
        listValue(names),
      ]);
      return reader.getRowObjectsJson().map(({ allowed, line, uses }) => ({
        allowed: allowed === true,
        line: (line ?? undefined) as number | undefined,
        uses: JSON.parse(uses as string),
      }));
    },
    async close() {
      resolved.closeSync();
      literal.closeSync();
    },
  };
}
