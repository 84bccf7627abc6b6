/** All errors in one table. Each interface takes its status, exit code and message from this table. */

/** One kind of error. */
export interface ErrorKind {
  readonly title: string;
  /** The meaning of the error, and what to do about it. */
  readonly about: string;
  /** The HTTP status. */
  readonly status: number;
  /** The exit code of the command. */
  readonly exitCode: 2 | 3 | 4 | 70;
  /** Whether a retry can help: never, later, or with a smaller query. */
  readonly retry: 'never' | 'later' | 'smaller';
}

/** Errors that fail a whole query, by code. */
export const questionErrors = Object.freeze({
  'invalid-request': {
    title: 'The request is not as described',
    about:
      'A member is missing, unknown, of the wrong type or over a limit. `errors` names the path of each. Unknown members are refused, so a misspelt option is always noticed.',
    status: 400,
    exitCode: 2,
    retry: 'never',
  },
  'too-expensive': {
    title: 'The work was ended at its deadline',
    about:
      'Reading that robots.txt for those URLs takes too long. Asking again will not help; ask for fewer URLs or crawlers at a time, or send less of a log.',
    status: 422,
    exitCode: 3,
    retry: 'smaller',
  },
  'answer-too-large': {
    title: 'The answer would be too large',
    about: 'Ask for fewer URLs, crawlers or candidates at a time, or send less of a log.',
    status: 422,
    exitCode: 3,
    retry: 'smaller',
  },
  'client-busy': {
    title: 'Too much of this client is under way',
    about:
      'The address has reached its limit of concurrent requests, streams, octets or tasks; `detail` says which. Wait for answers before asking more.',
    status: 429,
    exitCode: 3,
    retry: 'later',
  },
  overloaded: {
    title: 'The service is at its limit',
    about:
      'Too many requests, streams or tasks at a time. `Retry-After` says in how many seconds to ask again.',
    status: 503,
    exitCode: 3,
    retry: 'later',
  },
  'shutting-down': {
    title: 'The service is shutting down',
    about: 'Ask another instance, or the same one later.',
    status: 503,
    exitCode: 3,
    retry: 'later',
  },
  'internal-error': {
    title: 'The program failed',
    about: 'A defect of the program.',
    status: 500,
    exitCode: 70,
    retry: 'later',
  },
} as const satisfies Record<string, ErrorKind>);

/** Errors that concern one item in a list or one site, by code. */
export const itemErrors = Object.freeze({
  'invalid-url': {
    title: 'Not a URL',
    about:
      'The text is neither an absolute URL nor, where the request contains a robots.txt, a path that begins with "/".',
    status: 400,
    exitCode: 4,
    retry: 'never',
  },
  'not-in-time': {
    title: 'There was no answer within the time of one request',
    about: 'The site did not answer in time. Its URLs can be asked about again.',
    status: 503,
    exitCode: 3,
    retry: 'later',
  },
  'no-robots-txt': {
    title: 'The robots.txt of the site could not be obtained',
    about: 'The question needs the robots.txt of a site that has none, or that nothing may be fetched from.',
    status: 502,
    exitCode: 3,
    retry: 'later',
  },
  'fetch-limit': {
    title: 'No more may be fetched in this minute',
    about: 'Too many sites were asked about in a minute. `retryAt` says when another fetch fits.',
    status: 429,
    exitCode: 3,
    retry: 'later',
  },
} as const satisfies Record<string, ErrorKind>);

/** Every kind of error by its code. */
export const errorKinds: Readonly<Record<keyof typeof questionErrors | keyof typeof itemErrors, ErrorKind>> =
  Object.freeze({ ...questionErrors, ...itemErrors });

/** The code of a kind of error. */
export type ErrorCode = keyof typeof errorKinds;

/** The code of an error that fails a whole query. */
export type QuestionErrorCode = keyof typeof questionErrors;

/** An error that fails a whole query. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly code: QuestionErrorCode;
  /** The invalid member of the input, such as `agents[0]`. */
  readonly path: string | undefined;

  constructor(code: QuestionErrorCode, message: string = errorKinds[code].title, path?: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/** An error for one list item, in a list whose other items may have answers. */
export interface Failure {
  readonly url: string;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    /** The time from which a retry can help. */
    readonly retryAt?: string;
  };
}
