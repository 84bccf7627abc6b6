/** The tools for agents, called by the official client: `robots_check` of an origin, once per use. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import type { Door, DoorAnswer } from '@robots-exclusion/testkit';
import { uses } from 'robots-exclusion/usage';
import { answersTo, ofRegistry } from './answers.ts';
import { mcpFetch } from './mcp-fetch.ts';
import { siteWith } from './origins.ts';

interface Checked {
  url: string;
  allowed: boolean;
  verdict?: { allowed: boolean; because: string; rule?: { line: number } };
  crawler: unknown;
  use?: { name: string; preference: string };
}

/** `robots_check` over Streamable HTTP. */
export async function agentTools(): Promise<Door> {
  const mcp = createRobotsMcp({ addressPolicy: { allow: 'any' }, limits: { fetchesPerMinute: 1_000_000 } });
  const client = new Client({ name: 'doors', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('http://mcp.test/'), {
    fetch: mcpFetch(mcp),
  });
  await client.connect(transport);

  async function check(input: Record<string, unknown>): Promise<Checked[]> {
    const { structuredContent } = await client.callTool({ name: 'robots_check', arguments: input });
    return (structuredContent as { results: Checked[] }).results;
  }

  return {
    name: 'robots_check',
    takes: ({ dialect, headers, tdmrep }) => [dialect, headers, tdmrep].every((given) => given === undefined),
    async ask(sheet) {
      const { status, agents, paths, literal } = sheet;
      const site = await siteWith(sheet);
      const urls = paths.map((path) => `${site}${path}`);
      const found = new Map<unknown, DoorAnswer[]>();
      for (const crawler of agents) {
        const question = { urls, crawler, ...(literal && { literal }) };
        const decisions = await check(question);
        const byUse = await Promise.all(uses.map(({ name }) => check({ ...question, use: name })));
        const answers = decisions.map((decision, at) =>
          answerOf(
            decision,
            byUse.map((of) => of[at] as Checked),
            status === 200,
          ),
        );
        found.set(crawler, answers);
      }
      return answersTo(sheet, (agent, path) => found.get(agent)?.[paths.indexOf(path)]);
    },
    async close() {
      await client.close();
      await mcp.close();
    },
  };
}

function answerOf({ allowed, verdict, crawler }: Checked, byUse: Checked[], hasRules: boolean): DoorAnswer {
  if (!hasRules) return { allowed };
  return {
    allowed,
    because: verdict?.because,
    line: verdict?.rule?.line,
    crawler: ofRegistry(crawler),
    uses: Object.fromEntries(byUse.map(({ use }) => [use?.name, use?.preference])),
  };
}
