/** Runs the recipes of `integrations/javascript` against real origins. */
import { createClient, guardedFetch } from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';

const recipe = (name: string) =>
  import(new URL(`../../../integrations/javascript/${name}.js`, import.meta.url).href);

async function site() {
  const origin = await startHttpOrigin({
    '/robots.txt': 'User-agent: FooBot\nDisallow: /private\n',
    '/open': 'open',
    '/moved': { status: 302, headers: { location: '/private' } },
    '/private': 'secret',
  });
  const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' } });
  onTestFinished(async () => {
    await client.close();
    await origin.close();
  });
  return {
    ...origin,
    client,
    pages: () => origin.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
  };
}

it('an agent’s tool: what the rules forbid is an answer for the model', async () => {
  const { fetchPageTool } = await recipe('agent-tool');
  const { origin, client, pages } = await site();
  const tool = fetchPageTool(guardedFetch(client));
  expect(tool.inputSchema.required).toEqual(['url']);
  expect(await tool.execute({ url: `${origin}/open` })).toMatchObject({ status: 200, text: 'open' });
  expect(await tool.execute({ url: `${origin}/moved` })).toEqual({ refused: 'ROBOTS_DISALLOWED' });
  await expect(tool.execute({ url: 'nonsense' })).rejects.toThrow(TypeError);
  expect(pages()).toEqual(['/open', '/moved']);
});
