/** Tests formats that users describe, and lines that look like a format other than their own. */
import { describe, expect, it } from 'vitest';
import { type Hit, readLog } from '../src/index.ts';

async function read(line: string, format?: string) {
  const reading = readLog(`${line}\n`, format);
  let hit: Hit | undefined;
  for await (const one of reading) hit = one;
  return { hit, summary: reading.summary };
}

const AGENT = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const TIME = Date.UTC(2026, 10, 5, 10);

describe('formats that are named or described', () => {
  it.each([
    [
      '$remote_addr|$time_iso8601|$request_uri|$status|$http_user_agent',
      `192.0.2.7|2026-11-05T10:00:00+00:00|/a|200|${AGENT}`,
    ],
    [
      '$remote_addr [$time_local] $request $status "$http_user_agent"',
      `192.0.2.7 [05/Nov/2026:10:00:00 +0000] GET /a HTTP/1.1 200 "${AGENT}"`,
    ],
    [
      '$remote_addr $time_local "$request" $status "$http_user_agent"',
      `192.0.2.7 05/Nov/2026:12:00:00 +0200 "GET /a HTTP/1.1" 200 "${AGENT}"`,
    ],
    [
      '%h %{%Y-%m-%d %T %z}t "%r" %>s "%{User-Agent}i"',
      `192.0.2.7 2026-11-05 05:00:00 -0500 "GET /a HTTP/1.1" 200 "${AGENT}"`,
    ],
    [
      'LogFormat "%h [%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t] \\"%r\\" %>s \\"%{User-Agent}i\\"" precise',
      `192.0.2.7 [05/Nov/2026 05:00:00.000 -0500] "GET /a HTTP/1.1" 200 "${AGENT}"`,
    ],
    [
      '%h %{sec}t.%{usec_frac}t "%r" %>s "%{User-Agent}i"',
      `192.0.2.7 ${TIME / 1000}.000000 "GET /a HTTP/1.1" 200 "${AGENT}"`,
    ],
    [
      String.raw`log_format tabs '$remote_addr\t$time_iso8601\t$request_uri\t' '$status\t$http_user_agent';`,
      `192.0.2.7\t2026-11-05T10:00:00+00:00\t/a\t200\t${AGENT}`,
    ],
    [
      'json',
      `{"ts":"2026/11/05 10:00:00","request":{"remote_ip":"192.0.2.7","method":"GET","uri":"/a","headers":{"User-Agent":["${AGENT}"]}},"status":200}`,
    ],
    [
      '$http_x_forwarded_for [$time_local] "$request" $status "$http_user_agent"',
      `198.51.100.1, 192.0.2.7 [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 "${AGENT}"`,
    ],
    [
      '%{CF-Connecting-IP}i %t "%r" %>s "%{User-Agent}i"',
      `192.0.2.7 [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 "${AGENT}"`,
    ],
  ])('%s', async (format, line) => {
    const { hit } = await read(line, format);
    expect(hit).toMatchObject({ time: TIME, url: '/a', status: 200, userAgent: AGENT });
    expect(hit?.address.split(', ').at(-1)).toBe('192.0.2.7');
  });

  it.each([
    ['$remote_addr [$time_local] $request_uri $http_user_agent $status', /User-Agent contains spaces/],
    ['%ci:%cp [%tr] %ft %ST %B %{+Q}r', /HAProxy log-format/],
  ])('%s is rejected, because nothing tells where a field ends, or what it is', (format, message) => {
    expect(() => readLog('', format)).toThrow(message);
  });
});

describe('text before a line', () => {
  const combined = `192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${AGENT}"`;

  it.each([
    ['2026-11-05T10:00:00.123Z ', 'timestamps'],
    ['nginx-1  | ', 'compose'],
    ['[pod/web-6d4b/nginx] ', 'kubectl'],
    ['access.log:', 'grep'],
    ['<190>1 2026-11-05T10:00:00Z web1 nginx 12 - [a b="]"] ', 'syslog'],
  ])('%j is read as neither the host nor the address', async (before, name) => {
    const { hit, summary } = await read(before + combined);
    expect(summary.format).toBe(`combined in ${name}`);
    expect(hit).toMatchObject({ host: undefined, address: '192.0.2.7', userAgent: AGENT });
  });
});

describe('JSON', () => {
  it('with a path beside the request: the request has the query', async () => {
    const entry = {
      time: '2026-11-05T10:00:00Z',
      request: 'GET /a?b=1 HTTP/1.1',
      path: '/a',
      method: 'GET',
      status: 200,
    };
    const { hit } = await read(JSON.stringify(entry));
    expect(hit?.url).toBe('/a?b=1');
  });

  it('that holds the line beside fields of its own is read by what says more', async () => {
    const own = {
      '@timestamp': '2026-11-05T10:00:00Z',
      client_ip: '192.0.2.7',
      url: '/a',
      status: 200,
      user_agent: AGENT,
    };
    const message = '192.0.2.7 - - [05/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5';
    const { hit, summary } = await read(JSON.stringify({ ...own, message }));
    expect(summary.format).toBe('json');
    expect(hit?.userAgent).toBe(AGENT);
  });
});
