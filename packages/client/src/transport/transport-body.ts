/** The response body that all transports return. It releases its connection, no matter how reading ends. */

/** The functions that end a body. */
export interface BodyEnds {
  /** Releases the connection; called at least once. */
  close(): void;
  signal: AbortSignal;
  /** Called after the last octet; throws if the body turned out to be incomplete. */
  finish?(): void | Promise<void>;
  /** Converts a stream's error to one with a code that the client knows. */
  asNodeError?(error: unknown): unknown;
}

/**
 * Not a generator, because `return` must close the connection even if no chunk was requested. The client discards the
 * body of a redirect this way.
 */
export function transportBody(stream: AsyncIterable<Uint8Array>, ends: BodyEnds): AsyncIterable<Uint8Array> {
  const { close, signal, finish, asNodeError = (error) => error } = ends;
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    try {
      signal.throwIfAborted();
      chunks ??= stream[Symbol.asyncIterator]();
      const result = await chunks.next();
      if (!result.done) return result;
      await finish?.();
      close();
      return { done: true, value: undefined };
    } catch (error) {
      close();
      throw signal.aborted ? signal.reason : asNodeError(error);
    }
  };
  const end = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    close();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
