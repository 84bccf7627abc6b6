/**
 * Tests that OpenAPI, the tools for agents, `spec/schema` and `robots help --json` derive from one source, the table of
 * operations.
 */
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { errorKinds } from '@robots-exclusion/operations/errors';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import {
  describeOperations,
  jsonSchemaOf,
  operations,
  type QuestionName,
  questionSchemas,
} from '@robots-exclusion/operations/schemas';
import { useWords } from '@robots-exclusion/operations/shared';
import { createService } from '@robots-exclusion/server';
import { runCommand } from '@robots-exclusion/testkit';
import { conventions, uses } from 'robots-exclusion/usage';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultLimits } from '../../server/src/limits.ts';
import { operationLimits } from '../../server/src/operation-limits.ts';
import { forGenerators } from '../../server/src/web/openapi.ts';
import { mcpFetch } from './doors/mcp-fetch.ts';

const service = createService({ userAgent: 'TestBot/1.0' });
afterAll(() => service.close());

const bounds = operationLimits(defaultLimits(1));
const described = describeOperations(bounds);

/** The schema with references and tuples in the form that OpenAPI uses. */
function placed(schema: unknown): unknown {
  const json = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
  forGenerators(json);
  return json;
}

interface Described {
  readonly properties?: object;
}

function membersOf(schema: unknown): readonly string[] {
  return Object.keys((schema as Described | undefined)?.properties ?? {});
}

describe.each(Object.keys(questionSchemas) as QuestionName[])('%s', (name) => {
  it('has a route with the question, the answer and the words of its operation', async () => {
    const response = await service.fetch(new Request('http://localhost/openapi.json'));
    const json = JSON.parse(await response.text());
    const { post } = json.paths[`/v1/${name}`];
    const { question, answer } = described.operations[name] as (typeof described.operations)[string];
    expect(post.summary).toBe(operations[name].title);
    expect(post.description).toContain(operations[name].about);
    const reference = (content: { 'application/json': { schema: unknown } }) =>
      content['application/json'].schema;
    expect(reference(post.requestBody.content)).toEqual(placed(question));
    expect(reference(post.responses[200].content)).toEqual(placed(answer));
  });

  it('takes its own example', () => {
    const { input } = questionSchemas[name];
    expect(input(greatestLimits).safeParse(operations[name].example).error).toBeUndefined();
  });
});

it('each schema of OpenAPI is that of the operations', async () => {
  const response = await service.fetch(new Request('http://localhost/openapi.json'));
  const { schemas } = JSON.parse(await response.text()).components;
  for (const [name, schema] of Object.entries(described.$defs))
    expect(schemas[name], name).toEqual(placed(schema));
});

it('OpenAPI has what generators of clients need: names, no credentials, no schema that is only true or false', async () => {
  const response = await service.fetch(new Request('http://localhost/openapi.json'));
  const text = await response.text();
  const { paths, security, info } = JSON.parse(text);
  const ids = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (methods) => Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids).toContain('aiAccess');
  expect(ids).toContain('getAudit');
  expect(new Set(ids).size).toBe(ids.length);
  expect([security, info.license.identifier]).toEqual([[], 'MIT']);
  expect(text).not.toMatch(/"items": ?(?:true|false)|"const": ?true|"enum": ?\[true\]/);
});

it('spec/schema and robots help --json say the same', async () => {
  const file = new URL('../../../spec/schema/operations.json', import.meta.url);
  const { operations, $defs } = JSON.parse(readFileSync(file, 'utf8'));
  expect({ operations, $defs }).toEqual(JSON.parse(JSON.stringify(describeOperations(greatestLimits))));
  const { stdout, exit } = await runCommand(['help', '--json']);
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ operations, $defs, errors: errorKinds });
});

/**
 * Input members of an operation that its tool lacks or names differently, because a tool takes one URL and one crawler,
 * and always returns evidence and records.
 */
const OTHERWISE: ReadonlySet<string> = new Set(['urls', 'agents', 'agent', 'evidence', 'mode']);

/**
 * Members that only tools have. For example, they name a site instead of a file, or state whether a user chose the
 * pages.
 */
const OWN: ReadonlySet<string> = new Set([
  ...['crawler', 'crawlers', 'literal', 'url', 'beforeUrl', 'afterUrl', 'userTriggered'],
  ...['beforeBase64', 'afterBase64'],
]);

describe('the tools for agents', () => {
  it.each([
    ['robots_lint', 'lint'],
    ['robots_diff', 'diff'],
    ['robots_readings', 'readings'],
    ['robots_check', 'check'],
    ['robots_preflight', 'preflight'],
  ] as const)('%s answers with the members of %s', async (tool, name) => {
    const mcp = createRobotsMcp();
    const client = new Client({ name: 'one-source', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: mcpFetch(mcp) }),
    );
    onTestFinished(async () => {
      await client.close();
      await mcp.close();
    });
    const { tools } = await client.listTools();
    const listed = tools.find((one) => one.name === tool)?.outputSchema;
    const answered = membersOf(jsonSchemaOf(questionSchemas[name].answer).schema);
    expect(membersOf(listed).slice(0, answered.length)).toEqual(answered);
    const takes = membersOf(tools.find((one) => one.name === tool)?.inputSchema);
    const asked = membersOf(jsonSchemaOf(questionSchemas[name].input(greatestLimits)).schema);
    expect(asked.filter((member) => !takes.includes(member) && !OTHERWISE.has(member))).toEqual([]);
    expect(takes.filter((member) => !asked.includes(member) && !OWN.has(member))).toEqual([]);
  });
});

it('the words for uses are those of the uses, of Content-Signal and of AIPREF, and two purposes of crawlers', () => {
  const said = ['content-signal', 'aipref'].flatMap((name) => [
    ...(conventions.get(name as 'aipref')?.uses ?? []),
  ]);
  const own = uses.map(({ name }) => [name, name] as const);
  const purposes = { training: 'ai-training', retrieval: 'ai-input' };
  expect(useWords).toEqual({ ...Object.fromEntries([...own, ...said]), ...purposes });
});
