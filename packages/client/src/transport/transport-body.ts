/** The body of an answer, as all transports hand it over: it lets go of its connection however its reading ends. */

/** What a body needs to know of its connection. */
export interface BodyEnds {
  /** Lets go of the connection; called once or more. */
  close(): void;
  signal: AbortSignal;
  /** Called when the last octet is read; throws if the body was not whole after all. */
  finish?(): void | Promise<void>;
  /** Gives a stream's error the code that the client knows. */
  asNodeError?(error: unknown): unknown;
}

/**
 * Not a generator, because `return` must close the connection also before the first chunk was asked for: that is how
 * the body of a redirect is discarded.
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
