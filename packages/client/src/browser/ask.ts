/** The question whether a browser may send a request. */

/**
 * A function that rejects if the URL must not be requested, and resolves when it may be requested. `guard(client)`
 * returns such a function.
 */
export type Ask = (url: string, asked: AskedRequest) => Promise<unknown>;

/** The known facts about a request. */
export interface AskedRequest {
  /** Chromium's id of the frame that navigates. The id of a page's main frame equals the id of its target. */
  readonly frameId?: string;
  /**
   * `ask` calls this hook before the request may be sent. The browser guard calls the passed function when the response
   * has begun; the site's delay counts from that call.
   */
  readonly onPass: (answered: () => void) => void;
  /** The User-Agent that the browser sends, if it is known. */
  readonly userAgent?: string;
}
