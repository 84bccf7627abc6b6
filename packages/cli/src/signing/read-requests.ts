/** Reads requests from what people have of them: HTTP text, a curl command, HAR, JSON, or an access log. */
import { readLog, type SignedRequest } from '@robots-exclusion/audit';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';

export interface ReadRequest extends SignedRequest {
  /** `line 3`, `entry 2`, or `request`. */
  readonly where: string;
}

type Headers = readonly (readonly [string, string])[];

/**
 * The requests in a text. HTTP text, curl commands and JSON have no time, so `now` counts as theirs.
 *
 * @throws {CommandError} If the text contains no request.
 */
export async function readRequests(text: string, name: string, now: number): Promise<ReadRequest[]> {
  const found = await requestsIn(text.trim(), now);
  if (found.length > 0) return found;
  throw new CommandError(
    `Cannot read a request in ${JSON.stringify(name)}: expected HTTP text ("GET /path HTTP/1.1" and its fields), output of curl -v, a curl command, HAR, JSON with "url" and "headers", or an access log`,
    ExitCode.badInput,
  );
}

async function requestsIn(text: string, now: number): Promise<ReadRequest[]> {
  if (/^curl\s/.test(text)) return fromCurl(text, now);
  const sent = text.replace(/^(?![>]).*\n?/gm, '').replace(/^> ?/gm, '');
  const http = /^[A-Z]+ \S+ HTTP\/[\d.]+\s*$/m;
  if (http.test(sent)) return fromHttp(sent, now);
  if (http.test(text.split('\n', 1)[0] ?? '')) return fromHttp(text, now);
  const value = jsonIn(text);
  const entries = objectIn(objectIn(value)?.['log'])?.['entries'];
  if (Array.isArray(entries)) return entries.flatMap((entry, at) => fromHar(entry, at + 1));
  const one = objectIn(value);
  if (typeof one?.['url'] === 'string' && one['headers'] !== undefined) return fromJson(one, now);
  return fromLog(text);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

interface Parts {
  readonly where: string;
  readonly time: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/**
 * One request. A URL without a scheme is one of http, as in curl. Fields that occur several times are joined (RFC 9421
 * §2.1).
 */
function requestOf({ where, time, method, url: given, headers }: Parts): ReadRequest[] {
  const text = /^[a-z][\w+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return [];
  const url = new URL(text);
  const fields = new Map<string, string>();
  for (const [name, value] of headers) {
    const known = fields.get(name.toLowerCase());
    fields.set(name.toLowerCase(), known === undefined ? value.trim() : `${known}, ${value.trim()}`);
  }
  const [value, input] = [fields.get('signature'), fields.get('signature-input')];
  return [
    {
      ...{ where, time, method, host: url.host, url: `${url.pathname}${url.search}` },
      scheme: url.protocol.slice(0, -1),
      ...(value !== undefined && input !== undefined && { signature: { value, input, fields } }),
    },
  ];
}

/** The first request of HTTP text. A target in origin form is one of the host that `Host` names. */
function fromHttp(text: string, time: number): ReadRequest[] {
  const [head = '', ...lines] = text.slice(text.search(/^[A-Z]+ \S+ HTTP\//m)).split(/\r?\n/);
  const [method = '', target = ''] = head.split(' ');
  const end = lines.findIndex((line) => line.trim() === '');
  const headers = lines.slice(0, end < 0 ? undefined : end).flatMap(fieldIn);
  const host = headers.find(([name]) => /^(?:host|:authority)$/i.test(name))?.[1]?.trim() ?? '';
  const url = target.startsWith('/') ? `https://${host}${target}` : target;
  const [request] = requestOf({ where: 'request', time, method, url, headers });
  if (!request) return [];
  const { scheme: _, ...rest } = request;
  return [target.startsWith('/') ? rest : request];
}

function fieldIn(line: string): Headers {
  const colon = line.indexOf(':', 1);
  return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1)]];
}

/** Words of a shell command, in single, double or no quotes. */
const WORDS = /(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\])+/g;

/** Options of curl with a value that is not read here. */
const WITH_VALUE = /^(?:-[doubmxKFTe]|--(?:data.*|output|user|cookie|max-time|proxy|form|referer|resolve))$/;

function fromCurl(text: string, time: number): ReadRequest[] {
  const words = (text.replace(/\\\r?\n/g, ' ').match(WORDS) ?? []).map(unquoted);
  const headers: (readonly [string, string])[] = [];
  let method = 'GET';
  let url = '';
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    const joined = /^-[HXA]./.test(word) ? word.slice(2) : undefined;
    const next = (): string => joined ?? words[++at] ?? '';
    if (/^-H|^--header$/.test(word)) headers.push(...fieldIn(next()));
    else if (/^-X|^--request$/.test(word)) method = next();
    else if (/^-A|^--user-agent$/.test(word)) headers.push(['user-agent', next()]);
    else if (word === '-I' || word === '--head') method = 'HEAD';
    else if (word === '--url') url = next();
    else if (WITH_VALUE.test(word)) at++;
    else if (!word.startsWith('-')) url = word;
  }
  return requestOf({ where: 'request', time, method, url, headers });
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, single, double, escaped) =>
    escaped !== undefined ? escaped : (single ?? String(double).replace(/\\(["\\$`])/g, '$1')),
  );
}

function fromHar(entry: unknown, at: number): ReadRequest[] {
  const { startedDateTime, request } = objectIn(entry) ?? {};
  const { method, url, headers } = objectIn(request) ?? {};
  const time = Date.parse(String(startedDateTime));
  if (typeof url !== 'string' || !Array.isArray(headers) || Number.isNaN(time)) return [];
  const fields = headers.map((field) => [String(field?.name), String(field?.value)] as const);
  return requestOf({ where: `entry ${at}`, time, method: String(method), url, headers: fields });
}

function fromJson(value: Record<string, unknown>, now: number): ReadRequest[] {
  const { method = 'GET', url, headers, time } = value;
  const fields = Array.isArray(headers) ? headers : Object.entries(objectIn(headers) ?? {});
  const named = fields.flatMap(([name, text]: [string, unknown]) =>
    [text].flat().map((one) => [String(name), String(one)] as const),
  );
  const at = Date.parse(String(time));
  const parts = { where: 'request', time: Number.isNaN(at) ? now : at, method: String(method) };
  return requestOf({ ...parts, url: String(url), headers: named });
}

async function fromLog(text: string): Promise<ReadRequest[]> {
  const found: ReadRequest[] = [];
  for await (const hit of readLog(text)) found.push({ ...hit, where: `line ${hit.line}` });
  return found;
}
