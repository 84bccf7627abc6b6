/** The doors that answer with one JSON: a host of commands, a service, and a client of the tools. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp } from '@robots-exclusion/mcp';
import { type CommandHost, openCommandHost } from './command.ts';
import { mcpFetch } from './mcp-fetch.ts';
import { startService } from './service.ts';

export interface SameDoors {
  readonly host: CommandHost;
  readonly server: Awaited<ReturnType<typeof startService>>;
  readonly tools: Client;
  close(): Promise<void>;
}

/** Opens all of them, the tools as they are asked for. */
export async function openSameDoors(options: Parameters<typeof createRobotsMcp>[0]): Promise<SameDoors> {
  const mcp = createRobotsMcp(options);
  const host = openCommandHost();
  const server = await startService();
  const tools = new Client({ name: 'same', version: '1.0.0' });
  await tools.connect(
    new StreamableHTTPClientTransport(new URL('http://mcp.test/'), { fetch: mcpFetch(mcp) }),
  );
  return {
    host,
    server,
    tools,
    async close() {
      await tools.close();
      await mcp.close();
      await server.close();
      await host.close();
    },
  };
}
