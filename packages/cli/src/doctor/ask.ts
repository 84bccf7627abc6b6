/**
 * Sends one GET request with the client's redirect handling, limits and decoding. The result contains all response
 * headers.
 */
import type { AddressPolicy, RobotsRecord, Transport } from '@robots-exclusion/client';
import { type InPlace, inPlaceOf, shapeOf } from '@robots-exclusion/client/preflight';
import type { FetchOptions } from '../network/fetch-options.ts';
import { httpTransport, openNetwork } from '../network/open-client.ts';

export interface AskOptions extends FetchOptions {
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** A transport that replaces the HTTP transport. */
  readonly transport?: Transport | undefined;
  /** The codings that are accepted. Default: those that the client decodes. */
  readonly acceptEncoding?: string | undefined;
  /** {@default any address} */
  readonly addressPolicy?: AddressPolicy;
}

export interface Answer {
  readonly url: string;
  /** The URL after redirects. */
  readonly finalUrl: string;
  /** The status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The headers of the last response, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The lines of each field that occurs more than once, which must not be joined. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** The statuses of interim responses before the last response. */
  readonly interim: readonly number[];
  /** The decoded body; empty unless the status is 2xx. */
  readonly body: Uint8Array;
  readonly isTruncated: boolean;
  readonly digest: string | undefined;
  readonly record: RobotsRecord;
  /** The number of requests sent: one, plus one per redirect. */
  readonly requests: number;
  /** The error; undefined if the request succeeded. */
  readonly error: { code: string; message: string } | undefined;
}

/** Sends one request. Network errors become part of the result; the promise rejects only if the signal is aborted. */
export async function ask(url: string, options: AskOptions): Promise<Answer> {
  let fields: LastFields = NO_FIELDS;
  let requests = 0;
  const { signal, transport = httpTransport(), acceptEncoding, ...networkOptions } = options;
  const listening: Transport = {
    ...transport,
    async send(request) {
      fields = NO_FIELDS;
      requests++;
      const accepted = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
      const response = await transport.send({ ...request, headers: { ...request.headers, ...accepted } });
      const { headers, repeated = {}, interim = [] } = response;
      fields = { headers, repeated, interim };
      return response;
    },
  };
  const network = await openNetwork({
    ...networkOptions,
    store: 'memory',
    storeFile: undefined,
    transports: [listening],
  });
  try {
    const record = await network.client.robotsAt(url, { signal });
    return { ...answerOf(url, record), ...fields, requests };
  } finally {
    await network.close();
  }
}

type LastFields = Pick<Answer, 'headers' | 'repeated' | 'interim'>;

const NO_FIELDS: LastFields = { headers: {}, repeated: {}, interim: [] };

function answerOf(url: string, record: RobotsRecord): Omit<Answer, 'requests' | keyof LastFields> {
  const { evidence, body = new Uint8Array(), isTruncated = false } = record;
  const { status, error, hops = [], copy } = evidence ?? {};
  return {
    url,
    finalUrl: hops.at(-1)?.url ?? url,
    status,
    body,
    isTruncated,
    digest: copy?.digest,
    record,
    error,
  };
}

/** What answered in place of a text file; undefined if nothing did, or nothing answered. */
export function inPlaceOfAnswer({ status, url, ...answer }: Answer, file?: string): InPlace | undefined {
  return status === undefined ? undefined : inPlaceOf({ status, ...answer }, url, file);
}

/** Whether a page was answered: not an error, a filter or a login. */
export function isPage({ status, url, ...answer }: Answer): boolean {
  return status !== undefined && status < 400 && shapeOf({ status, ...answer }, url).shape === 'served';
}

export function answerText({ status, error }: Pick<Answer, 'status' | 'error'>): string {
  return (
    (error && `${error.code}: ${inSeconds(error.message)}`) ??
    (status === undefined ? 'no answer' : `status ${status}`)
  );
}

/** Converts milliseconds in a message to seconds, the unit of the options. */
function inSeconds(message: string): string {
  return message.replace(/\b(\d+) ms\b/g, (_, ms: string) => `${Number(ms) / 1000} s`);
}
