/** `POST /v1/preflight`. */
import { createService } from '@robots-exclusion/server';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';

async function serviceFor(alsoOrigins: string[]) {
  const service = createService({
    userAgent: 'TestBot/1.0',
    addressPolicy: { allow: 'public-only', alsoOrigins },
  });
  onTestFinished(() => service.close());
  return async (body: unknown): Promise<[number, Record<string, unknown>]> => {
    const response = await service.fetch(
      new Request('http://localhost/v1/preflight', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
}

it('dials no private address, and refuses what is not a question', async () => {
  const site = await startHttpOrigin({ '/robots.txt': '', '/': 'page' });
  onTestFinished(() => site.close());
  const ask = await serviceFor([]);
  expect(await ask({ url: `${site.origin}/`, agent: 'FooBot' })).toMatchObject([
    200,
    { outcome: 'address-refused' },
  ]);
  expect(site.requests).toEqual([]);
  expect((await ask({ url: 'ftp://example.com/', agent: 'FooBot' }))[0]).toBe(400);
  expect((await ask({ url: 'https://example.com/' }))[0]).toBe(400);
  expect((await ask({ url: 'https://example.com/', agent: '()' }))[0]).toBe(400);
});
