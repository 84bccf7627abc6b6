/**
 * Writes logs without a User-Agent, or without a separate line for each request. Such logs are rejected with advice.
 */
import { clf, iso, path, query, type Request } from './write-parts.ts';

/** A format that is rejected, and a word of the advice. */
interface RefusedWriter {
  readonly name: string;
  readonly advice: string;
  readonly header?: string;
  line(request: Request): string;
}

export const refused: readonly RefusedWriter[] = [
  {
    name: 'Squid',
    advice: 'combined',
    line: ({ time, host, address, method, url, status, bytes }) =>
      `${(time / 1000).toFixed(3)}    104 ${address} TCP_MISS/${status} ${bytes} ${method} http://${host}${url} - HIER_DIRECT/10.0.0.1 text/html`,
  },
  {
    name: 'uWSGI',
    advice: '--logformat',
    line: ({ address, method, url, status, bytes }) =>
      `[pid: 12|app: 0|req: 1/1] ${address} () {38 vars in 695 bytes} [Thu Nov  5 10:00:00 2026] ${method} ${url} => generated ${bytes} bytes in 3 msecs (HTTP/1.1 ${status}) 2 headers in 79 bytes (1 switches on core 0)`,
  },
  {
    name: 'Heroku router',
    advice: 'Heroku',
    line: ({ host, address, method, url, status, bytes }) =>
      `2026-11-05T10:00:00.123456+00:00 heroku[router]: at=info method=${method} path="${url}" host=${host} request_id=8601b555 fwd="${address}" dyno=web.1 connect=1ms service=18ms status=${status} bytes=${bytes} protocol=https`,
  },
  {
    name: 'native IIS format',
    advice: 'W3C',
    line: ({ address, method, url, status, bytes }) =>
      `${address}, -, 11/5/26, 10:00:00, W3SVC1, WEB1, 10.0.0.4, 15, 411, ${bytes}, ${status}, 0, ${method}, ${path(url)}, ${query(url)},`,
  },
  {
    name: 'Gin',
    advice: 'header',
    line: ({ address, method, url, status }) =>
      `[GIN] 2026/11/05 - 10:00:00 | ${status} |     120.2µs | ${address.padStart(15)} | ${method.padEnd(7)} "${url}"`,
  },
  {
    name: 'errors of nginx',
    advice: 'error log',
    line: ({ address, method, url, host }) =>
      `2026/11/05 10:00:00 [error] 12#12: *7 open() "/srv${path(url)}" failed (2: No such file or directory), client: ${address}, server: _, request: "${method} ${url} HTTP/1.1", host: "${host}"`,
  },
  {
    name: 'Caddy for the console',
    advice: 'format json',
    line: ({ method, url, host, status }) =>
      `2026/11/05 10:00:00.123\tINFO\thttp.log.access\thandled request\t${JSON.stringify({ request: { method, uri: url, host }, status })}`,
  },
  {
    name: 'JSON over several lines',
    advice: 'jq -c .',
    line: ({ time, url, status }) => JSON.stringify({ time: iso(time), url, status }, null, 2),
  },
  {
    name: 'JSON with other names',
    advice: '--json-field',
    line: ({ time, url, status, userAgent }) =>
      JSON.stringify({ when: iso(time), what: url, answer: { code: status }, who: userAgent }),
  },
  {
    name: 'columns without names',
    advice: 'add a header line',
    line: ({ time, address, method, url, status, userAgent }) =>
      [iso(time), address, method, url, status, userAgent || '-'].join('\t'),
  },
  {
    name: 'LTSV without a time',
    advice: 'labels time',
    line: ({ host, url, status }) => `host:${host}\turi:${url}\tstatus:${status}`,
  },
  {
    name: 'W3C without a date',
    advice: '#Fields',
    header: '#Fields: time c-ip cs-method cs-uri-stem sc-status',
    line: ({ time, address, method, url, status }) =>
      [iso(time).slice(11, 19), address, method, path(url), status].join(' '),
  },
  {
    name: 'CSV without a time',
    advice: 'time=COLUMN',
    header: 'ip,host,method,url,status,user_agent',
    line: ({ address, host, method, url, status }) => [address, host, method, url, status, 'x'].join(','),
  },
  {
    name: 'Python http.server',
    advice: '--log-format',
    line: ({ time, address, method, url, status }) =>
      `${address} - - [${clf(time).slice(0, 11)} ${clf(time).slice(12, 20)}] "${method} ${url} HTTP/1.1" ${status} -`,
  },
];
