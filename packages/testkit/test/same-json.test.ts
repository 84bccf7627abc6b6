/** One question, one object: the JSON of a decision is the same, to the octet, at every door that answers with it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { greatestLimits } from '@robots-exclusion/operations';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { arbitrarySheet, type DoorSheet } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { agents } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandHost, openCommandHost } from './doors/command.ts';
import { startService } from './doors/service.ts';

const SHEETS = process.env['ROBOTS_TESTS'] === 'all' ? 300 : 2;
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);

let host: CommandHost;
let server: Awaited<ReturnType<typeof startService>>;
let tools: Client;
const mcp = createRobotsMcp({ addressPolicy: { allow: 'any' }, limits: { workTimeoutMs: 600_000 } });

beforeAll(async () => {
  host = openCommandHost();
  server = await startService();
  tools = new Client({ name: 'same', version: '1.0.0' });
  const fetchHere = (url: string | URL, init?: RequestInit) => mcp.fetch(new Request(url, init));
  await tools.connect(new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: fetchHere }));
});

afterAll(async () => {
  await tools.close();
  await mcp.close();
  await server.close();
  await host.close();
});

/** Without how the file was obtained, which is the door's own. */
function decided(answers: readonly object[]): string[] {
  return answers.map(({ evidence: _, ...decision }: { evidence?: unknown }) => JSON.stringify(decision));
}

async function ofLibrary(question: Question): Promise<string[]> {
  const asked = evaluate.asked(question, { limits: greatestLimits, registry: undefined });
  await evaluate.load?.(asked);
  return decided([...evaluate.run(asked)]);
}

async function ofCommand({ robots, urls, agents: names, literal, dialect }: Question): Promise<string[]> {
  const asked = names.flatMap((name) => ['--agent', [name].flat().join(',')]);
  const more = [...(literal ? ['--literal'] : []), ...(dialect ? ['--dialect', dialect] : [])];
  const file = host.file('same.txt', robots);
  const items = await host.run([
    ...['check', ...urls, '--robots', file, '--usage', '--format', 'ndjson'],
    ...[...asked, ...more],
  ]);
  return decided(items as object[]);
}

async function ofService(question: Question): Promise<string[]> {
  const response = await fetch(`${server.url}/v1/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  return decided(((await response.json()) as { results: object[] }).results);
}

/** One URL and one crawler a call. */
async function ofTools({ urls, agents: names, ...question }: Question): Promise<string[]> {
  const answers: object[] = [];
  for (const url of urls) {
    for (const crawler of names) {
      const answer = await tools.callTool({
        name: 'robots_explain',
        arguments: { ...question, url, crawler },
      });
      answers.push(...(answer.structuredContent as { results: object[] }).results);
    }
  }
  return decided(answers);
}

interface Question {
  readonly robots: string;
  readonly urls: readonly string[];
  readonly agents: readonly (string | readonly string[])[];
  readonly literal?: boolean;
  readonly dialect?: string;
  readonly usage: true;
}

function questionOf({ robots, paths, agents: names, literal, dialect }: DoorSheet): Question {
  const urls = paths.map((path) => `https://example.com${path}`);
  return {
    robots,
    urls,
    agents: names,
    ...(literal && { literal }),
    ...(dialect && { dialect }),
    usage: true,
  };
}

/** Hidden characters and long texts of a site are shown otherwise to a model. */
function isPlain(json: string): boolean {
  return !/[^\x20-\x7e]|\\u|\\[bfnrt]/.test(json) && !/"[^"]{500,}"/.test(json);
}

describe('a decision about a file', () => {
  it(`is the same JSON in the library, the command, the service and the tools, for ${SHEETS} files`, async () => {
    let compared = 0;
    for (const sheet of fc.sample(arbitrarySheet(agents), { seed: SEED, numRuns: SHEETS })) {
      const question = questionOf(sheet);
      const expected = await ofLibrary(question);
      expect(await ofService(question)).toEqual(expected);
      expect(await ofCommand(question)).toEqual(expected);
      const shown = await ofTools(question);
      for (const [at, json] of expected.entries()) if (isPlain(json)) expect(shown[at]).toBe(json);
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(SHEETS);
  });
});
