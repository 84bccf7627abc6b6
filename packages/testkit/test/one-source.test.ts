/** OpenAPI, the tools for agents and the files of schemas come from the same objects: the table of operations. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { type OfflineName, offline } from '@robots-exclusion/operations';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { jsonSchemaOf, operationSchemas } from '@robots-exclusion/operations/schemas';
import { createService } from '@robots-exclusion/server';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const service = createService({ userAgent: 'TestBot/1.0' });
afterAll(() => service.close());

const names = Object.keys(offline) as OfflineName[];

interface Described {
  readonly properties?: object;
  readonly required?: readonly string[];
}

function membersOf(schema: unknown): readonly string[] {
  return Object.keys((schema as Described | undefined)?.properties ?? {});
}

describe.each(names)('%s', (name) => {
  const { input, answer } = operationSchemas[name];

  it('has a route with the question, the answer and the words of its operation', async () => {
    const response = await service.fetch(new Request('http://localhost/openapi.json'));
    const json = JSON.parse(await response.text());
    const { post } = json.paths[`/v1/${name}`];
    const schemaAt = (content: { 'application/json': { schema: { $ref: string } } }): Described =>
      json.components.schemas[content['application/json'].schema.$ref.split('/').at(-1) ?? ''];
    expect(post.summary).toBe(offline[name].title);
    expect(post.description).toContain(offline[name].about);
    const asked = jsonSchemaOf(input(greatestLimits)).schema;
    expect(membersOf(schemaAt(post.requestBody.content))).toEqual(membersOf(asked));
    expect(schemaAt(post.requestBody.content).required).toEqual((asked as Described).required);
    const answered = jsonSchemaOf(answer).schema;
    expect(membersOf(schemaAt(post.responses[200].content))).toEqual(membersOf(answered));
    expect(schemaAt(post.responses[200].content).required).toEqual((answered as Described).required);
  });

  it('takes its own example', () => {
    expect(input(greatestLimits).safeParse(offline[name].example).error).toBeUndefined();
  });
});

describe('the tools for agents', () => {
  it.each([
    ['robots_lint', 'lint'],
    ['robots_diff', 'diff'],
    ['robots_readings', 'readings'],
  ] as const)('%s answers with the members of %s', async (tool, name) => {
    const mcp = createRobotsMcp();
    const client = new Client({ name: 'one-source', version: '1.0.0' });
    const fetchHere = (url: string | URL, init?: RequestInit) => mcp.fetch(new Request(url, init));
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: fetchHere }),
    );
    onTestFinished(async () => {
      await client.close();
      await mcp.close();
    });
    const { tools } = await client.listTools();
    const listed = tools.find((one) => one.name === tool)?.outputSchema;
    expect(membersOf(listed)).toEqual(membersOf(jsonSchemaOf(operationSchemas[name].answer).schema));
  });
});
