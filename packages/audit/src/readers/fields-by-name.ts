/** Names of log fields: members of JSON, and columns of CSV. */
import type { Fields } from './to-hit.ts';

/** The fields that have names in logs. */
export type Member = Exclude<
  keyof Fields,
  | 'port'
  | 'headers'
  | 'isZoneless'
  | 'lost'
  | 'forwarded'
  | 'forwardedBy'
  | 'connecting'
  | 'connectingBy'
  | 'chosen'
>;

/**
 * The names of each field, the most specific first. A dot separates the name of a nested object from the name of its
 * member.
 */
const NAMES_AS_TEXT: Readonly<Record<Member, string>> = {
  time: `
    EdgeStartTimestamp StartUTC ts msec time_iso8601 time_local reqTimeSec time_start start_time
    proxy.timestamp timestamp @timestamp time TimeGenerated datetime startTime timestamp(ms) date_time
    requestTime eventTime timeStamp time_micros started_at unixtime request_time date Datetime
  `,
  // The peer, as far as the name tells.
  address: `
    ClientHost request.remote_ip remote_addr remote_ip req.remoteAddress source.ip httpRequest.remoteIp
    remote downstream_remote_address client_addr ClientAddr remoteAddress remote_host request.remote_addr
    remoteIP remoteIp clientip c_ip c-ip source.address remote_address sourceIp callerIpAddress ip
    sourceIpPort meta.req.ip src
  `,
  client: `
    ClientIP request.client_ip proxy.clientIp properties.clientIp properties.clientIP clientIp_s client_ip
    clientIp clientIP cliIP client.ip client.address httpRequest.clientIp properties.CIp CIp
  `,
  host: `
    ClientRequestHost RequestHost request.host proxy.host x-host-header cs(Host) reqHost properties.hostName
    hostName_s authority http_host req.headers.host url.domain host properties.originalHost properties.host
    properties.CsHost CsHost cs_host domainName server_name vhost domain :authority hostHeader
    meta.req.headers.host site
  `,
  request: 'request request_line',
  method: `
    ClientRequestMethod RequestMethod request.method request_method httpRequest.requestMethod proxy.method
    properties.httpMethod httpMethod_s reqMethod cs-method http.request.method req.method method httpMethod
    verb request_verb httpRequest.httpMethod http_method properties.CsMethod CsMethod cs_method
    requestMethod meta.req.method :method
  `,
  url: `
    ClientRequestURI RequestPath request.uri request_uri httpRequest.requestUrl proxy.path
    properties.originalRequestUriWithArgs properties.requestUri properties.CsUriStem CsUriStem requestUri_s
    cs-uri-stem url.original req.url ClientRequestPath reqPath uri url path requestUri request_url
    request_path request.url request.path httpRequest.uri cs_uri requestURI requestPath meta.req.url
    url.path x-envoy-original-path x-envoy-origin-path :path uri_path document_uri
  `,
  query: `
    args query_string queryStr cs-uri-query properties.requestQuery httpRequest.args properties.CsUriQuery
    CsUriQuery url.query uri_param query ClientRequestQuery uri_query
  `,
  status: `
    EdgeResponseStatus DownstreamStatus httpRequest.status proxy.statusCode properties.httpStatusCode
    httpStatusCode_s httpStatusCode_d response_status response_code sc-status res.statusCode
    http.response.status_code response.status status status_code statusCode httpStatusCode http_status
    elb_status_code properties.httpStatus properties.ScStatus ScStatus sc_status httpStatus http_code
    return_code response_status_code code meta.res.statusCode responseCodeSent responseCode response
  `,
  bytes: `
    EdgeResponseBytes DownstreamContentSize size body_bytes_sent response_body_size bytes_sent
    httpRequest.responseSize properties.responseBytes responseBytes_s sc-bytes response_size
    http.response.body.bytes bytes responseBytes response.size properties.sentBytes properties.ScBytes
    ScBytes sc_bytes sent_bytes responseLength bytes_out rsp_size
  `,
  userAgent: `
    ClientRequestUserAgent request_User-Agent http_user_agent httpRequest.userAgent proxy.userAgent
    properties.userAgent userAgent_s request_user_agent cs(User-Agent) user_agent.original
    req.headers.user-agent user_agent userAgent UA agent useragent User-Agent user-agent
    properties.UserAgent UserAgent cs_user_agent ua properties.userAgentHeader meta.req.headers.user-agent
    requestHeaders.User-Agent
  `,
  signature: 'http_signature request_Signature cs(Signature) req.headers.signature signature',
  signatureInput: `
    http_signature_input request_Signature-Input cs(Signature-Input) req.headers.signature-input
    signature_input signature-input
  `,
  signatureAgent: `
    http_signature_agent request_Signature-Agent cs(Signature-Agent) req.headers.signature-agent
    signature_agent signature-agent
  `,
  etag: 'sent_http_etag downstream_Etag etag',
};

/** The names of each field, as lists. */
export const NAMES: Readonly<Record<Member, readonly string[]>> = Object.fromEntries(
  Object.entries(NAMES_AS_TEXT).map(([member, names]) => [member, names.trim().split(/\s+/)]),
) as unknown as Record<Member, readonly string[]>;

/** The path to a field: member names of nested objects, and indexes of lists. */
export type Path = readonly string[];

const PATHS: ReadonlyMap<Member, readonly Path[]> = new Map(
  (Object.entries(NAMES) as [Member, readonly string[]][]).map(([member, names]) => [
    member,
    names.map((name): Path => name.split('.')),
  ]),
);

/** Locations that the user gave for fields. */
export type NamedFields = Readonly<Partial<Record<Member, string>>>;

/** The possible paths of a field. If the user gave a path, it is the only one. */
export function pathsOf(member: Member, named: NamedFields | undefined): readonly Path[] {
  const path = named?.[member];
  return path === undefined ? (PATHS.get(member) ?? []) : [path.split('.')];
}

/** Normalizes names for comparison, because CSV column names are spelled in many ways. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const UA_NAME = /user.?agent|^ua$/i;
const UA_TEXT =
  /^(?:Mozilla|Opera|curl|Wget)\/\d|^[\w.-]{2,40}\/\d[\w.]*(?: \(|$)|\b\w*(?:bot|crawler|spider)\b/i;
/** URLs, versions, paths, and names that servers write about themselves, as in a column of `Server`. */
const NOT_UA =
  /^https?:|^HTTP\/|^\/|^TLS|^(?:nginx|openresty|Apache|varnish|lighttpd|Microsoft-IIS|LiteSpeed|Tengine|squid|haproxy|envoy|gunicorn|uvicorn|hypercorn|Werkzeug|Kestrel)\/\d/i;

export function looksLikeUserAgent(text: string): boolean {
  return text.length > 3 && UA_TEXT.test(text) && !NOT_UA.test(text);
}

/** Whether a field of this name and content may hold the User-Agent. */
export function mayBeUserAgent(name: string, text: string): boolean {
  return looksLikeUserAgent(text) || (UA_NAME.test(name) && text.length > 1);
}
