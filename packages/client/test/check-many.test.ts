import { spawnSync } from 'node:child_process';
import { createClient } from '@robots-exclusion/client';
import { buildOnce, turns } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { nodeError, scripted, scriptedClient, settableClock, userAgent } from './scripted.ts';

const rules = { body: 'User-agent: *\nDisallow: /x\n' };
const never = (): Promise<never> => new Promise(() => {});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Aborts the check while 16,000 origins wait for their turn. */
const abortsMany = `
import { createClient } from '@robots-exclusion/client';

const untilAborted = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const client = createClient({ userAgent: 'FooBot/1.0', transports: [{ schemes: ['https'], send: untilAborted }] });
const controller = new AbortController();
function* urls() {
  for (let index = 0; index < 16_000; index++) yield \`https://\${index}.example/\`;
  controller.abort();
}
try {
  for await (const _ of client.checkMany(urls(), { concurrency: 256, signal: controller.signal }));
} catch (error) {
  console.log(error.name);
}
await client.close();
`;

describe('checkMany', () => {
  it('ends quietly when it is aborted, however many origins wait', async () => {
    await buildOnce();
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', abortsMany], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect([child.stdout, child.stderr, child.status]).toEqual(['AbortError\n', '', 0]);
  });

  it('fetches each origin once, and keeps the order within it', async () => {
    const { client, transport } = scriptedClient(async ({ url }) => {
      await turns(url.includes('a.example') ? 20 : 1);
      return rules;
    });
    const urls = Array.from(
      { length: 300 },
      (_, index) => `https://${'abc'[index % 3]}.example/${index % 7 ? 'y' : 'x'}${index}`,
    );
    const results = await all(client.checkMany(urls));
    expect(results).toHaveLength(300);
    expect(transport.requests).toHaveLength(3);
    for (const host of ['a', 'b', 'c']) {
      const isOfHost = ({ url }: { url: string }): boolean => url.startsWith(`https://${host}.`);
      expect(results.filter(isOfHost).map(({ url }) => url)).toEqual(urls.filter((url) => isOfHost({ url })));
    }
    for (const result of results)
      expect('error' in result ? result.error : result.allowed).toBe(!result.url.includes('/x'));
    // The slow origin did not delay the other origins.
    expect(results[0]?.url.startsWith('https://a.')).toBe(false);
  });

  it('gives bad URLs as items with an error, unsupported ones as decisions', async () => {
    const { client } = scriptedClient(() => rules);
    const urls = [
      'https://a.example/x',
      'nonsense',
      '/path',
      'mailto:me@a.example',
      '',
      'https://[',
      7 as never,
      undefined as never,
    ];
    const results = await all(client.checkMany(urls));
    const errors = results.flatMap((result) => ('error' in result ? [result] : []));
    expect(errors.map(({ url }) => url)).toEqual([
      'nonsense',
      '/path',
      '',
      'https://[',
      '"7"',
      '"undefined"',
    ]);
    for (const { error } of errors) expect(error).toBeInstanceOf(TypeError);
    expect(results.flatMap((result) => ('error' in result ? [] : [result.outcome])).toSorted()).toEqual([
      'rules',
      'unsupported',
    ]);
  });

  it.each([
    ['an array', () => ['https://a.example/x']],
    ['a set', () => new Set(['https://a.example/x'])],
    [
      'a generator',
      function* () {
        yield 'https://a.example/x';
      },
    ],
    [
      'an async generator',
      async function* () {
        yield 'https://a.example/x';
      },
    ],
    ['URL objects', () => [new URL('https://a.example/x')]],
  ])('reads %s', async (_, source) => {
    const { client } = scriptedClient(() => rules);
    expect(await all(client.checkMany(source()))).toMatchObject([
      { url: 'https://a.example/x', allowed: false },
    ]);
  });

  it('reads nothing', async () => {
    expect(await all(scriptedClient(() => rules).client.checkMany([]))).toEqual([]);
  });

  it('works on so many origins at a time, and takes in no more than it can hold', async () => {
    let open = 0;
    let most = 0;
    let taken = 0;
    const { client } = scriptedClient(async () => {
      most = Math.max(most, ++open);
      await turns(2);
      open--;
      return rules;
    });
    function* urls() {
      for (let index = 0; index < 3000; index++) {
        taken++;
        yield `https://h${index}.example/`;
      }
    }
    const results = client.checkMany(urls(), { concurrency: 4 })[Symbol.asyncIterator]();
    for (let read = 0; read < 10; read++) await results.next();
    expect(most).toBeLessThanOrEqual(4);
    expect(taken).toBeLessThan(4 * 64 + 20);
    await results.return?.();
  });

  it('ends what is under way when its reader stops', async () => {
    const { client, transport } = scriptedClient(({ url }) => (url.includes('//a.') ? rules : never()));
    let isEnded = false;
    function* urls() {
      try {
        for (let index = 0; ; index++) yield `https://${index === 0 ? 'a' : `b${index}`}.example/`;
      } finally {
        isEnded = true;
      }
    }
    for await (const { url } of client.checkMany(urls())) {
      expect(url).toBe('https://a.example/');
      break;
    }
    await turns();
    expect(isEnded).toBe(true);
    const others = transport.requests.filter(({ url }) => !url.includes('//a.'));
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('rejects with the reason when aborted: before, in the middle, with a source that hangs', async () => {
    const { client } = scriptedClient(({ url }) => (url.includes('//a.') ? rules : never()));
    const urls = ['https://a.example/', 'https://b.example/'];
    await expect(all(client.checkMany(urls, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: 'AbortError',
    });
    await expect(all(client.checkMany(urls, { signal: AbortSignal.timeout(30) }))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const hanging = { [Symbol.asyncIterator]: () => ({ next: never }) };
    await expect(all(client.checkMany(hanging, { signal: AbortSignal.timeout(30) }))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('rejects as its source does', async () => {
    const { client } = scriptedClient(() => rules);
    async function* urls() {
      yield 'https://a.example/';
      throw new Error('file ended');
    }
    await expect(all(client.checkMany(urls()))).rejects.toThrow('file ended');
  });

  it('asks nobody in cache-only mode', async () => {
    const { client, transport } = scriptedClient(() => rules);
    await client.check('https://a.example/');
    const results = await all(
      client.checkMany(['https://a.example/x', 'https://b.example/x'], { mode: 'cache-only' }),
    );
    expect(results).toMatchObject([{ outcome: 'rules' }, { outcome: 'not-cached', action: 'defer' }]);
    expect(transport.requests).toHaveLength(1);
  });

  it('reloads each origin once', async () => {
    const { client, transport } = scriptedClient(() => rules);
    await client.check('https://a.example/');
    await all(
      client.checkMany(
        Array.from({ length: 20 }, (_, index) => `https://a.example/${index}`),
        { mode: 'reload' },
      ),
    );
    expect(transport.requests).toHaveLength(2);
  });

  it('gives decisions also where everything fails', async () => {
    const { client } = scriptedClient(() => nodeError('ENOTFOUND'));
    const results = await all(client.checkMany(['https://a.example/', 'https://a.example/robots.txt']));
    expect(results).toMatchObject([{ action: 'defer' }, { action: 'fetch', allowed: true }]);
  });

  it.each([[7], ['https://a.example/'], [null], [{}]])('refuses %j for a list', (urls) => {
    const { client } = scriptedClient(() => rules);
    expect(() => client.checkMany(urls as never)).toThrow(TypeError);
  });

  it('refuses a concurrency that is none', () => {
    const { client } = scriptedClient(() => rules);
    expect(() => client.checkMany([], { concurrency: 0 })).toThrow(RangeError);
    expect(() => client.checkMany([], { concurrency: 1.5 })).toThrow(RangeError);
  });
});

it('a closed client gives errors for items', async () => {
  const client = createClient({ userAgent, transports: [scripted(() => rules)], clock: settableClock() });
  await client.close();
  const [result] = await all(client.checkMany(['https://a.example/']));
  expect(result && 'error' in result && result.error).toBeInstanceOf(TypeError);
});
