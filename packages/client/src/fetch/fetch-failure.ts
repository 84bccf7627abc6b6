/** Describes why an attempt ended without a decisive status: the row of the outcome table, and the underlying error. */
import type { Failure } from '../policy/outcome-table.ts';

/** An error that is thrown only inside the fetch loop; its `failure` becomes part of the record. */
export class FetchFailure extends Error {
  override readonly name: string = 'FetchFailure';
  readonly failure: Failure;
  readonly code: string;

  constructor(failure: Failure, code: string, message: string) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}

/**
 * Rows for the error codes of Node, OpenSSL and undici. Certificate errors are recognized by the form of their code.
 */
const failureByCode: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['EAI_FAIL', 'dns'],
  ['EAI_NODATA', 'dns'],
  ['EAI_NONAME', 'dns'],
  ['ENODATA', 'dns'],
  ['ESERVFAIL', 'dns'],
  ['EREFUSED', 'dns'],
  ['ETIMEOUT', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['EADDRNOTAVAIL', 'refused'],
  ['ECONNRESET', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['ETIMEDOUT', 'timeout-connect'],
  ['ESOCKETTIMEDOUT', 'timeout-headers'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout-connect'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout-headers'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout-body'],
  ['UND_ERR_HEADERS_OVERFLOW', 'malformed-response'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'broken-body'],
  ['ERR_ROBOTS_ADDRESS_REFUSED', 'address-refused'],
  ['ERR_ROBOTS_CERTIFICATE_REFUSED', 'tls'],
  ['ERR_ROBOTS_BAD_RESPONSE', 'malformed-response'],
  ['ERR_ROBOTS_PROXY', 'proxy'],
  ['EPROTO', 'tls'],
]);

const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH$)/;

/** Limit on the length of an external error message that is stored in a record. */
const maxMessageLength = 300;

/**
 * Converts anything that a transport throws to a failure.
 *
 * @param phase In the body phase, every error except a timeout counts as a broken body, because the header has arrived.
 */
export function failureOf(error: unknown, phase: 'header' | 'body'): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const { code, message } = describeError(error);
  const known = failureByCode.get(code) ?? failureByForm(code);
  if (phase === 'header') return new FetchFailure(known, code, message);
  return new FetchFailure(known.startsWith('timeout-') ? 'timeout-body' : 'broken-body', code, message);
}

function failureByForm(code: string): Failure {
  if (tlsCode.test(code)) return 'tls';
  return code.startsWith('HPE_') ? 'malformed-response' : 'network';
}

interface Thrown {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** A code and a message for any thrown value. If the outer error has none, `cause` and `errors` are searched. */
export function describeError(error: unknown): { code: string; message: string } {
  const outer = error as Thrown | null | undefined;
  // If a name has several addresses, each attempt has its own error, and the outer error has no message.
  const inner = (Array.isArray(outer?.errors) ? outer.errors : [outer?.cause]) as (
    | Thrown
    | null
    | undefined
  )[];
  const code = [outer, ...inner].map((each) => each?.code).find(isText) ?? 'UNKNOWN';
  const said =
    [outer?.message, error].find(isText) ??
    inner
      .map((each) => each?.message)
      .filter(isText)
      .join('; ');
  const message = handshakeWords(code, outer) ?? (said === '' ? 'no message' : said);
  return { code: code.slice(0, 64), message: message.slice(0, maxMessageLength) };
}

/** Refusals of a handshake that have a cause which users can know. */
const refusals: ReadonlyMap<string, string> = new Map([
  [
    'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
    'the server does not speak HTTP/1.1, the only version that this client speaks',
  ],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'the server does not know the name of the host'],
  ['ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'the server denies access, for example to a host without a name'],
]);

/** The words for a refused TLS handshake, because OpenSSL's own contain addresses in memory and paths of its source. */
function handshakeWords(
  code: string,
  error: (Thrown & { reason?: unknown }) | null | undefined,
): string | undefined {
  if (!code.startsWith('ERR_SSL_')) return undefined;
  const why = refusals.get(code) ?? error?.reason;
  return isText(why) ? `The TLS handshake failed: ${why}` : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
