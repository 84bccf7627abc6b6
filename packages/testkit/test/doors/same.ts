/** The doors that return the same JSON: the command, a service, and a client of the tools. */
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

/** Opens all doors; the tools are opened on first use. */
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
