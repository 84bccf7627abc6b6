/** Writes the log formats of proxies, load balancers and CDN edges, according to their documentation. */
import {
  clf,
  combined,
  iso,
  type LogWriter,
  nginxEscaped,
  path,
  percentEncoded,
  query,
} from './write-parts.ts';

const both = { hasHost: true, hasUserAgent: true };

/** HAProxy writes characters of its own format, and unprintable ones, as `#` and two digits. */
function haproxyEscaped(text: string): string {
  return [...Buffer.from(text)]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      const isPlain = octet >= 0x20 && octet < 0x7f && !'"#{|}'.includes(character);
      return isPlain ? character : `#${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

const docker = (line: string): string =>
  JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-05T10:00:00.111111111Z' });

/** Proxies, load balancers, edges, and log collectors. */
export const edges: readonly LogWriter[] = [
  {
    ...both,
    name: 'HAProxy with captures',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `Nov  5 10:00:00 lb haproxy[14389]: ${address}:33317 [${clf(time).slice(0, 20)}.000] http-in static/srv1 10/0/30/69/109 ${status} ${bytes} - - ---- 1/1/1/1/0 0/0 {${haproxyEscaped(host)}|${haproxyEscaped(userAgent)}} {} "${haproxyEscaped(`${method} ${url} HTTP/1.1`)}"`,
  },
  {
    ...both,
    name: 'Classic Load Balancer',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `${new Date(time).toISOString().replace('Z', '945Z')} my-loadbalancer ${address}:2817 10.0.0.1:80 0.000073 0.001048 0.000057 ${status} 200 0 ${bytes} "${method} http://${host}:80${url} HTTP/1.1" "${userAgent || '-'}" - -`,
  },
  {
    ...both,
    name: 'Envoy',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `[${new Date(time).toISOString()}] "${method} ${url} HTTP/1.1" ${status} - 154 ${bytes} 226 100 "${address}" "${userAgent || '-'}" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "${host}" "tcp://10.0.2.1:80"`,
  },
  {
    ...both,
    name: 'Istio',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `[${new Date(time).toISOString()}] "${method} ${url} HTTP/1.1" ${status} - via_upstream - "-" 0 ${bytes} 4 4 "198.51.100.1, ${address}" "${userAgent || '-'}" "84961386-6d84-929d-98bd-c5aee93b5c88" "${host}" "127.0.0.1:80" inbound|8000|| 127.0.0.1:41854 10.44.1.27:80 10.44.1.23:37652 outbound_.8000_._.web.svc default`,
  },
  {
    ...both,
    name: 'Fastly',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        timestamp: iso(time).replace('Z', '+0000'),
        client_ip: address,
        geo_country: 'germany',
        host,
        url,
        request_method: method,
        request_protocol: 'HTTP/2',
        request_referer: '',
        request_user_agent: userAgent,
        response_state: 'HIT',
        response_status: status,
        response_body_size: bytes,
        fastly_server: 'cache-fra1',
      }),
  },
  {
    ...both,
    name: 'Vercel',
    hasBytes: false,
    line: ({ time, host, address, method, url, status, userAgent }) =>
      JSON.stringify({
        id: '1573817187330377061717300000',
        deploymentId: 'dpl_233NRGRjVZX1caZrXWtz5g1TAksD',
        source: 'static',
        host: 'site-abc123.vercel.app',
        timestamp: time + 20,
        level: 'info',
        path: path(url),
        statusCode: status,
        proxy: {
          timestamp: time,
          method,
          host,
          path: url,
          userAgent: userAgent === '' ? [] : [userAgent],
          referer: '',
          statusCode: status,
          clientIp: address,
          scheme: 'https',
        },
      }),
  },
  {
    ...both,
    name: 'Netlify',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        account_id: '5d2f',
        client_ip: address,
        country: 'DE',
        log_type: 'traffic',
        method,
        referrer: '',
        response_size: bytes,
        status_code: status,
        timestamp: time,
        url: `https://${host}${url}`,
        user_agent: userAgent,
      }),
  },
  {
    ...both,
    name: 'Akamai DataStream 2',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        version: 1,
        cp: '123456',
        reqTimeSec: (time / 1000).toFixed(3),
        bytes: String(bytes),
        cliIP: address,
        statusCode: String(status),
        proto: 'HTTPS',
        reqHost: host,
        reqMethod: method,
        reqPath: path(url).slice(1) || '/',
        reqPort: '443',
        rspContentLen: String(bytes),
        UA: percentEncoded(userAgent) || '-',
        queryStr: query(url),
      }),
  },
  {
    ...both,
    name: 'Azure Front Door',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        time: iso(time),
        resourceId: '/SUBSCRIPTIONS/X/PROFILES/Y',
        category: 'FrontDoorAccessLog',
        operationName: 'Microsoft.Cdn/Profiles/AccessLog/Write',
        properties: {
          httpMethod: method,
          httpVersion: '2.0.0.0',
          requestUri: `https://${host}:443${url}`,
          requestBytes: '2370',
          responseBytes: String(bytes),
          userAgent,
          clientIp: address,
          clientPort: '49426',
          socketIp: address,
          httpStatusCode: String(status),
          hostName: host,
        },
      }),
  },
  {
    ...both,
    name: 'CloudFront JSON',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      JSON.stringify({
        date: iso(time).slice(0, 10),
        time: iso(time).slice(11, 19),
        'x-edge-location': 'FRA2',
        'sc-bytes': String(bytes),
        'c-ip': address,
        'cs-method': method,
        'cs(Host)': 'd111111abcdef8.cloudfront.net',
        'cs-uri-stem': path(url),
        'sc-status': String(status),
        'cs(User-Agent)': percentEncoded(userAgent) || '-',
        'cs-uri-query': query(url),
        'x-host-header': host,
      }),
  },
  {
    ...both,
    name: 'CSV with a header',
    header: 'Time,Client IP,Host,Method,Request URI,Status Code,Bytes,User Agent',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `${iso(time)},${address},${host},${method},"${url}",${status},${bytes},"${userAgent.replaceAll('"', '""')}"`,
  },
  {
    name: 'Combined in Docker',
    hasHost: false,
    hasUserAgent: true,
    line: (request) => docker(combined(request, nginxEscaped, 0)),
  },
  {
    name: 'Combined in Kubernetes',
    hasHost: false,
    hasUserAgent: true,
    line: (request) => `2026-11-05T10:00:00.123456789Z stdout F ${combined(request, nginxEscaped, 0)}`,
  },
  {
    name: 'Combined in syslog',
    hasHost: false,
    hasUserAgent: true,
    line: (request) => `<190>Nov  5 10:00:00 web1 nginx: ${combined(request, nginxEscaped, 0)}`,
  },
];
