/** What is known about one request, and how to read the rest of it. */
import type { FieldReader } from './access/connection.ts';
import type { RequestShare } from './access/shares.ts';
import type { BodyReader } from './body/receive.ts';
import type { Deadline } from './deadline.ts';

/** One request. */
export interface RequestFacts {
  readonly requestId: string;
  readonly deadline: Deadline;
  /** Reads its header. */
  readonly field: FieldReader;
  /** Aborted if the response is no longer needed. */
  signal(): AbortSignal;
  readonly share: RequestShare;
  /** The peer of the connection, if the host knows it. */
  readonly address: string | undefined;
  /** Reads its body. */
  readonly body: BodyReader;
}
