/** The data in an archive about one request: the response, its time and its location. */

import type { Fields } from './fields.ts';
import type { RecordHead } from './record-head.ts';
import type { WarcRecord } from './record-splitter.ts';

/** A stored response for a URL. */
export interface Capture {
  readonly type: 'response' | 'revisit' | 'resource';
  readonly url: string;
  /** `WARC-Date` as written; undefined if missing. */
  readonly date: string | undefined;
  /** The HTTP status; undefined if no status line was stored. */
  readonly status: number | undefined;
  /** The fields of the HTTP response, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as stored, without transfer coding; undefined for a revisit whose original is unavailable. */
  readonly payload: Uint8Array | undefined;
  /** The status of the original response, for a revisit that means "not modified". */
  readonly originalStatus?: number | undefined;
  /**
   * Why the body is incomplete: the value of `WARC-Truncated`, `length` if the body exceeds the limit, or `short` if it
   * ends before its Content-Length or within its chunks. Undefined if it is complete.
   */
  readonly truncated: string | undefined;
  /** Why the archive does not contain the final response, such as `archiver/interim-only`. Undefined if it does. */
  readonly unread?: string | undefined;
  /** The names by which revisits may refer to this response, which is complete. */
  readonly names?: Pick<RecordHead, 'id' | 'url' | 'date' | 'payloadDigest'> | undefined;
  /** A revisit whose original may be in another archive. Valid until the next capture is requested. */
  readonly unresolved?:
    | { readonly head: Buffer; readonly block: Buffer; readonly fields: Fields }
    | undefined;
  /** The first segment of a record whose other segments may be in another archive. Valid as long. */
  readonly firstSegment?: WarcRecord | undefined;
  /** The offset in the archive of the record or of the compressed member that contains it. */
  readonly offset: number;
}
