/** Tests `robots sign` and `robots verify` together. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots } from './command.ts';

const URL_ASKED = 'https://www.example.com/a?b=c';
const KEY_SET = 'https://bot.example/jwks.json';
let folder: string;

const file = (name: string): string => join(folder, name);
const signing = (): string[] => ['--key', file('bot.json'), '--key-set-url', KEY_SET];

async function verify(text: string, ...more: string[]) {
  await writeFile(file('request'), text);
  const keys = ['--signature-keys', `${KEY_SET}=${file('jwks.json')}`, '--no-network'];
  return robots(['verify', file('request'), ...(more.length > 0 ? more : keys)]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signing-'));
  await robots(['sign', '--make-key', file('bot.json'), '--key-set', file('jwks.json')]);
});

describe('robots sign, robots verify', () => {
  it('verifies what was signed, in each form', async () => {
    const { stdout: fields } = await robots(['sign', URL_ASKED, ...signing()]);
    const { stdout: curl } = await robots(['sign', URL_ASKED, ...signing(), '--format', 'curl']);
    const { stdout: json } = await robots(['sign', URL_ASKED, ...signing(), '--format', 'json']);
    const headers = JSON.parse(json) as Record<string, string>;
    const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
    const request = { method: 'GET', url: URL_ASKED, headers: list };
    const started = new Date().toISOString();
    const remote = { remote_ip: '203.0.113.7', method: 'GET', host: 'www.example.com', uri: '/a?b=c' };
    const logged = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const texts = [
      `GET /a?b=c HTTP/1.1\nHost: www.example.com\n${fields}\nbody`,
      `* Connected\n> GET /a?b=c HTTP/2\n> Host: www.example.com\n${fields.replace(/^(?=.)/gm, '> ')}> \n< HTTP/2 200`,
      curl,
      curl.replace("'https://www", "'www"),
      JSON.stringify({ url: URL_ASKED, headers }),
      JSON.stringify({ log: { entries: [{ startedDateTime: started, request }] } }),
      `${JSON.stringify({ ts: Date.now() / 1000, request: { ...remote, headers: logged }, status: 200 })}\n`,
    ];
    for (const text of texts) {
      expect(await verify(text)).toMatchObject({
        exit: 0,
        stdout: expect.stringContaining(`verified: ${KEY_SET} signed it`),
      });
      expect((await verify(text.replaceAll('www.example', 'other.example'))).exit).toBe(1);
    }
    expect(await verify(curl, '--no-network')).toMatchObject({
      exit: 3,
      stdout: expect.stringContaining(`the keys of ${KEY_SET} are not known`),
    });
  });

  it('names the crawler of --registry whose key set it is', async () => {
    const verification = [{ kind: 'signature', signatureAgent: KEY_SET }];
    const own = { token: 'MineBot', operator: 'M', source: 'https://m.example/', asOf: '2026-01-01' };
    await writeFile(file('registry.json'), JSON.stringify([{ ...own, verification }]));
    const { stdout } = await robots(['sign', URL_ASKED, ...signing(), '--format', 'curl']);
    const keys = ['--signature-keys', `${KEY_SET}=${file('jwks.json')}`, '--no-network'];
    const told = await verify(stdout, ...keys, '--registry', file('registry.json'), '--format', 'json');
    expect(JSON.parse(told.stdout).results[0].signatures[0].crawlers).toEqual(['MineBot']);
  });

  it('answers Accept-Signature', async () => {
    const asked = 'sig9=("@method" "@target-uri" "signature-agent";key="sig9");nonce="n1";tag="web-bot-auth"';
    const { stdout } = await robots(['sign', URL_ASKED, ...signing(), '--accept-signature', asked]);
    expect(stdout).toContain('sig9=("@method" "@target-uri" "signature-agent";key="sig9");created=');
    expect(stdout).toContain(';nonce="n1";tag="web-bot-auth"');
    expect((await verify(`GET ${URL_ASKED} HTTP/1.1\n${stdout}`)).exit).toBe(0);
  });

  it('changes keys: both are published, then the old one is dropped', async () => {
    const set = file('rotated.json');
    for (const name of ['old.json', 'new.json'])
      await robots(['sign', '--make-key', file(name), '--key-set', set]);
    const { keys } = JSON.parse(await readFile(set, 'utf8'));
    expect(keys).toHaveLength(2);
    expect((await robots(['sign', '--key-set', set, '--drop-key', keys[0].kid])).exit).toBe(0);
    expect(JSON.parse(await readFile(set, 'utf8')).keys).toEqual([keys[1]]);
    expect(keys.some((key: object) => 'd' in key)).toBe(false);
  });

  it('middleware of a site verifies what was signed, and nothing else', async () => {
    const recipe = new URL('../../../integrations/javascript/verify-signed.js', import.meta.url);
    const { signatureReader, honoSigned, expressSigned } = await import(recipe.href);
    const verify = signatureReader({ [KEY_SET]: JSON.parse(await readFile(file('jwks.json'), 'utf8')) });
    const { stdout } = await robots(['sign', URL_ASKED, ...signing(), '--format', 'json']);
    const headers = JSON.parse(stdout) as Record<string, string>;
    const proven = { outcome: 'proven', by: KEY_SET };
    expect(verify(new Request(URL_ASKED, { headers }))).toMatchObject(proven);
    for (const [url, method] of [
      [URL_ASKED.replace('www', 'other'), 'GET'],
      [URL_ASKED.replace('/a', '/b'), 'GET'],
      [URL_ASKED, 'POST'],
    ] as const)
      expect(verify(new Request(url, { headers, method })).outcome).toBe('failed');
    expect(verify(new Request(URL_ASKED)).outcome).toBe('untried');

    const kept = new Map();
    const raw = new Request(URL_ASKED, { headers });
    await honoSigned(verify)(
      { req: { raw }, set: (name: string, value: unknown) => kept.set(name, value) },
      () => {},
    );
    expect(kept.get('signature')).toMatchObject(proven);

    const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const through = (fields: object) => {
      const request: Record<string, unknown> = {
        method: 'GET',
        url: '/',
        originalUrl: '/a?b=c',
        headers: fields,
      };
      expressSigned(verify, { scheme: 'https' })(request, undefined, () => {});
      return request['signature'];
    };
    expect(through({ ...Object.fromEntries(names), host: 'www.example.com' })).toMatchObject(proven);
    expect(through({ ...Object.fromEntries(names), host: 'a b' })).toMatchObject({ outcome: 'untried' });
  });

  it.each([
    [['sign'], 'expected a URL, --make-key FILE'],
    [['sign', URL_ASKED], 'expected --key FILE and --key-set-url URL'],
    [
      ['sign', 'ftp://a.example/', '--key', 'KEY', '--key-set-url', KEY_SET],
      'expected a URL of http or https',
    ],
    [['sign', URL_ASKED, '--key', 'KEY', '--key-set-url', 'https://bot.example'], 'not of its origin'],
    [['sign', URL_ASKED, '--key', 'KEY', '--key-set-url', KEY_SET, '--component', '@path'], '@authority or'],
    [
      [
        'sign',
        URL_ASKED,
        '--key',
        'KEY',
        '--key-set-url',
        KEY_SET,
        '--component',
        '@authority',
        '--component',
        'x',
      ],
      'a field of the request',
    ],
    [['sign', '--make-key', 'KEY'], 'a key is never overwritten'],
    [['sign', '--make-key', 'KEY/x'], 'a part of its path is not a folder'],
    [['sign', '--make-key', 'NEW', '--key-set', 'NEWER/x'], 'its folder does not exist'],
    [['verify', 'KEY', '--no-network'], 'Cannot read a request'],
  ])('%j is refused', async (args, message) => {
    const { exit, stderr } = await robots(
      args.map((arg) => arg.replace(/^KEY/, file('bot.json')).replace(/^NEW/, file('fresh'))),
    );
    expect(exit).toBeGreaterThanOrEqual(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('"d"');
  });
});
