/** Connects the official client to a server of this package, over HTTP or within the process. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createRobotsMcp, type RobotsMcp, type RobotsMcpOptions } from '@robots-exclusion/mcp';
import { onTestFinished } from 'vitest';

/** The result of a call to a tool. */
export interface Answered {
  isError?: boolean | undefined;
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown> | undefined;
}

/** A client of one server. */
export interface Connected {
  mcp: RobotsMcp;
  client: Client;
  call(name: string, input: Record<string, unknown>): Promise<Answered>;
}

/** Connects a client to a new server. Both are closed at the end of the test. */
export async function connected(options: RobotsMcpOptions = {}): Promise<Connected> {
  const mcp = createRobotsMcp({ addressPolicy: { allow: 'any' }, ...options });
  onTestFinished(() => mcp.close());
  return connectedTo(mcp);
}

/** Connects a client to a running server. Over HTTP, `sender` identifies the sender of the requests. */
export async function connectedTo(mcp: RobotsMcp, sender?: string): Promise<Connected> {
  const transport = new StreamableHTTPClientTransport(new URL('http://mcp.test/mcp'), {
    fetch: (url, init) => mcp.fetch(new Request(url, init), sender === undefined ? {} : { client: sender }),
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    mcp,
    client,
    call: async (name, input) => (await client.callTool({ name, arguments: input })) as unknown as Answered,
  };
}

/** The decisions of `robots_check`. */
export function decisionsOf({ structuredContent }: Answered): Record<string, unknown>[] {
  return structuredContent?.['results'] as Record<string, unknown>[];
}
