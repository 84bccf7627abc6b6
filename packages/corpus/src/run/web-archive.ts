/**
 * Reads archives at URLs in ranges (RFC 9110 §14). If a connection breaks, reading resumes after the last octet
 * received.
 */
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { CHANGED, RunFailure } from './run-failure.ts';
import type { RunInput } from './run-plan.ts';

/** The number of consecutive attempts without progress after which the run stops. A stopped run can be resumed. */
const RETRIES = 6;

/** The first pause in milliseconds; each later pause is twice as long. */
const FIRST_PAUSE_MS = 250;

/** The longest wait, in seconds, that a server may request. */
const MOST_RETRY_AFTER = 60;

/** How long a server may be silent before it counts as failed. */
const SILENCE_MS = 60_000;

/** The number of octets per range. One or two ranges cover a stretch and the record that begins at its end. */
const RANGE_OCTETS = 17 * 1024 * 1024;

/** Statuses of temporary failures. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The requested range does not exist: RFC 9110 §15.5.17. */
const RANGE_NOT_SATISFIABLE = 416;

type Ask = (url: string, headers: Readonly<Record<string, string>>) => Promise<Answer>;

let asking: Promise<Ask> | undefined;

/** The client is loaded on demand, because runs over files do not need it. Each hop uses the proxy for its origin. */
async function loadClient(): Promise<Ask> {
  const { Agent, interceptors, ProxyAgent, request } = await import('undici');
  const { proxyFromEnvironment } = await import('@robots-exclusion/client');
  const timeouts = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS };
  const proxies = new Map<string, Dispatcher>();
  const byProxy: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const proxy = proxyFromEnvironment(String(options.origin));
    if (proxy === undefined) return dispatch(options, handler);
    // Many proxies refuse tunnels to port 80.
    const agent = proxies.get(proxy) ?? new ProxyAgent({ uri: proxy, proxyTunnel: false, ...timeouts });
    proxies.set(proxy, agent);
    return agent.dispatch(options, handler);
  };
  const redirects = interceptors.redirect({ maxRedirections: 5 });
  const dispatcher = new Agent(timeouts).compose(byProxy, redirects);
  return (url, headers) => request(url, { headers, dispatcher });
}

/**
 * Requests one octet; the response shows the archive's length and whether ranges are supported. URLs signed for GET do
 * not accept HEAD.
 */
export async function addressInput(url: string): Promise<RunInput> {
  const { statusCode, headers, body } = await answered(url, { range: 'bytes=0-0' });
  await discarded(body);
  const takesRanges = statusCode === 206 || statusCode === RANGE_NOT_SATISFIABLE;
  const size = takesRanges ? wholeLength(headers) : Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(size)) {
    throw new RunFailure(`Cannot read ${url}: expected an answer with a Content-Length`);
  }
  const modified = Date.parse(String(headers['last-modified'] ?? ''));
  const entityTag = headers['etag'];
  return {
    path: url,
    size,
    modifiedMs: Number.isNaN(modified) ? 0 : modified,
    ...(typeof entityTag === 'string' && { entityTag }),
    takesRanges,
  };
}

/**
 * Reads octets of the archive. If a connection breaks, reading resumes after the last octet received, provided that the
 * archive has not changed.
 */
export async function* readAddress(
  input: RunInput,
  from: number,
  to: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  const { path: url, size, takesRanges } = input;
  const last = Math.min(size, to);
  let at = from;
  for (let failures = 0; at < last; ) {
    const end = Math.min(last, at + RANGE_OCTETS);
    const answer = await answered(url, takesRanges ? { range: `bytes=${at}-${end - 1}` } : {});
    requireSame(input, answer, at);
    const begun = at;
    // A server without ranges sends the archive from its beginning.
    let known = answer.statusCode === 206 ? 0 : at;
    try {
      for await (const chunk of answer.body) {
        const skipped = Math.min(known, chunk.length);
        known -= skipped;
        if (skipped === chunk.length) continue;
        at += chunk.length - skipped;
        yield chunk.subarray(skipped);
      }
    } catch (error) {
      if (failures >= RETRIES) throw failure(url, (error as Error).message);
    }
    failures = at > begun ? 0 : failures + 1;
    if (failures > RETRIES) throw failure(url, `it ended at octet ${at} of ${size}`);
    if (at < (takesRanges ? end : last)) await setTimeout(FIRST_PAUSE_MS * 2 ** failures);
  }
}

type Answer = Dispatcher.ResponseData;

function requireSame(input: RunInput, { statusCode, headers }: Answer, at: number): void {
  const { path, entityTag, size } = input;
  // Without an entity tag, nothing shows that another response has the same octets.
  if (at > 0 && statusCode !== 206 && entityTag === undefined)
    throw new RunFailure(`Cannot read ${path}: its server supports neither range requests nor entity tags`);
  const length = statusCode === 206 ? wholeLength(headers) : Number(headers['content-length'] ?? size);
  const isSame = (entityTag === undefined || headers['etag'] === entityTag) && length === size;
  const isPlace = statusCode !== 206 || String(headers['content-range']).startsWith(`bytes ${at}-`);
  if (!isSame || !isPlace)
    throw new RunFailure(`Cannot continue with ${path}: it has changed since the run began`, CHANGED);
}

/** The total length in `Content-Range: bytes 0-0/123`. */
function wholeLength(headers: Answer['headers']): number {
  return Number(/\/(\d+)$/.exec(String(headers['content-range']))?.[1] ?? Number.NaN);
}

/** A successful response. Temporary failures are retried. */
async function answered(address: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    let reason: string;
    let pause = FIRST_PAUSE_MS * 2 ** failures;
    try {
      // This client decodes no content coding, because the octets are needed as stored.
      const asked = { 'accept-encoding': 'identity', ...fields };
      const { url, headers } = isS3(address)
        ? await s3Request(address, asked)
        : { url: address, headers: asked };
      asking ??= loadClient();
      const answer = await (await asking)(url, headers);
      const { statusCode: status } = answer;
      if ((status >= 200 && status < 300) || status === RANGE_NOT_SATISFIABLE) return answer;
      await discarded(answer.body);
      reason = `the server answers ${status}${regionHint(answer)}`;
      if (!PASSING.has(status)) throw failure(address, reason);
      pause = Math.max(pause, retryAfterMs(answer));
    } catch (error) {
      if (error instanceof RunFailure) throw error;
      reason = (error as Error).message;
    }
    if (failures >= RETRIES) throw failure(address, reason);
    await setTimeout(pause);
  }
}

/** If a bucket is in another region, the response names that region. */
function regionHint({ headers, statusCode }: Answer): string {
  const region = headers['x-amz-bucket-region'];
  const isElsewhere = statusCode === 301 || statusCode === 400;
  return isElsewhere && typeof region === 'string' ? `; expected AWS_REGION=${region}` : '';
}

/** A short body is read to the end, so that the connection can be reused; a long one is cancelled. */
async function discarded(body: Answer['body']): Promise<void> {
  body.on('error', () => {});
  await body.dump({ limit: 64 * 1024 }).catch(() => {});
}

function retryAfterMs({ headers }: Answer): number {
  const seconds = Number(headers['retry-after'] ?? 0);
  return seconds > 0 ? Math.min(seconds, MOST_RETRY_AFTER) * 1000 : 0;
}

function failure(url: string, reason: string): RunFailure {
  return new RunFailure(`Cannot read ${url}: ${reason}`);
}

/**
 * Reads objects from Amazon S3 and compatible servers. It is configured by the environment variables of the AWS tools:
 * `AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`. Without keys,
 * requests are not signed, which is enough for public buckets. Profiles in `~/.aws` are not read.
 */
/** Whether an address is `s3://BUCKET/KEY`. */
function isS3(address: string): boolean {
  return /^s3:\/\//i.test(address);
}

async function s3Request(
  address: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> {
  const { env } = process;
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const url = urlOf(address, region, env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL']);
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  if (!accessKeyId || !secretAccessKey) return { url, headers: fields };
  const sessionToken = env['AWS_SESSION_TOKEN'];
  const { host, pathname } = new URL(url);
  const request = { service: 's3', region, host, path: pathname, headers: { ...fields } };
  const { default: aws4 } = await import('aws4');
  const { headers } = aws4.sign(request, {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
  });
  return { url, headers: headers as Record<string, string> };
}

/**
 * The URL of an object. The bucket is in the path if its name contains a dot, because the server's certificate would
 * not match such a host name. It is also in the path if a custom endpoint is set, because that server may not support
 * buckets in the host name.
 */
function urlOf(address: string, region: string, endpoint: string | undefined): string {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/?(.*)$/is.exec(address) ?? [];
  const path = key.split('/').map(encodeURIComponent).join('/');
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`;
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}/${path}`;
  return `https://${bucket}.s3.${region}.amazonaws.com/${path}`;
}
