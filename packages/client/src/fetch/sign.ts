/**
 * The hook with which callers sign requests (RFC 9421), so that sites can verify the crawler. Limits the hook's time
 * and checks its result.
 */

import { within } from '../within.ts';
import { FetchFailure } from './fetch-failure.ts';

/** A request that is about to be sent. */
export interface RequestToSign {
  readonly method: 'GET';
  /** The URL of this hop; each redirect is signed separately. */
  readonly url: string;
  /** The header fields, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The fields `Signature`, `Signature-Input` and `Signature-Agent`, in any case; any other field is rejected. */
export type SignatureHeaders = Readonly<Record<string, string>>;

/**
 * Signs one request for robots.txt.
 *
 * `webBotAuth` makes such a hook from a key.
 */
export type SignRequest = (request: RequestToSign) => SignatureHeaders | Promise<SignatureHeaders>;

const FIELDS: ReadonlySet<string> = new Set(['signature', 'signature-input', 'signature-agent']);
const SENDABLE = /^[\x20-\x7e]{1,8192}$/;

export interface SignOptions {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * The header fields, with the fields of the signature added. If the hook fails, or takes longer than the header
 * timeout, the fetch fails, because a crawler that signs its requests must not send unsigned ones.
 *
 * @throws {FetchFailure} If the hook fails, or returns invalid fields.
 * @throws The signal's reason when it is aborted.
 */
export async function signedHeaders(
  url: string,
  headers: Record<string, string>,
  sign: SignRequest | undefined,
  { timeoutMs, signal }: SignOptions,
): Promise<Record<string, string>> {
  if (!sign) return headers;
  const timeout = (): Error => failure(`it took more than ${timeoutMs} ms`);
  const signing = (async () => sign({ method: 'GET', url, headers: { ...headers } }))();
  try {
    return { ...headers, ...checked(await within(signing, { ms: timeoutMs, timeout, signal })) };
  } catch (error) {
    signing.catch(() => {});
    if (signal.aborted) throw signal.reason;
    throw error instanceof FetchFailure
      ? error
      : failure(error instanceof Error ? error.message : String(error));
  }
}

function checked(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null)
    throw failure(`it returned ${typeof fields}, expected fields`);
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]: [string, unknown]) => {
      const field = name.toLowerCase();
      if (!FIELDS.has(field)) throw failure(`it returned the field ${JSON.stringify(name.slice(0, 40))}`);
      if (typeof value !== 'string' || !SENDABLE.test(value)) throw failure(`its ${field} cannot be sent`);
      return [field, value];
    }),
  );
}

function failure(what: string): FetchFailure {
  return new FetchFailure('network', 'ERR_ROBOTS_SIGN', `Cannot sign the request: ${what}`);
}
