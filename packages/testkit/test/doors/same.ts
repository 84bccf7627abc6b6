/** The doors that return the same JSON: the command, a service, and a client of the tools. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import type { RunningServer, ServerOptions } from '@robots-exclusion/server/node';
import { type CommandHost, openCommandHost } from './command.ts';
import { mcpFetch } from './mcp-fetch.ts';
import { startService } from './service.ts';

export interface SameDoors {
  readonly host: CommandHost;
  readonly server: RunningServer;
  post(route: string, question: object, accept?: string): Promise<{ status: number; text: string }>;
  routeAnswers<Answer extends object>(route: string, question: object): Promise<readonly Answer[]>;
  /** Calls a tool. `text` holds all that it says, in words and as JSON. */
  call(tool: string, question: object): Promise<{ isError: boolean; text: string; structured: unknown }>;
  toolAnswers<Answer extends object>(tool: string, question: object): Promise<readonly Answer[]>;
  close(): Promise<void>;
}

export async function openSameDoors(
  options: Parameters<typeof createRobotsMcp>[0],
  serviceOptions: Partial<ServerOptions> = {},
): Promise<SameDoors> {
  const mcp = createRobotsMcp(options);
  const host = openCommandHost();
  const server = await startService(serviceOptions);
  const tools = new Client({ name: 'same', version: '1.0.0' });
  await tools.connect(
    new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: mcpFetch(mcp) }),
  );
  const post: SameDoors['post'] = async (route, question, accept = '*/*') => {
    const headers = { 'content-type': 'application/json', accept };
    const response = await fetch(server.url + route, {
      method: 'POST',
      headers,
      body: JSON.stringify(question),
    });
    return { status: response.status, text: await response.text() };
  };
  const call: SameDoors['call'] = async (name, question) => {
    const { isError, content, structuredContent } = await tools.callTool({
      name,
      arguments: { ...question },
    });
    const text = JSON.stringify([content, structuredContent]);
    return { isError: isError === true, text, structured: structuredContent };
  };
  return {
    ...{ host, server, post, call },
    routeAnswers: async (route, question) => answersIn(JSON.parse((await post(route, question)).text)),
    toolAnswers: async (tool, question) => answersIn((await call(tool, question)).structured),
    async close() {
      await tools.close();
      await mcp.close();
      await server.close();
      await host.close();
    },
  };
}

function answersIn<Answer extends object>(answer: unknown): readonly Answer[] {
  const { results } = answer as { results?: Answer[] };
  return results ?? [answer as Answer];
}
