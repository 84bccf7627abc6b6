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
  /** When a retry can help: never, later, or with a smaller query. */
  readonly retry: 'never' | 'later' | 'smaller';
}

/** Errors that fail a whole query, by code. */
export const questionErrors = Object.freeze({
  'invalid-request': {
    title: 'The request does not match the schema',
    about:
      'A member is missing, unknown, of the wrong type or over a limit. `errors` contains the path of each such member. Unknown members are refused, so a misspelt option is always noticed.',
    status: 400,
    exitCode: 2,
    retry: 'never',
  },
  'too-expensive': {
    title: 'The request took too long to process',
    about:
      'The work for this request was stopped at its deadline. The same request will probably fail again. Send fewer URLs or crawlers in one request, or a shorter log.',
    status: 422,
    exitCode: 3,
    retry: 'smaller',
  },
  'answer-too-large': {
    title: 'The answer would be too large',
    about: 'Send fewer URLs or crawlers in one request, request fewer candidates, or send a shorter log.',
    status: 422,
    exitCode: 3,
    retry: 'smaller',
  },
  'client-busy': {
    title: 'The client has too much work in progress',
    about:
      'The client’s address has reached its limit of concurrent requests, streams, octets or tasks; `detail` says which. Wait for responses before you send more requests.',
    status: 429,
    exitCode: 3,
    retry: 'later',
  },
  overloaded: {
    title: 'The service is at its limit',
    about:
      'Too many requests, streams or tasks are in progress. `Retry-After` contains the number of seconds to wait before a retry.',
    status: 503,
    exitCode: 3,
    retry: 'later',
  },
  'shutting-down': {
    title: 'The service is shutting down',
    about: 'Send the request to another instance, or to the same one later.',
    status: 503,
    exitCode: 3,
    retry: 'later',
  },
  'internal-error': {
    title: 'The program failed',
    about: 'This is a bug in the program.',
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
      'The text is neither an absolute URL nor, if the request contains a robots.txt, a path that begins with "/".',
    status: 400,
    exitCode: 4,
    retry: 'never',
  },
  'not-in-time': {
    title: 'The site did not respond in time',
    about:
      'The site did not respond before the time limit of the request passed. The site’s URLs can be requested again.',
    status: 503,
    exitCode: 3,
    retry: 'later',
  },
  'no-robots-txt': {
    title: 'The robots.txt of the site could not be obtained',
    about:
      'The request needs a robots.txt that could not be fetched or read, or that the settings of this program do not allow it to fetch.',
    status: 502,
    exitCode: 3,
    retry: 'later',
  },
  'fetch-limit': {
    title: 'The limit of fetches per minute has been reached',
    about:
      'Requests named too many sites in one minute. `retryAt` is the time from which another fetch is allowed.',
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

/** The failure of one item in a list. Other items of the list may have answers. */
export interface Failure {
  readonly url: string;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    /** The time from which a retry can help. */
    readonly retryAt?: string;
  };
}
