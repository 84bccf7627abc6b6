/**
 * The kinds of problems with which the service responds, as problem details (RFC 9457). The `type` of each problem is a
 * URL in the service's own documentation, which lists all kinds.
 */

import { OperationError, questionErrors } from '@robots-exclusion/operations/errors';
import type { Fault, Faults } from '@robots-exclusion/operations/schemas';
import { withoutSecrets } from 'robots-exclusion/print';

/** One kind of problem. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What the problem means and what to do about it, for the documentation. */
  readonly about: string;
}

/** Every kind of problem, by the last part of its `type`. */
export const problemKinds = Object.freeze({
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    about: 'The body could not be parsed as JSON. `detail` says where the error is.',
  },
  'bad-message': {
    status: 400,
    title: 'The octets are not an HTTP request',
    about:
      'The connection carried something other than HTTP/1.1, the request was incomplete, or it names two hosts.',
  },
  'origin-not-allowed': {
    status: 403,
    title: 'This origin may not use the service',
    about:
      'A browser sent the request for a page from another origin. Allow that origin with `--allow-origin`.',
  },
  'owner-only': {
    status: 403,
    title: 'Only the owner of the service may do this',
    about:
      'This request is accepted only over the loopback interface, and only from the page at the address that the service printed at startup, which contains a key. Open that address, or start the service with `--also-fetch`.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such resource',
    about: 'The service has no such path.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    about: 'The resource does not support this method. `Allow` lists the methods that it supports.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    about: 'The header, the body or the next line of a stream did not arrive in time.',
  },
  'content-too-large': {
    status: 413,
    title: 'The body is too large',
    about:
      'The body, or a line of a stream, has more octets than the service accepts. Split it into smaller requests, or raise `--max-request-bytes`. For a log of any size, use `robots audit`, or `GET /v1/audit` on a service that was started with `--audit-log`.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type is not supported',
    about:
      'POST accepts `application/json`, and on some paths `application/x-ndjson`, without a content coding.',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    about: 'The `Expect` field is not `100-continue`. Omit the field.',
  },
  'host-not-allowed': {
    status: 421,
    title: 'This service does not answer for that host',
    about:
      'The `Host` field names neither the address that the service listens on nor a host allowed with `--allow-host`. This check guards against DNS rebinding.',
  },
  'header-required': {
    status: 403,
    title: 'A header field is missing',
    about:
      'A request that makes the service fetch needs the field `X-Requested-With`, with any value, because pages from other origins cannot make a browser send it. Requests to a loopback address do not need the field.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests from this address',
    about:
      'The address has made too many requests, or they took too much processor time. `Retry-After` contains the number of seconds to wait before the next request.',
  },
  'transfer-coding': {
    status: 501,
    title: 'The transfer coding is not supported',
    about: 'A body may be sent in chunks, without any other `Transfer-Encoding`.',
  },
  'header-too-large': {
    status: 431,
    title: 'The header is too large',
    about: 'The request line and the header together have more octets than the service accepts.',
  },
  'no-sitemap': {
    status: 502,
    title: 'The sitemap could not be obtained',
    about:
      'The site disallows the sitemap, does not have it, did not answer, or answered with something else. `detail` says which.',
  },
  ...questionErrors,
} satisfies Record<string, ProblemKind>);

/** One invalid part in a request. */
export type ProblemDetail = Fault;

/** The name of a kind of problem. */
export type ProblemName = keyof typeof problemKinds;

/** Problem details as sent. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  errors?: readonly ProblemDetail[];
  /** Number of errors not listed. */
  errorsOmitted?: number;
  /** The `X-Request-Id` of the response. */
  requestId?: string;
}

/** The details of one problem in addition to its kind. */
export interface ProblemFacts {
  detail?: string;
  errors?: readonly ProblemDetail[];
  errorsOmitted?: number | undefined;
  /** The seconds until a retry may succeed. */
  retryAfter?: number;
  allow?: string;
}

/** A reason to reject a request. */
export interface Refusal {
  problem: ProblemName;
  facts?: ProblemFacts;
}

/** An error that stops the handling of a request; the response is the problem. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  readonly facts: ProblemFacts;

  constructor(problem: ProblemName, facts: ProblemFacts = {}) {
    super(facts.detail ?? problemKinds[problem].title);
    this.name = 'ProblemError';
    this.problem = problem;
    this.facts = facts;
  }
}

/** Converts an operation's error to a problem; other errors are returned unchanged. */
export function problemIn(error: unknown): unknown {
  if (!(error instanceof OperationError)) return error;
  const { code, path, message } = error;
  if (path !== undefined) return new ProblemError(code, { errors: [{ path, message }] });
  return new ProblemError(code, message === questionErrors[code].title ? {} : { detail: message });
}

/** Converts the faults of an input to the details of a problem. */
export function factsOf({ faults, faultsOmitted }: Faults): ProblemFacts {
  return { errors: faults, errorsOmitted: faultsOmitted };
}

/** @throws {ProblemError} If there is a reason to reject the request. */
export function unlessRefused(refusal: Refusal | undefined): void {
  if (refusal) throw new ProblemError(refusal.problem, refusal.facts);
}

/** The URL of the documentation of a problem, relative to the service. */
export function problemType(name: ProblemName): string {
  return `/docs#${name}`;
}

export function problemOf(
  name: ProblemName,
  { detail, errors, errorsOmitted }: ProblemFacts,
  requestId?: string,
): Problem {
  const { status, title } = problemKinds[name];
  return {
    type: problemType(name),
    title,
    status,
    ...(detail !== undefined && { detail: withoutSecrets(detail) }),
    ...(errors !== undefined && {
      errors: errors.map(({ path, message }) => ({
        path: withoutSecrets(path),
        message: withoutSecrets(message),
      })),
    }),
    ...(errorsOmitted !== undefined && { errorsOmitted }),
    ...(requestId !== undefined && { requestId }),
  };
}
