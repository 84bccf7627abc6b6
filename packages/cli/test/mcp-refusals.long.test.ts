/**
 * Requests that `robots mcp` and `robots serve --mcp` refuse, with a separate process for each way of starting them.
 */
import type { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { agentOf, agentOverHttp, siteWithRules } from './mcp-agents.ts';

it('asks no private address unless it is started so', async () => {
  const site = await siteWithRules();
  const question = { name: 'robots_check', arguments: { urls: [`${site.origin}/`], crawler: 'FooBot' } };
  const closed = await (await agentOf()).callTool(question);
  expect(closed.structuredContent).toMatchObject({
    results: [{ allowed: false, outcome: 'refused', policyRow: 'rfc9309/address-refused' }],
  });
  const preflight = { name: 'robots_preflight', arguments: { url: `${site.origin}/`, crawler: 'FooBot' } };
  const { content } = await (await agentOf()).callTool(preflight);
  expect(JSON.stringify(content)).toContain('to allow it, start this program with --also-fetch');
  expect(site.requests).toEqual([]);
  const opened = await (await agentOf('--address-policy', 'any')).callTool(question);
  expect(opened.structuredContent).toMatchObject({ results: [{ allowed: true, outcome: 'rules' }] });
});

it('refuses crawlers that are not known, if it is started so, on each of its ways', async () => {
  const question = { name: 'robots_lint', arguments: { robots: 'User-agent: *\n', crawler: 'GPTBto' } };
  const refused = {
    isError: true,
    content: [{ text: expect.stringContaining('GPTBto is not a known crawler; did you mean GPTBot?') }],
  };
  expect(await (await agentOf('--strict-agents')).callTool(question)).toMatchObject(refused);
  const { client, url } = await agentOverHttp('--strict-agents');
  expect(await client.callTool(question)).toMatchObject(refused);
  const lint = await fetch(new URL('/v1/lint', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ robots: 'User-agent: *\n', agents: ['GPTBto'] }),
  });
  expect(lint.status).toBe(400);
});

it('a question that cannot be answered is the mistake of who asked, on each of its ways', async () => {
  const robots = 'User-agent: *\n';
  const refused = async (client: Client) => {
    const question = { robots, rules: { 'no-such-rule': 'off' } };
    const { structuredContent } = await client.callTool({ name: 'robots_lint', arguments: question });
    return structuredContent;
  };
  const error = { code: 'invalid-request', message: expect.stringContaining('"no-such-rule"') };
  expect(await refused(await agentOf())).toEqual({ error });
  // The threads belong to the service, although another bundle has loaded their module a second time.
  expect(await refused((await agentOverHttp()).client)).toEqual({ error });
});
