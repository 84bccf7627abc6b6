/** Writes logs with named columns: W3C, and the CSV that consoles and databases export. */
import { iso, type LogWriter, path, percentEncoded, query, type Request } from './write-parts.ts';

const both = { hasHost: true, hasUserAgent: true };

const W3C: Readonly<Record<string, (request: Request) => string | number>> = {
  date: ({ time }) => iso(time).slice(0, 10),
  time: ({ time }) => iso(time).slice(11, 19),
  's-ip': () => '10.0.0.4',
  's-sitename': () => 'W3SVC1',
  's-computername': () => 'WEB1',
  'cs-method': ({ method }) => method,
  'cs-uri-stem': ({ url }) => path(url),
  'cs-uri-query': ({ url }) => query(url),
  's-port': () => 443,
  'cs-username': () => '-',
  'c-ip': ({ address }) => address,
  'cs-version': () => 'HTTP/1.1',
  'cs(User-Agent)': ({ userAgent }) => userAgent.replaceAll(' ', '+') || '-',
  'cs(Cookie)': () => '-',
  'cs(Referer)': () => '-',
  'cs-host': ({ host }) => host,
  'sc-status': ({ status }) => status,
  'sc-substatus': () => 0,
  'sc-win32-status': () => 0,
  'sc-bytes': ({ bytes }) => bytes,
  'cs-bytes': () => 411,
  'time-taken': () => 15,
  'X-Forwarded-For': () => '-',
};

function w3c(name: string, fields: string, of: Partial<LogWriter> = {}): LogWriter {
  const columns = fields.split(' ');
  return {
    ...both,
    ...of,
    name,
    writesPlus: true,
    header: `#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date: 2026-11-05 00:00:00\n#Fields: ${fields}`,
    line: (request) => columns.map((column) => W3C[column]?.(request) ?? '-').join(' '),
  };
}

const cloudFront: Readonly<Record<string, (request: Request) => string | number>> = {
  ...W3C,
  'cs(User-Agent)': ({ userAgent }) => percentEncoded(userAgent) || '-',
  'x-host-header': ({ host }) => host,
  'cs(Host)': () => 'd111111abcdef8.cloudfront.net',
};

/** Quotes a cell if necessary (RFC 4180 §2). */
function cell(value: string | number): string {
  const text = String(value);
  return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv(
  name: string,
  columns: Readonly<Record<string, (request: Request) => string | number>>,
  { delimiter = ',', ...of }: Partial<LogWriter> & { delimiter?: string } = {},
): LogWriter {
  return {
    ...both,
    ...of,
    name,
    header: Object.keys(columns).map(cell).join(delimiter),
    line: (request) =>
      Object.values(columns)
        .map((read) => cell(read(request)))
        .join(delimiter),
  };
}

const time = (request: Request): string => iso(request.time);
const address = (request: Request): string => request.address;
const host = (request: Request): string => request.host;
const method = (request: Request): string => request.method;
const url = (request: Request): string => request.url;
const status = (request: Request): number => request.status;
const bytes = (request: Request): number => request.bytes;
const userAgent = (request: Request): string => request.userAgent;

export const tableWriters: readonly LogWriter[] = [
  w3c(
    'IIS by default',
    'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken',
    { hasHost: false, hasBytes: false },
  ),
  w3c(
    'IIS with every field',
    'date time s-sitename s-computername s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs-version cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken X-Forwarded-For',
  ),
  w3c(
    'IIS in another order',
    'sc-bytes cs-host cs(User-Agent) c-ip cs-uri-query cs-uri-stem cs-method sc-status time date',
  ),
  w3c(
    'ASP.NET Core',
    'date time c-ip s-computername s-ip s-port cs-method cs-uri-stem cs-uri-query sc-status time-taken cs-version cs-host cs(User-Agent) cs(Referer)',
    { hasBytes: false },
  ),
  {
    ...both,
    name: 'CloudFront in another order',
    header:
      '#Version: 1.0\n#Fields: c-ip cs(User-Agent) x-host-header cs-method cs-uri-stem cs-uri-query sc-status sc-bytes date time cs(Host)',
    line: (request) =>
      'c-ip cs(User-Agent) x-host-header cs-method cs-uri-stem cs-uri-query sc-status sc-bytes date time cs(Host)'
        .split(' ')
        .map((column) => cloudFront[column]?.(request) ?? '-')
        .join('\t'),
  },
  csv('CSV of Amazon Athena', {
    type: () => 'https',
    time,
    elb: () => 'app/web/50dc6c495c0c9188',
    client_ip: address,
    client_port: () => 2817,
    target_ip: () => '10.0.0.1',
    elb_status_code: status,
    target_status_code: () => 200,
    received_bytes: () => 34,
    sent_bytes: bytes,
    request_verb: method,
    request_url: (request) => `https://${request.host}:443${request.url}`,
    request_proto: () => 'HTTP/1.1',
    user_agent: userAgent,
  }),
  csv('CSV of Google Cloud Storage', {
    time_micros: (request) => request.time * 1000,
    c_ip: address,
    c_ip_type: () => 1,
    c_ip_region: () => '',
    cs_method: method,
    cs_uri: url,
    sc_status: status,
    cs_bytes: () => 0,
    sc_bytes: bytes,
    time_taken_micros: () => 33000,
    cs_host: host,
    cs_referer: () => '',
    cs_user_agent: userAgent,
    s_request_id: () => 'AAANsUm',
  }),
  csv('CSV of Kibana', {
    '@timestamp': (request) => new Date(request.time).toISOString(),
    'client.ip': address,
    'url.domain': host,
    'http.request.method': method,
    'url.original': url,
    'http.response.status_code': status,
    'http.response.body.bytes': bytes,
    'user_agent.original': userAgent,
  }),
  csv('CSV of Cloudflare', {
    ClientIP: address,
    ClientRequestHost: host,
    ClientRequestMethod: method,
    ClientRequestURI: url,
    ClientRequestUserAgent: userAgent,
    EdgeResponseBytes: bytes,
    EdgeResponseStatus: status,
    EdgeStartTimestamp: time,
  }),
  csv(
    'CSV with semicolons',
    {
      Date: time,
      IP: address,
      Domain: host,
      Method: method,
      URL: url,
      Status: status,
      Size: bytes,
      'User agent': userAgent,
    },
    { delimiter: ';' },
  ),
  csv(
    'Columns with tabs',
    {
      timestamp: time,
      remote_addr: address,
      http_host: host,
      request_method: method,
      request_uri: url,
      status,
      body_bytes_sent: bytes,
      http_user_agent: userAgent,
    },
    { delimiter: '\t' },
  ),
];
