/** Tests that a field is believed for what it is, not for its place: lines of several formats, with what each must give. */
import { describe, expect, it } from 'vitest';
import { type Hit, readLog } from '../src/index.ts';

const UA = 'GPTBot/1.3 (+https://openai.com/gptbot)';
const TIME = '[29/Nov/2026:01:00:01 +0000]';
const ASKED = `${TIME} "GET /private/a HTTP/1.1" 200 5`;
/** A Combined line from its time on. */
const REST = `${ASKED} "-" "${UA}"`;
const COMBINED = `192.0.2.7 - - ${REST}`;
const SITE = { host: 'www.example.com' };
type Expected = Partial<Hit> | undefined;

/** The hits of a log, and what its summary counts. */
async function read(lines: readonly string[]) {
  const reading = readLog(Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1'));
  const hits: Hit[] = [];
  for await (const hit of reading) hits.push(hit);
  return { hits, summary: reading.summary };
}

const HIT = { address: '192.0.2.7', url: '/private/a', status: 200, userAgent: UA, host: undefined };

describe('a line of another format in the middle of a log is read by that format', () => {
  it.each<[string, string, Expected]>([
    ['vhost_combined with a port', `www.example.com:443 192.0.2.7 - - ${REST}`, SITE],
    ['vhost_combined', `www.example.com 192.0.2.7 - - ${REST}`, SITE],
    ['a quoted host', `"www.example.com" 192.0.2.7 - - ${REST}`, SITE],
    ['no identd user', `www.example.com 192.0.2.7 - ${REST}`, SITE],
    ['a host behind a dash', `- www.example.com 192.0.2.7 - ${REST}`, SITE],
    [
      'a host and a chain',
      `www.example.com 192.0.2.7, 10.0.0.1 - - ${REST}`,
      { ...SITE, address: '192.0.2.7, 10.0.0.1' },
    ],
    ['a chain', `192.0.2.7, 10.0.0.1 - - ${REST}`, { address: '192.0.2.7, 10.0.0.1' }],
    ['a host that is a word', `localhost 192.0.2.7 - - ${REST}`, {}],
    [
      'a host and a client with a name',
      `www.example.com localhost - - ${REST}`,
      { ...SITE, address: 'localhost' },
    ],
    [
      'a host and a named chain',
      `www.example.com a.isp.example, localhost - - ${REST}`,
      { ...SITE, address: 'a.isp.example, localhost' },
    ],
    ['an address and a name', `203.0.113.10 localhost - - ${REST}`, { address: '' }],
    [
      'only a field that anybody can send',
      `${TIME} "GET /private/a HTTP/1.1" 200 "${UA}" X-Forwarded-For="192.0.2.7" x-real-ip=192.0.2.7`,
      { address: '' },
    ],
    ['a machine', `i-0aaa 192.0.2.7 - - ${REST}`, {}],
    ['a machine with a colon', `web1: 192.0.2.7 - - ${REST}`, {}],
    ['a request id', `a1b2c3d4 192.0.2.7 - - ${REST}`, {}],
    ['syslog', `Nov 29 01:00:00 web1 nginx: ${COMBINED}`, {}],
    ['syslog without a host', `<134>Nov 29 01:00:00 nginx[8]: ${COMBINED}`, {}],
    ['ports', `192.0.2.7:1111 www.example.com:443 - - ${REST}`, { ...SITE, address: '192.0.2.7:1111' }],
    ['lighttpd', `192.0.2.7 www.example.com - ${REST}`, SITE],
    ['two addresses', `203.0.113.10 192.0.2.7 - - ${REST}`, { address: '' }],
    ['a quoted chain before the peer', `"192.0.2.7" 203.0.113.10 - - ${REST}`, { address: '' }],
    [
      'Istio 1.1',
      `[2026-11-29T01:00:01.000Z] "GET /private/a HTTP/1.1" 200 - "-" 0 135 11 10 "192.0.2.7" "${UA}" "id" "www.example.com" "10.30.1.7:80" outbound|80||x - 203.0.113.10:443 192.0.2.7:60290 -`,
      SITE,
    ],
    [
      'a server before the client',
      `${TIME} 203.0.113.10 192.0.2.7 "GET /private/a HTTP/1.1" 200 "${UA}"`,
      { address: undefined as never },
    ],
    ['a server behind the client', `"192.0.2.7" ${ASKED} "${UA}" 203.0.113.10:8080`, { address: '' }],
    [
      'named addresses',
      `${TIME} "GET /private/a HTTP/1.1" 200 "${UA}" client=192.0.2.7 upstream 203.0.113.10:8080`,
      { address: '' },
    ],
    [
      'two hosts',
      `2026-11-29T01:00:01Z backend1.internal.example 192.0.2.7 "GET /private/a HTTP/1.1" 200 5 "${UA}" www.example.com`,
      {},
    ],
    ['a number before the time', `"123456789012" 192.0.2.7 ${ASKED} "${UA}"`, {}],
  ])('%s', async (_name, line, expected) => {
    const wanted = {
      ...HIT,
      ...expected,
      ...('address' in (expected ?? {}) && { address: expected?.address ?? '' }),
    };
    for (const lines of [
      [line],
      [COMBINED, line],
      [line, COMBINED],
      [...Array<string>(80).fill(COMBINED), line],
    ]) {
      const { hits } = await read(lines);
      expect(hits).toHaveLength(lines.length);
      expect(hits[lines.indexOf(line)]).toMatchObject(wanted);
      if (lines.length > 1) expect(hits[lines.indexOf(COMBINED)]).toMatchObject(HIT);
    }
  });

  it('is told', async () => {
    const vhost = `www.example.com:443 ${COMBINED}`;
    const { summary } = await read([...Array<string>(9).fill(COMBINED), vhost, vhost]);
    expect(summary.formats).toEqual([
      { name: 'combined', firstLine: 1, lines: 9 },
      { name: 'vhost-combined', firstLine: 10, lines: 2 },
    ]);
  });
});

describe('the User-Agent among further columns is found by the values', () => {
  it.each<[string, string, string?]>([
    ['"-" "www.example.com"', '', 'www.example.com'],
    ['"-" "HIT"', ''],
    ['"-" "TLSv1.3"', ''],
    ['"-" "ECDHE-RSA-AES128-GCM-SHA256"', ''],
    ['"-" "nginx-1.22.1"', ''],
    ['"-" "nginx/1.22.1"', ''],
    ['"-" "php-fpm/8.1"', ''],
    ['"Reader/1.0 (x)"', ''],
    ['"-"', ' "php-fpm/8.1"'],
    ['"-" "7c1e0f2a9b3d4e5f"', ''],
    ['"-" "en-US,en;q=0.5"', ''],
    ['"-" "unix:/run/php.sock"', ''],
    ['"-" "192.0.2.1, 10.0.0.1"', ''],
    ['-', ''],
    ['"-"', ' "10.0.0.1"'],
    ['-', ' "HIT" "TLSv1.3"'],
    ['"-"', ' "rt=0.003" 0.004 .'],
    ['"-"', ' rt=0.005 uct="0.000" urt="0.005"'],
    ['0.012 "-"', ''],
    ['- "-"', ' 3 "Host-a" "http://10.0.0.3:80" 2ms'],
    ['-', ' 3 "Host-a" "http://10.0.0.3:80" 2ms'],
  ])('… 200 5 %s UA%s', async (before, after, host) => {
    for (const [start, own] of [
      ['192.0.2.7 - -', undefined],
      ['www.example.com:443 192.0.2.7 - -', 'www.example.com'],
    ]) {
      const line = (agent: string): string => `${start} ${ASKED} ${before} "${agent}"${after}`;
      const lines = [UA, 'Mozilla/5.0 (X11)', 'MyReader', '-'].map(line);
      const { hits } = await read(lines);
      expect(hits.map(({ userAgent }) => userAgent)).toEqual([UA, 'Mozilla/5.0 (X11)', 'MyReader', '']);
      expect(hits.map((hit) => hit.host)).toEqual(Array(4).fill(own ?? host));
    }
  });

  it('even where other lines have two columns', async () => {
    const traefik = `192.0.2.8 - - ${ASKED} - "FooBot/1.0" 3 "Host-a" "http://10.0.0.3:80" 2ms`;
    const browser = `192.0.2.7 - - ${ASKED} "https://www.example.com/" "Mozilla/5.0 (X11)" 2 "Host-a" "http://10.0.0.3:80" 2ms`;
    const { hits } = await read([browser, browser, browser, traefik]);
    expect(hits.map(({ userAgent }) => userAgent).at(-1)).toBe('FooBot/1.0');
  });

  it('and not in Referers that a client makes look like one', async () => {
    const spam = Array.from({ length: 40 }, (_, at) => `198.51.100.9 - - ${ASKED} "Spam/${at} (x)" "${UA}"`);
    const { hits } = await read([...spam, COMBINED]);
    expect(new Set(hits.map(({ userAgent }) => userAgent))).toEqual(new Set([UA]));
  });
});

describe('quotes that the server did not escape', () => {
  const line = (request: string, tail: string): string => `192.0.2.7 - - ${TIME} "${request}" 200 5 ${tail}`;
  const haproxy = (request: string): string =>
    `192.0.2.7:4711 [29/Nov/2026:01:00:01.796] web app/one 0/0/0/0/0 200 104 - - ---- 1/1/0/0/0 0/0 {${UA}} "${request}"`;
  const squid = (agent: string): string => line('GET /a HTTP/1.1', `"-" "${agent}" TCP_MISS:FIRSTUP_PARENT`);

  it.each<[string, readonly string[], string | undefined]>([
    [
      'in a User-Agent',
      [line('GET /a HTTP/1.1', '"-" "Mozilla/5.0 (reader "beta"; compatible; FooBot/1.0)"')],
      'Mozilla/5.0 (reader "beta"; compatible; FooBot/1.0)',
    ],
    ['in one of Squid', [squid('x "y"z'), squid('FooBot/1.0')], 'x "y"z'],
    ['in a Referer', [line('GET /a HTTP/1.1', '"http://a.example/?q="b"c" "FooBot/1.0"')], 'FooBot/1.0'],
    ['in a target', [line('GET /a?q="x HTTP/1.1', '"-" "FooBot/1.0"')], 'FooBot/1.0'],
    ['behind an empty User-Agent', [line('GET /a HTTP/1.1', '"-" "-""')], undefined],
    ['in a request of HAProxy', [haproxy('GET /"a HTTP/1.1'), haproxy('GET /b HTTP/1.1')], undefined],
    ['with two borders', [line('GET /a HTTP/1.1', '"-" "a"b" "c"')], undefined],
    [
      'with a second request',
      [line('GET /a HTTP/1.1" 200 5 "-" "x HTTP/1.1', '"-" "FooBot/1.0"')],
      undefined,
    ],
    [
      'with two columns, among lines of two',
      [line('GET /a HTTP/1.1', '"-" "a" "b"'), ...Array<string>(99).fill(COMBINED)],
      undefined,
    ],
  ])('%s: the whole field or none', async (_name, lines, userAgent) => {
    const { hits, summary } = await read(lines);
    const first = hits.find((hit) => hit.line === 1);
    expect(first?.userAgent).toBe(userAgent);
    expect(summary.unsure).toBe(userAgent === undefined ? 1 : 0);
  });

  it('at the end of a request of HAProxy that has no version: its target was cut', async () => {
    const { hits } = await read([haproxy('GET /cut'), haproxy('GET /whole HTTP/1.1')]);
    expect(hits.map(({ lost }) => lost)).toEqual([['target-end'], undefined]);
  });
});

describe('targets', () => {
  const json = (target: string): string =>
    `{"time":"2026-11-29T01:00:01+00:00","remote_addr":"192.0.2.7","request":"GET ${target} HTTP/1.1","status":200,"http_user_agent":"${UA}"}`;
  const iis = (query: string, agent = 'GPTBot/1.3'): string =>
    `#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status\n2026-11-29 01:00:02 GET /b ${query} 192.0.2.7 ${agent} 200`;

  const cloudfront = (gap: string, ...target: readonly string[]): string =>
    `#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) x-edge-location\n${[
      ...['2026-11-29', '01:00:02', '192.0.2.7', 'GET', ...target, '200', UA.replaceAll(' ', '%20'), 'FRA2'],
    ].join(gap)}`;

  it.each([
    ['raw UTF-8 in JSON', json('/private/caf\xc3\xa9.html'), '/private/caf%C3%A9.html'],
    ['an octet in JSON', json('/private/caf\xe9.html'), '/private/caf%E9.html'],
    ['an escape in JSON', json('/private/caf\\u00e9.html'), '/private/caf%C3%A9.html'],
    ['an escape above 0xff', json('/\\u043a\\\\u00e9'), '/%D0%BA\\u00e9'],
    [
      'Node.js',
      `{"time":1796000000000,"req":{"method":"GET","url":"/caf\xc3\x83\xc2\xa9","remoteAddress":"192.0.2.7"},"res":{"statusCode":200}}`,
      '/caf%C3%A9',
    ],
    ['Hypercorn', `192.0.2.7 - - ${TIME} "GET /robots.txt 1.1" 200 5 "-" "x/1"`, '/robots.txt'],
    ['HTTP/2', `192.0.2.7 - - ${TIME} "GET /a HTTP/2" 200 5 "-" "x/1"`, '/a'],
    [
      'an asterisk behind the host',
      `192.0.2.7 - - ${TIME} "OPTIONS http://www.example.com* HTTP/1.1" 200 5 "-" "x/1"`,
      '',
    ],
    ['Jetty’s word for a bad target', `192.0.2.7 - - ${TIME} "GET /badURI HTTP/1.1" 400 5 "-" "-"`, ''],
    ['Application Request Routing', iis('X-ARR-LOG-ID=7c1e'), '/b'],
    ['with a cache', iis('X-ARR-CACHE-HIT=0&X-ARR-LOG-ID=7c1e&SERVER-STATUS=200'), '/b'],
    ['behind a query', iis('a=1&X-ARR-LOG-ID=7c1e'), '/b?a=1'],
    ['not at the end', iis('X-ARR-LOG-ID=7c1e&a=1'), '/b?X-ARR-LOG-ID=7c1e&a=1'],
    [
      'Application Gateway',
      iis(
        'X-AzureApplicationGateway-CACHE-HIT=0&SERVER-ROUTED=10.4.0.4&X-AzureApplicationGateway-LOG-ID=1&SERVER-STATUS=200',
      ),
      '/b',
    ],
    [
      'CloudFront, which encodes percent signs',
      cloudfront('\t', '/caf%25C3%25A9', 'a=%2526'),
      '/caf%C3%A9?a=%26',
    ],
    ['CloudFront with blanks between fields', cloudfront(' ', '/a%2520b', 'a=1'), '/a%20b?a=1'],
  ])('%s', async (_name, log, url) => {
    const { hits, summary } = await read([log]);
    expect(hits).toMatchObject([{ url, ...(log.includes('x-edge') && { userAgent: UA }) }]);
    expect(summary.proxied).toBe(log.includes('LOG-ID') && !url.includes('LOG-ID') ? 1 : 0);
  });

  it.each([
    ['Acme/1.0+(+https://acme.example/)', 'Acme/1.0 (+https://acme.example/)'],
    ['Acme/1.0+(compatible;++http://acme.example/)', 'Acme/1.0 (compatible; +http://acme.example/)'],
    ['"Acme/1.0 (+https://acme.example/) a+b"', 'Acme/1.0 (+https://acme.example/) a+b'],
    ['"Acme+1"', 'Acme+1'],
  ])('W3C: the User-Agent %s', async (cell, userAgent) => {
    expect((await read([iis('-', cell)])).hits[0]?.userAgent).toBe(userAgent);
  });

  it('of a site’s own Worker are counted, and no hits', async () => {
    const row = (source: string): string =>
      `{"EdgeStartTimestamp":1796000000,"ClientIP":"192.0.2.7","ClientRequestURI":"/a","ClientRequestMethod":"GET","ClientRequestSource":"${source}","EdgeResponseStatus":200,"ClientRequestUserAgent":"x/1"}`;
    const { hits, summary } = await read([row('eyeball'), row('edgeWorkerFetch'), row('healthcheck')]);
    expect([hits.length, summary.inner, summary.skipped]).toEqual([1, 2, 0]);
  });
});

describe('what collectors and consoles write', () => {
  const manager = '- GET https www.example.com "/private/a" [Client 192.0.2.7] [Length 5] [Gzip -]';
  const record = { CsMethod: 'GET', CsUriStem: '/private/a', CIp: '192.0.2.7', UserAgent: UA, ScStatus: 200 };
  const long = COMBINED.replace('/private/a', `/private/a?${'x'.repeat(17_000)}`);
  const docker = (log: string): string =>
    JSON.stringify({ log, stream: 'stdout', time: '2026-11-29T01:00:01.1Z' });
  const kubernetes = (kind: string, text: string, stream = 'stdout'): string =>
    `2026-11-29T01:00:01.1Z ${stream} ${kind} ${text}`;

  it.each<[string, readonly string[], Expected]>([
    ['Nginx Proxy Manager', [`${TIME} - 200 200 ${manager} [Sent-to 10.0.0.5] "${UA}" "-"`], {}],
    ['the same without an upstream', [`${TIME} 200 ${manager} "${UA}" "-"`], {}],
    [
      'Splunk’s format for Apache',
      [
        `time=1795914001.123456, bytes_out=5, cookie="-", server=www.example.com, http_method="GET", http_user_agent="${UA}", client=192.0.2.7, status=200, uri_path="/private/a", uri_query="", user="-"`,
      ],
      {},
    ],
    [
      'Azure, with the text of an object',
      [JSON.stringify({ time: '2026-11-29T01:00:01Z', properties: JSON.stringify(record) })],
      {},
    ],
    [
      'Fluentd',
      [
        `2026-11-29T01:00:01+00:00\tnginx.access\t${JSON.stringify({ remote: '192.0.2.7', method: 'GET', path: '/private/a', code: '200', agent: `"${UA}"` })}`,
      ],
      {},
    ],
    [
      'Imperva',
      [
        '#Fields: date time c-ip cs(User-Agent) cs-uri cs-method sc-status',
        `"2026-11-29" "01:00:01" "192.0.2.7" "${UA}" "www.example.com/private/a" "GET" "200"`,
      ],
      SITE,
    ],
    [
      'journalctl -o verbose',
      [
        'Sun 2026-11-29 01:00:01.000000 UTC [s=0a;i=1;b=2]',
        '    _HOSTNAME=web1',
        `    MESSAGE=${COMBINED}`,
        '    _PID=1',
      ],
      {},
    ],
    [
      'a line in parts of containerd',
      [
        kubernetes('P', COMBINED.slice(0, -10)),
        kubernetes('F', 'an error', 'stderr'),
        kubernetes('F', COMBINED.slice(-10)),
      ],
      {},
    ],
    [
      'a line in parts of Docker',
      [docker(long.slice(0, 16_384)), docker(`${long.slice(16_384)}\n`)],
      { url: `/private/a?${'x'.repeat(17_000)}` },
    ],
    [
      'the time of an index beside that of the request',
      [
        `{"@timestamp":"2026-11-29T05:00:00Z","time":"2026-11-29T01:00:01Z","remote_addr":"192.0.2.7","request":"GET /private/a HTTP/1.1","status":200,"http_user_agent":"${UA}"}`,
      ],
      { time: Date.parse('2026-11-29T01:00:01Z') },
    ],
    [
      'a decoded target of nginx',
      [
        `{"time_iso8601":"2026-11-29T01:00:01Z","remote_addr":"192.0.2.7","uri":"/private/a","status":200,"http_user_agent":"${UA}"}`,
      ],
      { lost: ['encoding', 'query'] },
    ],
  ])('%s', async (_name, lines, expected) => {
    const { hits } = await read(lines);
    expect(hits).toHaveLength(1);
    const { host: _, ...wanted } = HIT;
    expect(hits[0]).toMatchObject({ ...wanted, ...expected });
  });

  it.each([
    [
      'logfmt',
      `time=2026-11-29T01:00:01Z client=192.0.2.7 method=GET path=/private/a status=200 ua="x" path="/b" ua="${UA}"`,
    ],
    ['LTSV', `time:2026-11-29T01:00:01Z\thost:192.0.2.7\treq:GET /a HTTP/1.1\tstatus:200\tua:x\tua:${UA}`],
  ])('a label of %s that a client can have added is not believed', async (_name, line) => {
    expect((await read([line])).summary).toMatchObject({ hits: 0, unsure: 1 });
  });

  it('a row of a table whose cell goes on in the next line is not read', async () => {
    const table = `time,ip,method,path,status,user_agent\n2026-11-29T01:00:01Z,192.0.2.7,GET,/a,200,"x\n${UA}"`;
    expect((await read([table])).summary).toMatchObject({ hits: 0, skipped: 3 });
  });

  it('that begins like a row of a table without names is none', async () => {
    const log = '2026-11-29 01:00:01,190 INFO     Killed 0 pending application instances';
    expect((await read([COMBINED, log])).summary).toMatchObject({ hits: 1, skipped: 1 });
  });

  it('in a zone that does not exist is not read', async () => {
    const { hits, summary } = await read([
      COMBINED.replace('+0000', '+0550'),
      COMBINED.replace('+0000', '+0530'),
    ]);
    expect([hits.length, hits[0]?.line, summary.skipped]).toEqual([1, 2, 1]);
  });
});
