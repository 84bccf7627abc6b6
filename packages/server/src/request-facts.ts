/** Properties of one request, and functions that read its header fields and its body. */
import type { FieldReader } from './access/connection.ts';
import type { RequestShare } from './access/shares.ts';
import type { BodyReader } from './body/receive.ts';
import type { Deadline } from './deadline.ts';

export interface RequestFacts {
  readonly requestId: string;
  readonly deadline: Deadline;
  readonly field: FieldReader;
  /** The signal that is aborted when the response is no longer needed. */
  signal(): AbortSignal;
  readonly share: RequestShare;
  /** The address of the connection's peer, if the host provides it. */
  readonly address: string | undefined;
  readonly body: BodyReader;
}
