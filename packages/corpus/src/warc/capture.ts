/** What an archive contains about one request: the response, its time, and where it is stored. */

/** A stored answer for a URL. */
export interface Capture {
  readonly type: 'response' | 'revisit' | 'resource';
  readonly url: string;
  /** `WARC-Date` as written; undefined if missing. */
  readonly date: string | undefined;
  /** The HTTP status; undefined if no status line was stored. */
  readonly status: number | undefined;
  /** Fields of the HTTP response, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as stored, without transfer coding; undefined for a revisit whose original is unavailable. */
  readonly payload: Uint8Array | undefined;
  /** For a revisit that means "not modified": the status of the original response. */
  readonly originalStatus?: number;
  /**
   * Why the body is incomplete: `WARC-Truncated`, or `length` if it exceeds the limit; undefined if it is complete.
   */
  readonly truncated: string | undefined;
  /** Offset of the record, or of the compressed member that contains it, in the archive. */
  readonly offset: number;
}
