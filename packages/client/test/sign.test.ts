/** Tests the `sign` hook: its fields are sent at each hop, and no request is sent unsigned. */
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, createClient, type RequestToSign } from '../src/index.ts';

async function start(sign: ClientOptions['sign'], limits: ClientOptions['limits'] = {}) {
  const site = await startHttpOrigin({
    '/robots.txt': { status: 301, headers: { location: '/r' } },
    '/r': 'User-agent: *\nDisallow: /a\n',
  });
  onTestFinished(() => site.close());
  const client = createClient({ userAgent: 'FooBot/1.0', limits, ...(sign && { sign }) });
  onTestFinished(() => client.close());
  return { site, client };
}

describe('sign', () => {
  it('signs every hop, by what is sent', async () => {
    const asked: RequestToSign[] = [];
    const { site, client } = await start(async (request) => {
      asked.push(request);
      return {
        Signature: `sig1=:${asked.length}:`,
        'Signature-Input': 'sig1=()',
        'signature-agent': '"https://bot.example"',
      };
    });
    expect(await client.check(`${site.origin}/a`)).toMatchObject({ allowed: false, outcome: 'rules' });
    // The evidence says what was signed, even for a stored record.
    for (const mode of ['reload', 'cache-only'] as const) {
      const { evidence } = await client.robots(`${site.origin}/`, { mode });
      expect(evidence?.hops.map(({ signatureAgent }) => signatureAgent)).toEqual([
        '"https://bot.example"',
        '"https://bot.example"',
      ]);
    }
    asked.length = 2;
    expect(asked.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `${site.origin}/robots.txt`],
      ['GET', `${site.origin}/r`],
    ]);
    expect(asked[0]?.headers['user-agent']).toBe('FooBot/1.0');
    expect(
      site.requests.slice(0, 2).map(({ headers }) => [headers['signature'], headers['signature-agent']]),
    ).toEqual([
      ['sig1=:1:', '"https://bot.example"'],
      ['sig1=:2:', '"https://bot.example"'],
    ]);
  });

  it.each<[string, ClientOptions['sign']]>([
    [
      'throws',
      () => {
        throw new Error('no key');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no key'))],
    ['returns another field', () => ({ cookie: 'a=b' })],
    ['returns what would split the header', () => ({ signature: 'a\r\nx: y' })],
    ['returns nothing', () => undefined as never],
    ['never ends', () => new Promise(() => {})],
  ])('that %s fails the fetch, and nothing is sent', async (_, sign) => {
    const { site, client } = await start(sign, { headersTimeoutMs: 20 });
    const record = await client.robots(`${site.origin}/`);
    expect(record).toMatchObject({
      outcome: 'unreachable',
      evidence: { error: { code: 'ERR_ROBOTS_SIGN' } },
    });
    expect(site.requests).toEqual([]);
  });

  it('that is not a function is misuse', () => {
    expect(() => createClient({ userAgent: 'FooBot/1.0', sign: 'key' as never })).toThrow(
      /expected a function/,
    );
  });
});
