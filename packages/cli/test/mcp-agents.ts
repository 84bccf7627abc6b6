/** Clients of the built command's MCP servers. */
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { onTestFinished } from 'vitest';
import { startRobots } from './command.ts';

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));

/** Connects a client to `robots mcp`. */
export async function agentOf(...options: string[]): Promise<Client> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...options] });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Starts a site that FooBot may fetch, except for `/private`. */
export async function siteWithRules() {
  const site = await startHttpOrigin({ '/robots.txt': 'User-agent: FooBot\nDisallow: /private\n' });
  onTestFinished(() => site.close());
  return site;
}

/** Connects a client to `robots serve --mcp`; returns it with the server's URL. */
export async function agentOverHttp(...options: string[]): Promise<{ client: Client; url: URL }> {
  const service = startRobots(['serve', '--port', '0', '--mcp', ...options]);
  onTestFinished(() => void service.kill());
  let greeting = '';
  for await (const chunk of service.stdout ?? []) {
    greeting += chunk;
    if (/http:\S+\s/.test(greeting)) break;
  }
  const url = new URL('/v1/mcp', /http:\S+/.exec(greeting)?.[0]);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url));
  onTestFinished(() => client.close());
  return { client, url };
}
