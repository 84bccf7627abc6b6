/**
 * Writes the same requests in the format of each program. The formats follow the programs' documentation, not this
 * package's readers.
 */
import { edges } from './write-edges.ts';
import {
  apacheEscaped,
  clf,
  combined,
  iso,
  type LogWriter,
  nginxEscaped,
  path,
  percentEncoded,
  query,
  type Request,
} from './write-parts.ts';

export type { LogWriter, Request } from './write-parts.ts';

const NGINX_FORMAT = `log_format audit '$msec|$http_host|$remote_addr|$request_time|"$request"|'
                  '$status|$body_bytes_sent|"$http_referer"|"$http_user_agent"';`;

/** Every format. */
export const writers: readonly LogWriter[] = [
  {
    name: 'common',
    hasHost: false,
    hasUserAgent: false,
    line: ({ time, address, method, url, status, bytes }) =>
      `${address} - frank [${clf(time, -7)}] "${apacheEscaped(`${method} ${url} HTTP/1.0`)}" ${status} ${bytes}`,
  },
  {
    name: 'combined (Apache)',
    hasHost: false,
    hasUserAgent: true,
    line: (request) => combined(request, apacheEscaped, 2),
  },
  {
    name: 'combined (nginx)',
    hasHost: false,
    hasUserAgent: true,
    line: (request) => combined(request, nginxEscaped, 0),
  },
  {
    name: 'vhost_combined',
    hasHost: true,
    hasUserAgent: true,
    line: (request) => `${request.host}:443 ${combined(request, apacheEscaped, -5)}`,
  },
  {
    name: 'log_format of nginx',
    format: NGINX_FORMAT,
    hasHost: true,
    hasUserAgent: true,
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `${(time / 1000).toFixed(3)}|${host}|${address}|0.004|"${nginxEscaped(`${method} ${url} HTTP/2.0`)}"|${status}|${bytes}|"-"|"${nginxEscaped(userAgent) || '-'}"`,
  },
  {
    name: 'LogFormat of Apache',
    format: 'LogFormat "%{%Y-%m-%dT%H:%M:%S%z}t %v %a \\"%m %U%q %H\\" %>s %B \\"%{User-Agent}i\\" %D" timed',
    hasHost: true,
    hasUserAgent: true,
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `${iso(time).replace('Z', '+0000')} ${host} ${address} "${apacheEscaped(`${method} ${url} HTTP/1.1`)}" ${status} ${bytes} "${apacheEscaped(userAgent) || '-'}" 1234`,
  },
  {
    name: 'nginx JSON',
    hasHost: true,
    hasUserAgent: true,
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        time_iso8601: iso(time).replace('Z', '+00:00'),
        remote_addr: address,
        host,
        request: `${method} ${url} HTTP/1.1`,
        status: String(status),
        body_bytes_sent: String(bytes),
        http_referer: '',
        http_user_agent: userAgent,
      }),
  },
  {
    name: 'Caddy',
    hasHost: true,
    hasUserAgent: true,
    header: '{"level":"info","ts":1646861401.5,"msg":"server running","name":"srv0"}',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        level: 'info',
        ts: time / 1000 + 0.25,
        logger: 'http.log.access.log0',
        msg: 'handled request',
        request: {
          remote_ip: address,
          remote_port: '41342',
          client_ip: address,
          proto: 'HTTP/2.0',
          method,
          host,
          uri: url,
          headers: { Accept: ['*/*'], ...(userAgent !== '' && { 'User-Agent': [userAgent] }) },
        },
        bytes_read: 0,
        duration: 0.000929675,
        size: bytes,
        status,
        resp_headers: { Server: ['Caddy'] },
      }),
  },
  {
    name: 'Traefik',
    hasHost: true,
    hasUserAgent: true,
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        ClientAddr: `${address}:51234`,
        ClientHost: address,
        DownstreamContentSize: bytes,
        DownstreamStatus: status,
        RequestAddr: host,
        RequestHost: host,
        RequestMethod: method,
        RequestPath: url,
        RequestProtocol: 'HTTP/1.1',
        StartUTC: `${new Date(time).toISOString().slice(0, -1)}123456Z`,
        'request_User-Agent': userAgent,
        level: 'info',
        msg: '',
        time: iso(time),
      }),
  },
  {
    name: 'CloudFront',
    hasHost: true,
    hasUserAgent: true,
    header:
      '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      [
        iso(time).slice(0, 10),
        iso(time).slice(11, 19),
        'FRA2',
        bytes,
        address,
        method,
        'd111111abcdef8.cloudfront.net',
        path(url),
        status,
        '-',
        percentEncoded(userAgent) || '-',
        query(url),
        '-',
        'Hit',
        'SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==',
        host,
        'https',
        ...'23 0.001 - TLSv1.3 TLS_AES_128_GCM_SHA256 Hit HTTP/2.0 - - 11040 0.001 Hit text/html 78 - -'.split(
          ' ',
        ),
      ].join('\t'),
  },
  {
    name: 'ALB',
    hasHost: true,
    hasUserAgent: true,
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `https ${new Date(time).toISOString().replace('Z', '186Z')} app/my-loadbalancer/50dc6c495c0c9188 ${address}:2817 10.0.0.1:80 0.086 0.048 0.037 ${status} ${status} 34 ${bytes} "${method} https://${host}:443${url} HTTP/1.1" "${userAgent || '-'}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337281-1d84f3d73c47ec4e58577259" "${host}" "arn:aws:acm" 1 ${new Date(time).toISOString()} "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
  },
  {
    name: 'IIS',
    writesPlus: true,
    hasHost: true,
    hasUserAgent: true,
    header:
      '#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date: 2026-11-01 00:00:00\n#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes time-taken',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `${iso(time).slice(0, 10)} ${iso(time).slice(11, 19)} 10.0.0.4 ${method} ${path(url)} ${query(url)} 443 - ${address} ${userAgent.replaceAll(' ', '+') || '-'} - ${host} ${status} 0 0 ${bytes} 15`,
  },
  ...edges,
  {
    name: 'Cloudflare Logpush',
    hasHost: true,
    hasUserAgent: true,
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        ClientIP: address,
        ClientRequestHost: host,
        ClientRequestMethod: method,
        ClientRequestURI: url,
        ClientRequestUserAgent: userAgent,
        EdgeEndTimestamp: (time + 5) * 1_000_000,
        EdgeResponseBytes: bytes,
        EdgeResponseStatus: status,
        EdgeStartTimestamp: time * 1_000_000,
        RayID: '3a6050bcbe121a87',
      }),
  },
];

/** A log of these requests, in this order. */
export function logOf({ header, line }: LogWriter, requests: readonly Request[]): string {
  return [...(header === undefined ? [] : [header]), ...requests.map(line)]
    .map((text) => `${text}\n`)
    .join('');
}

/** The line number of a request in the log. */
export function lineOf({ header }: LogWriter, index: number): number {
  return index + 1 + (header === undefined ? 0 : header.split('\n').length);
}
