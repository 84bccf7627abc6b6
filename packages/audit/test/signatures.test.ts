/** Tests signed requests (RFC 9421) in the log formats that contain the signature fields. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { registryWith } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { signaturesOf } from '../src/identity/signature.ts';
import { audit, type Finding, type Hit, identify, readLog, readRanges, timeline } from '../src/index.ts';
import { readSignatureKeys, verifyWith } from '../src/node/index.ts';
import { percentEncoded } from './write-log.ts';

/** RFC 9421, appendix B.1.4. */
const RFC_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
};
/** The thumbprint of the key, according to draft-meunier-web-bot-auth-architecture. */
const RFC_THUMBPRINT = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';
const KEY_SET = 'https://bot.example/jwks.json';
const WELL_KNOWN = 'https://bot.example/.well-known/http-message-signatures-directory';
const TIME = Date.UTC(2026, 10, 5, 10);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

const registry = registryWith([
  {
    token: 'SignBot',
    operator: 'Sign',
    source: 'https://a.example/',
    asOf: '2026-11-22',
    verification: [{ kind: 'signature', signatureAgent: KEY_SET }],
  },
]);
const verifierFor = (keySet: string, keys: readonly object[] = [RFC_KEY]) =>
  verifyWith(readSignatureKeys({ [keySet]: { keys } }), { allowTestKeys: true });
const verifySignature = verifierFor(KEY_SET);

/** Grades of requests, with their reasons. */
const PROVEN = `signature: ${KEY_SET}`;
const UNCOVERED = 'claimed: its signature covers data that the log does not contain';
const UNSIGNED = 'claimed: it has no Web Bot Auth signature';
const NOT_IN_TIME = 'refuted: its signature had expired or was not yet valid';
const INVALID = 'refuted: its signature is not valid';

const ec = (namedCurve: string) => () => generateKeyPairSync('ec', { namedCurve });
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const P1363 = { dsaEncoding: 'ieee-p1363' } as const;

interface Signing {
  key?: KeyObject | object;
  components?: string;
  keyid?: string;
  /** Seconds after the request. */
  created?: number;
  expires?: number;
  rest?: string;
  /** The value of `Signature-Agent`, and the component that covers it. */
  agent?: string;
  own?: string;
}

interface SignedRequest {
  host: string;
  url: string;
  userAgent: string;
  signature: string;
  input: string;
  agent: string;
}

/**
 * A signed request to `www.example.com`. The signature base is composed here, independently of the package, for the
 * components that tests name.
 */
function signed({
  key = RFC_KEY,
  components = '"@authority"',
  keyid = RFC_THUMBPRINT,
  created = -1,
  expires = 60,
  rest = ';tag="web-bot-auth"',
  agent = `sig1="${KEY_SET}"`,
  own = '"signature-agent";key="sig1"',
}: Signing = {}): SignedRequest {
  const [host, url] = ['www.example.com', '/private/x?y=%2F'];
  const covered = [...components.split(' '), ...(own === '' ? [] : [own])];
  const values: Record<string, string> = {
    '"@authority"': host,
    '"@method"': 'GET',
    '"@path"': '/private/x',
    '"@query"': '?y=%2F',
    '"@request-target"': url,
    '"@target-uri"': `https://${host}${url}`,
    '"@query-param";name="y"': '%2F',
    '"signature-agent"': agent,
    '"signature-agent";key="sig1"': agent.slice('sig1='.length),
    '"user-agent"': 'SignBot/1.0',
    '"x-other"': 'value',
  };
  const parameters = `(${covered.join(' ')});created=${TIME / 1000 + created};keyid="${keyid}";expires=${TIME / 1000 + expires}${rest}`;
  const lines = covered.map((name) => `${name}: ${values[name]}\n`);
  const base = `${lines.join('')}"@signature-params": ${parameters}`;
  const octets = sign(null, Buffer.from(base), createPrivateKey({ key: key as never, format: 'jwk' }));
  return {
    host,
    url,
    userAgent: 'SignBot/1.0',
    signature: `sig1=:${octets.toString('base64')}:`,
    input: `sig1=${parameters}`,
    agent,
  };
}

/** A log with one request, as Caddy writes it. */
function caddy({ host, url, userAgent, signature, input, agent }: SignedRequest): string {
  const headers = {
    'User-Agent': [userAgent],
    Signature: [signature],
    'Signature-Input': [input],
    ...(agent !== '-' && { 'Signature-Agent': [agent] }),
  };
  const request = { remote_ip: '203.0.113.7', method: 'GET', host, uri: url, headers };
  return `${JSON.stringify({ level: 'info', ts: TIME / 1000, request, status: 200, size: 5 })}\n`;
}

const quoted = (text: string): string => text.replaceAll('"', '\\x22');

const formats: readonly (readonly [string, string | undefined, (request: SignedRequest) => string])[] = [
  ['Caddy', undefined, caddy],
  [
    'log_format of nginx',
    'log_format s \'$remote_addr [$time_local] $host "$request" $status "$http_user_agent" "$http_signature_input" "$http_signature" "$http_signature_agent"\';',
    ({ host, url, userAgent, signature, input, agent }) =>
      `203.0.113.7 [05/Nov/2026:10:00:00 +0000] ${host} "GET ${url} HTTP/1.1" 200 "${userAgent}" "${quoted(input)}" "${signature}" "${quoted(agent)}"\n`,
  ],
  [
    'LogFormat of Apache',
    'LogFormat "%a %t %v \\"%r\\" %>s \\"%{User-Agent}i\\" \\"%{Signature}i\\" \\"%{signature-input}i\\" \\"%{Signature-Agent}i\\"" signed',
    ({ host, url, userAgent, signature, input, agent }) =>
      `203.0.113.7 [05/Nov/2026:10:00:00 +0000] ${host} "GET ${url} HTTP/1.1" 200 "${userAgent}" "${signature}" "${input.replaceAll('"', '\\"')}" "${agent.replaceAll('"', '\\"')}"\n`,
  ],
  [
    'JSON of nginx',
    undefined,
    ({ host, url, userAgent, signature, input, agent }) =>
      `${JSON.stringify({ time_iso8601: '2026-11-05T10:00:00Z', remote_addr: '203.0.113.7', host, request: `GET ${url} HTTP/1.1`, status: '200', http_user_agent: userAgent, http_signature: signature, http_signature_input: input, http_signature_agent: agent })}\n`,
  ],
  [
    'CSV with a header',
    undefined,
    ({ host, url, userAgent, signature, input, agent }) =>
      `time,client_ip,host,method,url,status,user_agent,signature,signature_input,signature_agent\n2026-11-05T10:00:00Z,203.0.113.7,${host},GET,${url},200,${userAgent},${signature},"${input.replaceAll('"', '""')}","${agent.replaceAll('"', '""')}"\n`,
  ],
  [
    'CloudFront with header fields',
    undefined,
    ({ host, url, userAgent, signature, input, agent }) =>
      `#Version: 1.0\n#Fields: date time c-ip cs-method x-host-header cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs(Signature) cs(Signature-Input) cs(Signature-Agent)\n${['2026-11-05', '10:00:00', '203.0.113.7', 'GET', host, ...url.split('?'), 200, percentEncoded(userAgent), percentEncoded(signature), percentEncoded(input), percentEncoded(agent)].join('\t')}\n`,
  ],
];

async function hitOf(log: string, format?: string): Promise<Hit> {
  for await (const hit of readLog(log, format)) return hit;
  throw new Error(`No hit in ${log}`);
}

async function gradeOf(request: SignedRequest, verifier = verifySignature): Promise<string> {
  const hit = await hitOf(caddy(request));
  const signature = hit.signature && verifier(hit);
  const { identity, by } = identify(hit.address, hit.userAgent, { registry, signature });
  return by === undefined ? identity : `${identity}: ${by}`;
}

describe('RFC 9421 appendix B.2.6: a request signed with Ed25519', () => {
  const headers = {
    Date: ['Tue, 20 Apr 2021 02:07:55 GMT'],
    'Content-Type': ['application/json'],
    'Content-Length': ['18'],
    'Signature-Input': [
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    ],
    Signature: [
      'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
    ],
  };
  const uri = '/foo?param=Value&Pet=dog';
  const lineOf = (method: string): string =>
    `${JSON.stringify({ ts: 1618884475, request: { method, host: 'example.com', uri, headers }, status: 200 })}\n`;

  it.each([
    ['POST', true],
    ['PUT', false],
  ])('%s: %s', async (method, isValid) => {
    const [signature] = signaturesOf(await hitOf(lineOf(method)));
    const { d: _, ...key } = RFC_KEY;
    const octets = Buffer.from(signature?.bases[0] ?? '');
    expect(verify(null, octets, { key, format: 'jwk' }, signature?.signature ?? octets)).toBe(isValid);
    expect(signature).toMatchObject({ keyid: 'test-key-ed25519', tag: undefined, isBound: true });
  });

  it('proves no crawler: it states neither that purpose nor an end', async () => {
    const hit = await hitOf(lineOf('POST'));
    expect(verifySignature(hit)).toEqual({
      outcome: 'untried',
      why: 'it has no Web Bot Auth signature',
    });
  });
});

describe('Web Bot Auth', () => {
  it.each(formats)('%s: proven, and refuted with one octet changed', async (_, format, write) => {
    const request = signed();
    const graded = async (changed: Partial<SignedRequest>): Promise<string> => {
      const hit = await hitOf(write({ ...request, ...changed }), format);
      return identify(hit.address, hit.userAgent, { registry, signature: verifySignature(hit) }).identity;
    };
    expect(await graded({})).toBe('signature');
    expect(await graded({ userAgent: BROWSER })).toBe('signature');
    expect(await graded({ host: 'other.example' })).toBe('refuted');
    expect(await graded({ agent: `sig1="${KEY_SET.toUpperCase().replace('JWKS.JSON', 'jwks.json')}"` })).toBe(
      'refuted',
    );
    expect(
      await graded({
        signature: request.signature.replace(/:(.)/, (_all, one) => (one === 'A' ? ':B' : ':A')),
      }),
    ).toBe('refuted');
  });

  it.each<[string, Signing, string]>([
    [
      'every derived component',
      {
        components:
          '"@method" "@authority" "@path" "@query" "@request-target" "user-agent" "@query-param";name="y"',
      },
      PROVEN,
    ],
    ['a field that the log lacks', { components: '"@authority" "x-other"' }, UNCOVERED],
    ['the whole URL', { components: '"@target-uri"' }, PROVEN],
    ['a component twice', { components: '"@authority" "@authority"' }, UNCOVERED],
    ['no authority', { components: '"@method" "@path"' }, UNSIGNED],
    ['another purpose', { rest: ';tag="payment"' }, UNSIGNED],
    ['no purpose', { rest: '' }, UNSIGNED],
    ['its end before the request', { created: -900, expires: -400 }, NOT_IN_TIME],
    ['its beginning after the request', { created: 400, expires: 900 }, NOT_IN_TIME],
    ['an end before its beginning', { created: 10, expires: 0 }, UNSIGNED],
    ['the name of the key', { keyid: 'test-key-ed25519' }, PROVEN],
    ['an unknown key', { keyid: 'mine' }, `claimed: its key is not in the key set of ${KEY_SET}`],
    [
      'another algorithm',
      { rest: ';tag="web-bot-auth";alg="ecdsa-p256-sha256"' },
      'refuted: its signature names the algorithm "ecdsa-p256-sha256", which does not fit its key',
    ],
    ['its algorithm', { rest: ';tag="web-bot-auth";alg="ed25519";nonce="e8N7S2MFd/qrd6T2R3tdfA"' }, PROVEN],
    [
      'another key under its name',
      { key: generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) },
      INVALID,
    ],
  ])('%s', async (_, signing, expected) => {
    expect(await gradeOf(signed(signing))).toBe(expected);
  });

  it.each(['sig1', 'sig1=:::', 'sig1=:AA==:, sig1', '"', 'sig2=:AA==:', `sig1=:${'A'.repeat(4000)}:`])(
    'the field %s is not a signature',
    async (signature) => {
      expect(await gradeOf({ ...signed(), signature })).toMatch(/^claimed/);
    },
  );

  it('a field that says who was verified proves nothing', async () => {
    const { signature: _, input: __, ...rest } = signed();
    expect(await gradeOf({ ...rest, signature: '-', input: '-' })).toBe('claimed: no signature was given');
  });

  it.each([
    ['ecdsa-p256-sha256', ec('P-256'), 'sha256', P1363],
    ['ecdsa-p384-sha384', ec('P-384'), 'sha384', P1363],
    ['rsa-v1_5-sha256', rsa, 'sha256', {}],
    ['rsa-pss-sha512', rsa, 'sha512', { padding: 6, saltLength: 64 }],
  ] as const)('%s', async (algorithm, generate, digest, options) => {
    const { publicKey, privateKey } = generate() as { publicKey: KeyObject; privateKey: KeyObject };
    const request = signed({
      keyid: 'k',
      own: '',
      agent: '-',
      rest: `;alg="${algorithm}";tag="web-bot-auth"`,
    });
    const base = `"@authority": ${request.host}\n"@signature-params": ${request.input.slice('sig1='.length)}`;
    const octets = sign(digest, Buffer.from(base), { key: privateKey, ...options });
    const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }];
    const verifier = verifierFor(KEY_SET, keys);
    const signature = `sig1=:${octets.toString('base64')}:`;
    expect(await gradeOf({ ...request, signature }, verifier)).toBe(PROVEN);
    octets.writeUInt8(octets.readUInt8(9) ^ 1, 9);
    const changed = `sig1=:${octets.toString('base64')}:`;
    expect(await gradeOf({ ...request, signature: changed }, verifier)).toBe(INVALID);
  });

  it('a key of somebody else proves nothing, and refutes nothing', async () => {
    const others = verifierFor('https://evil.example');
    expect(await gradeOf(signed(), others)).toBe(`claimed: the keys of ${KEY_SET} are not known`);
    const request = { ...signed(), host: 'b.example' };
    expect(await gradeOf(request, others)).toBe(`claimed: the keys of ${KEY_SET} are not known`);
  });

  it.each<[string, Signing, string]>([
    ['-00: an origin', { agent: 'sig1="https://bot.example"' }, 'proven 00'],
    ['-00: an origin with a type', { agent: 'sig1="https://bot.example/";type=directory' }, 'proven 00'],
    ['-00: a key set with a type', { agent: `sig1="${WELL_KNOWN}";type=jwks_uri` }, 'proven 00'],
    ['-00: a card', { agent: `sig1="${WELL_KNOWN}";type=cimd` }, 'untried'],
    ['-01: the well-known URL', { agent: `sig1="${WELL_KNOWN}"` }, 'proven 01'],
    ['another spelling of it', { agent: `sig1="${WELL_KNOWN.replace('k', '%6b')}?v=2"` }, 'proven 01'],
    ['another parameter', { agent: `sig1="${WELL_KNOWN}";v=2` }, 'untried'],
    ['http', { agent: `sig1="${WELL_KNOWN.replace('https', 'http')}"` }, 'untried'],
    ['a password', { agent: 'sig1="https://a@bot.example"' }, 'untried'],
    ['a neighbour on the same host', { agent: 'sig1="https://bot.example/other.json"' }, 'untried'],
    ['before -00: a String', { agent: '"https://bot.example"', own: '"signature-agent"' }, 'proven earlier'],
    [
      'before -00: the field as a whole',
      { agent: `sig1="${WELL_KNOWN}"`, own: '"signature-agent"' },
      'proven earlier',
    ],
    ['before -00: no field', { agent: '-', own: '' }, 'proven earlier'],
    ['a field that it does not cover', { agent: `sig1="${WELL_KNOWN}"`, own: '' }, 'untried'],
    ['a key for another use', { keyid: 'encrypts' }, 'untried'],
    ['an expired key', { keyid: 'old' }, 'failed'],
    ['a key that is not yet valid', { keyid: 'new' }, 'failed'],
  ])('%s', async (_, signing, expected) => {
    const keys = [
      RFC_KEY,
      { ...RFC_KEY, kid: 'encrypts', use: 'enc' },
      { ...RFC_KEY, kid: 'old', exp: TIME / 1000 - 3600 },
      { ...RFC_KEY, kid: 'new', nbf: TIME / 1000 + 3600 },
    ];
    const request = { agent: `sig1="${WELL_KNOWN}"`, ...signing };
    const check = verifierFor('https://bot.example', keys)(await hitOf(caddy(signed(request))));
    expect(check.outcome === 'proven' ? `${check.outcome} ${check.draft}` : check.outcome).toBe(expected);
    if (check.outcome === 'proven') expect(check.by).toBe(WELL_KNOWN);
  });

  it('a published test key proves nothing', async () => {
    const verifier = verifyWith(readSignatureKeys({ [KEY_SET]: { keys: [RFC_KEY] } }));
    expect(await gradeOf(signed(), verifier)).toBe(
      'claimed: its key is a test key, with which everybody can sign',
    );
  });

  it.each([
    ['"@query"', ['query']],
    ['"@target-uri"', ['query']],
    ['"@path"', ['encoding']],
    ['"user-agent"', ['user-agent']],
  ] as const)('%s is not judged in a log without it', async (component, lost) => {
    const hit = {
      ...(await hitOf(caddy(signed({ components: `"@authority" ${component}` })))),
      url: '/other',
      lost,
    };
    expect(verifySignature(hit).outcome).toBe('untried');
  });

  it('is one way of several: outside the ranges and without a valid signature is refuted, with one is proven', async () => {
    const both = registryWith([
      {
        token: 'SignBot',
        operator: 'Sign',
        source: 'https://a.example/',
        asOf: '2026-11-22',
        verification: [
          { kind: 'signature', signatureAgent: KEY_SET },
          { kind: 'ip-ranges', url: 'https://bot.example/ips.json', format: 'prefixes' },
        ],
      },
    ]);
    const ranges = readRanges({ SignBot: ['192.0.2.0/24'] });
    const graded = async (request: SignedRequest): Promise<string> => {
      const hit = await hitOf(caddy(request));
      return identify('203.0.113.7', 'SignBot/1.0', {
        registry: both,
        ranges,
        signature: verifySignature(hit),
      }).identity;
    };
    expect(await graded(signed())).toBe('signature');
    expect(await graded({ ...signed(), url: '/a', host: 'b.example' })).toBe('refuted');
    expect(identify('203.0.113.7', 'SignBot/1.0', { registry: both, ranges }).identity).toBe('claimed');
  });

  it('an audit counts each request by its own signature', async () => {
    const good = caddy(signed({ components: '"@authority" "@path"' }));
    const replayed = good.replace('/private/x?', '/private/other?');
    const found: Finding[] = [];
    const report = await audit([{ name: 'log', open: () => good + replayed + good }], {
      timeline: timeline([{ from: 0, body: 'User-agent: *\nDisallow: /private/\n' }], { registry }),
      evidence: { registry, verifySignature },
      onFindings: (findings) => {
        found.push(...findings);
      },
    });
    expect(found.map(({ identity, class: name }) => `${identity} ${name}`)).toEqual([
      'signature never-asked',
      'refuted unidentified',
      'signature never-asked',
    ]);
    expect(report.crawlers[0]?.identity.signature).toBe(2);
  });
});

describe('directories of keys', () => {
  it.each([
    [[], /expected an object/],
    [{ keys: [] }, /Cannot read keys of "keys"/],
    [{ [KEY_SET]: [] }, /expected an object/],
    [{ [KEY_SET]: { keys: [1] } }, /expected an object/],
    [{ 'bot.example': { keys: [] } }, /expected the URL/],
  ])('%j is refused', (value, message) => {
    expect(() => readSignatureKeys(value)).toThrow(message);
  });

  it('keys of unknown types are left out, and so are private parts', () => {
    const keys = readSignatureKeys({
      [KEY_SET]: { keys: [{ kty: 'oct', k: 'AAAA' }, { kty: 'EC', crv: 'P-256', x: 'bad' }, RFC_KEY] },
    });
    expect([...keys.keys()]).toEqual([RFC_THUMBPRINT, 'test-key-ed25519']);
    expect(keys.get(RFC_THUMBPRINT)?.[0]?.key.type).toBe('public');
  });
});
