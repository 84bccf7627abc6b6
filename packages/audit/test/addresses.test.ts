/**
 * Whose address a line has. The same requests are written in layouts of peer, forwarded chain and server, and each
 * sender is known: only who really is somebody else may be refuted.
 */
import { audit, type LogSource, readLog, readRanges, timeline } from '@robots-exclusion/audit';
import { describe, expect, it } from 'vitest';

const CRAWLER = '192.0.2.7';
const STRANGER = '198.51.100.9';
const PRIVATE = '10.0.3.7';
const EDGE = '203.0.113.20';
const RANGES = readRanges({ GPTBot: ['192.0.2.0/24'] });
const AGENT = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)';

/** One request: its peer, and what its X-Forwarded-For says. */
interface Seen {
  readonly peer: string;
  readonly forwarded: string | undefined;
}

const TIME = '29/Nov/2026:01:00:01 +0000';
const REQUEST = 'GET /private/a HTTP/1.1';
const line = (start: string, end = ''): string =>
  `${start} - - [${TIME}] "${REQUEST}" 200 5 "-" "${AGENT}"${end}\n`;
const chain = ({ forwarded }: Seen): string => forwarded ?? '-';
const lists = ({ forwarded }: Seen): object =>
  forwarded === undefined ? {} : { 'X-Forwarded-For': [forwarded] };
const json = (entry: object): string => `${JSON.stringify(entry)}\n`;

interface Layout {
  readonly write: (seen: Seen) => string;
  readonly format?: string;
}

const CADDY = (seen: Seen, request: object): string =>
  json({
    level: 'info',
    ts: 1795914001,
    logger: 'http.log.access',
    msg: 'handled request',
    request: {
      ...request,
      proto: 'HTTP/1.1',
      method: 'GET',
      host: 'www.example.com',
      uri: '/private/a',
      headers: { 'User-Agent': [AGENT], ...lists(seen) },
    },
    status: 200,
    size: 5,
  });

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'nginx main, given': {
    write: (seen) => line(seen.peer, ` "${chain(seen)}"`),
    format:
      '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for"',
  },
  'nginx main, recognized': { write: (seen) => line(seen.peer, ` "${chain(seen)}"`) },
  'vhost_combined with a chain, recognized': {
    write: (seen) => line(`www.example.com:443 ${seen.peer}`, ` "${chain(seen)}"`),
  },
  'Apache, the chain last': {
    write: (seen) => line(seen.peer, ` "${chain(seen)}"`),
    format: '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" "%{X-Forwarded-For}i"',
  },
  'Apache, the chain first': {
    write: (seen) => line(`${chain(seen)} ${seen.peer}`),
    format: '%{X-Forwarded-For}i %h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"',
  },
  'Caddy without client_ip': { write: (seen) => CADDY(seen, { remote_ip: seen.peer, remote_port: '1' }) },
  'Caddy, client_ip is the peer': {
    write: (seen) => CADDY(seen, { remote_ip: seen.peer, client_ip: seen.peer }),
  },
  'JSON of nginx': {
    write: (seen) =>
      json({
        ...{
          time_iso8601: '2026-11-29T01:00:01+00:00',
          remote_addr: seen.peer,
          request: REQUEST,
          status: 200,
        },
        ...{ http_user_agent: AGENT, http_x_forwarded_for: seen.forwarded ?? '' },
      }),
  },
  'JSON, nested': {
    write: (seen) =>
      json({
        '@timestamp': '2026-11-29T01:00:01Z',
        source: { ip: seen.peer },
        http: { request: { method: 'GET', headers: lists(seen) }, response: { status_code: 200 } },
        url: { original: '/private/a' },
        user_agent: { original: AGENT },
      }),
  },
  'JSON, names with dots': {
    write: (seen) =>
      json({
        ...{ '@timestamp': '2026-11-29T01:00:01Z', 'source.ip': seen.peer, 'http.request.method': 'GET' },
        ...{ 'http.request.headers': lists(seen), 'http.response.status_code': 200 },
        ...{ 'url.original': '/private/a', 'user_agent.original': AGENT },
      }),
  },
  Traefik: {
    write: (seen) =>
      json({
        ...{ ClientHost: seen.peer, RequestMethod: 'GET', RequestPath: '/private/a', DownstreamStatus: 200 },
        ...{ StartUTC: '2026-11-29T01:00:01Z', 'request_User-Agent': AGENT },
        ...(seen.forwarded !== undefined && { 'request_X-Forwarded-For': seen.forwarded }),
      }),
  },
  'IIS with a column': {
    write: (seen) =>
      `#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent) X-Forwarded-For\n2026-11-29 01:00:01 ${seen.peer} GET /private/a 200 ${AGENT.replaceAll(' ', '+')} ${chain(seen).replaceAll(' ', '+')}\n`,
  },
  Istio: {
    write: (seen) =>
      `[2026-11-29T01:00:01.354Z] "${REQUEST}" 200 - via_upstream - "-" 0 135 11 10 "${chain(seen)}" "${AGENT}" "id" "www.example.com" "10.30.1.7:80" outbound|80||x 10.30.1.1:1 10.30.1.2:80 ${seen.peer}:60290 - -\n`,
  },
  LTSV: {
    write: (seen) =>
      `${['time:2026-11-29T01:00:01Z', `host:${seen.peer}`, `forwardedfor:${chain(seen)}`, `req:${REQUEST}`, 'status:200', 'size:5', `ua:${AGENT}`].join('\t')}\n`,
  },
  CSV: {
    write: (seen) =>
      `time,remote_addr,x_forwarded_for,method,url,status,user_agent\n2026-11-29T01:00:01Z,${seen.peer},"${chain(seen)}",GET,/private/a,200,"${AGENT}"\n`,
  },
};

type Grade = 'range' | 'refuted' | 'unknown';

/** Peers and chains as they can come, and what may be said of the sender without knowing the proxies. */
const SENDERS: readonly (readonly [name: string, seen: Seen, grade: Grade])[] = [
  ['the crawler, directly', { peer: CRAWLER, forwarded: undefined }, 'range'],
  ['a stranger, directly', { peer: STRANGER, forwarded: undefined }, 'refuted'],
  ['the crawler, by a balancer', { peer: PRIVATE, forwarded: CRAWLER }, 'range'],
  ['a stranger, by a balancer', { peer: PRIVATE, forwarded: STRANGER }, 'refuted'],
  [
    'a stranger who forges, by a balancer',
    { peer: PRIVATE, forwarded: `${CRAWLER}, ${STRANGER}` },
    'unknown',
  ],
  ['the crawler, by two balancers', { peer: PRIVATE, forwarded: `${CRAWLER}, 10.0.0.9` }, 'range'],
  ['the crawler, by an edge', { peer: EDGE, forwarded: CRAWLER }, 'unknown'],
  ['a stranger, by an edge', { peer: EDGE, forwarded: STRANGER }, 'unknown'],
  ['a stranger who names himself', { peer: STRANGER, forwarded: STRANGER }, 'refuted'],
  [
    'the crawler, behind a server that knows its edge',
    { peer: CRAWLER, forwarded: `${CRAWLER}, ${EDGE}` },
    'range',
  ],
  ['the balancer itself', { peer: PRIVATE, forwarded: undefined }, 'unknown'],
];

async function gradeOf(log: string, options: object = {}): Promise<string> {
  const history = timeline([{ name: 'v', from: 0, body: 'User-agent: *\nDisallow: /private/\n' }]);
  const logs: LogSource[] = [{ name: 'a.log', open: () => log }];
  const report = await audit(logs, { timeline: history, evidence: { ranges: RANGES }, ...options });
  expect(report.requests).toBe(1);
  return Object.keys(report.crawlers[0]?.identity ?? {}).join();
}

describe('the member "host" of JSON', () => {
  const entry = { time: '2026-11-29T01:00:01Z', method: 'GET', path: '/private/a', code: 200, agent: AGENT };
  const read = async (more: object, options: object = {}): Promise<unknown[]> => {
    for await (const { address, host } of readLog(json({ ...entry, ...more }), undefined, options))
      return [address, host];
    return [];
  };

  it.each<[string, object, object, unknown[]]>([
    ['the client, as parsers for Apache call it', { host: CRAWLER }, {}, [CRAWLER, undefined]],
    [
      'the client, named by the user',
      { host: CRAWLER },
      { named: { address: 'host' } },
      [CRAWLER, undefined],
    ],
    ['the machine of a collector', { host: 'web1', remote: CRAWLER }, {}, [CRAWLER, undefined]],
    [
      'the machine beside a site',
      { host: 'web1', remote: CRAWLER, vhost: 'a.example' },
      {},
      [CRAWLER, 'a.example'],
    ],
    ['a site', { host: 'a.example:8080', remote: CRAWLER }, {}, [CRAWLER, 'a.example:8080']],
    [
      'a single word that the user named',
      { host: 'intranet', remote: CRAWLER },
      { named: { host: 'host' } },
      [CRAWLER, 'intranet'],
    ],
  ])('%s', async (_, more, options, expected) => {
    expect(await read(more, options)).toEqual(expected);
  });
});

describe.each(Object.entries(LAYOUTS))('%s', (_, { write, format }) => {
  it.each(SENDERS)('%s', async (__, seen, grade) => {
    expect(await gradeOf(write(seen), { format })).toBe(grade);
  });

  it('knows the client behind a named edge, or in a named field', async () => {
    const own = { format, ownProxies: ['203.0.113.0/24'] };
    expect(await gradeOf(write({ peer: EDGE, forwarded: CRAWLER }), own)).toBe('range');
    expect(await gradeOf(write({ peer: EDGE, forwarded: `${CRAWLER}, ${STRANGER}` }), own)).toBe('unknown');
    expect(await gradeOf(write({ peer: EDGE, forwarded: STRANGER }), own)).toBe('refuted');
    // With its proxies named, every other peer is a client, whatever it states.
    expect(await gradeOf(write({ peer: STRANGER, forwarded: CRAWLER }), own)).toBe('refuted');
    for (const clientAddress of ['X-Forwarded-For', 'http_x_forwarded_for', '%{X-Forwarded-For}i'])
      expect(await gradeOf(write({ peer: EDGE, forwarded: CRAWLER }), { format, clientAddress })).toBe(
        'range',
      );
    expect(await gradeOf(write({ peer: EDGE, forwarded: CRAWLER }), { format, clientAddress: 'peer' })).toBe(
      'refuted',
    );
  });
});
