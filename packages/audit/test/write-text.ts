/** Writes the text log formats of servers, hosting providers and CDNs, according to their documentation. */
import {
  apacheEscaped,
  clf,
  combined,
  iso,
  type LogWriter,
  nginxEscaped,
  type Request,
} from './write-parts.ts';

const named = { hasHost: true, hasUserAgent: true };
const hostless = { hasHost: false, hasUserAgent: true };

const nginx = (request: Request): string => combined(request, nginxEscaped, 0);
const apache = (request: Request): string => combined(request, apacheEscaped, 2);

/** Apache's Combined format with a value other than `-` in the field of the identd user. */
function withSecondField(request: Request, second: string): string {
  return apache(request).replace(' - - [', ` ${second} - [`);
}

export const textWriters: readonly LogWriter[] = [
  {
    ...hostless,
    name: 'nginx main',
    line: (request) => `${nginx(request)} "-"`,
  },
  {
    ...hostless,
    name: 'nginx main, with a chain of proxies',
    line: (request) => `${nginx(request)} "198.51.100.7, 198.51.100.8"`,
  },
  {
    ...hostless,
    name: 'ingress-nginx',
    line: (request) =>
      `${nginx(request)} 412 0.003 [shop-web-80] [] 10.1.2.3:8080 1234 0.003 200 b5d0ab3bd65a6a1b0a2fbd3f0cf11a5d`,
  },
  {
    ...hostless,
    name: 'nginx with named times',
    line: (request) => `${nginx(request)} rt=0.005 uct="0.000" uht="0.005" urt="0.005"`,
  },
  {
    ...named,
    name: 'nginx with the host at the end',
    format:
      '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$host" $request_time',
    line: (request) => `${nginx(request)} "${request.host}" 0.012`,
  },
  {
    ...named,
    name: 'nginx, pipes',
    format:
      '$time_iso8601|$remote_addr|$host|$request_method|$request_uri|$status|$body_bytes_sent|$http_user_agent',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `${iso(time).replace('Z', '+00:00')}|${address}|${host}|${method}|${url}|${status}|${bytes}|${nginxEscaped(userAgent) || '-'}`,
  },
  {
    ...hostless,
    name: 'Apache with times and octets',
    line: (request) => `${apache(request)} 5123 412 8812`,
  },
  {
    ...named,
    name: 'Apache with the port apart',
    format: '%{Host}i:%p %a %l %u %t "%r" %>s %B "%{Referer}i" "%{User-Agent}i" %D',
    line: (request) => `${request.host}:443 ${apache(request)} 81`,
  },
  {
    ...named,
    name: 'Apache without a port',
    line: (request) => `${request.host} ${apache(request)}`,
  },
  {
    ...named,
    hasUserAgent: false,
    name: 'vhost_common',
    line: ({ time, host, address, method, url, status, bytes }) =>
      `${host} ${address} - - [${clf(time, 1)}] "${apacheEscaped(`${method} ${url} HTTP/1.1`)}" ${status} ${bytes}`,
  },
  {
    ...named,
    name: 'lighttpd',
    line: (request) => withSecondField(request, request.host),
  },
  {
    ...hostless,
    name: 'Tomcat with milliseconds',
    line: (request) => `${apache(request)} 7`,
  },
  {
    ...hostless,
    name: 'Gunicorn',
    line: (request) => apache(request),
  },
  {
    ...hostless,
    name: 'Traefik in CLF',
    line: (request) => `${nginx(request)} 1287 "web@docker" "http://172.18.0.4:3000" 5ms`,
  },
  {
    ...named,
    name: 'Varnish',
    line: (request) =>
      combined({ ...request, url: `http://${request.host}${request.url}` }, apacheEscaped, 0),
  },
  {
    ...hostless,
    hasUserAgent: false,
    name: 'HAProxy without captures',
    line: ({ time, address, method, url, status, bytes }) =>
      `Nov  5 10:00:00 lb haproxy[14389]: ${address}:33317 [${clf(time).slice(0, 20)}.000] http-in static/srv1 10/0/30/69/109 ${status} ${bytes} - - ---- 1/1/1/1/0 0/0 "${method} ${url} HTTP/1.1"`,
  },
  {
    ...named,
    name: 'S3',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be my-bucket [${clf(time)}] ${address} - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a/b "${method} ${url} HTTP/1.1" ${status} - ${bytes} ${bytes} 7 5 "-" "${nginxEscaped(userAgent) || '-'}" - s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234= SigV4 - AuthHeader ${host} TLSv1.2 - -`,
  },
  {
    ...named,
    hasMethod: false,
    name: 'Bunny CDN',
    line: ({ time, host, address, url, status, bytes, userAgent }) =>
      `HIT|${status}|${time}|${bytes}|390|${address}|-|https://${host}${url}|DE|${userAgent || '-'}|322b688bd63fb63f2babe9de30a5d262|DE`,
  },
  {
    ...named,
    name: 'LTSV',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `time:[${clf(time, 9)}]\thost:${address}\tforwardedfor:-\treq:${method} ${url} HTTP/1.1\tstatus:${status}\tsize:${bytes}\treferer:-\tua:${userAgent || '-'}\treqtime:0.030\tvhost:${host}`,
  },
  {
    ...named,
    name: 'logfmt',
    line: ({ time, host, address, method, url, status, bytes, userAgent }) =>
      `time=${iso(time)} level=info msg=request remote_addr=${address} host=${host} method=${method} uri=${JSON.stringify(url)} status=${status} bytes=${bytes} user_agent=${JSON.stringify(userAgent)} duration=1.2ms`,
  },
  {
    ...hostless,
    name: 'Combined with a chain of proxies first',
    line: (request) => nginx({ ...request, address: `198.51.100.7, ${request.address}` }),
  },
];
