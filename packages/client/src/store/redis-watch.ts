/**
 * Receives notifications through Redis publish and subscribe. A separate connection stays open while callers wait, and
 * for a short time afterwards. A notification may be lost with the connection, so each reconnection counts as a
 * notification.
 */

/** A connection used only for subscriptions. */
export interface RedisSubscriber {
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: 'message', listener: (channel: string) => void): unknown;
  on(event: 'ready' | 'error', listener: () => void): unknown;
  disconnect(): void;
}

export interface RedisWatch {
  /** Once no later notification can be missed, resolves to a function that ends the watch. */
  watch(channel: string, onNotice: () => void): Promise<() => void>;
  /** Closes the connection. Remaining watchers receive no further notifications. */
  close(): void;
}

/** How long the connection stays open without watchers, because the next watcher may come soon. */
const lingerMs = 10_000;

interface Line {
  subscriber: RedisSubscriber;
  listeners: Map<string, Set<() => void>>;
  /** Subscriptions by channel; each promise resolves when the server has confirmed it. */
  subscribed: Map<string, Promise<unknown>>;
}

/** @param connect Opens the connection, which the watch closes. */
export function createRedisWatch(connect: () => RedisSubscriber): RedisWatch {
  let line: Line | undefined;
  let lingering: NodeJS.Timeout | undefined;

  function close(): void {
    clearTimeout(lingering);
    line?.subscriber.disconnect();
    line = undefined;
  }

  function leave(from: Line, channel: string, onNotice: () => void): void {
    const waiting = from.listeners.get(channel);
    if (!waiting?.delete(onNotice) || waiting.size > 0) return;
    from.listeners.delete(channel);
    from.subscribed.delete(channel);
    from.subscriber.unsubscribe(channel).catch(() => {});
    if (from !== line || from.listeners.size > 0) return;
    clearTimeout(lingering);
    lingering = setTimeout(close, lingerMs).unref();
  }

  return {
    close,
    async watch(channel, onNotice) {
      clearTimeout(lingering);
      line ??= open(connect());
      const own = line;
      // Wraps the function in a new one, so that the same function can be registered twice.
      const notice = (): void => onNotice();
      own.listeners.set(channel, (own.listeners.get(channel) ?? new Set()).add(notice));
      const stop = (): void => leave(own, channel, notice);
      const subscribing = own.subscribed.get(channel) ?? own.subscriber.subscribe(channel);
      own.subscribed.set(channel, subscribing);
      await subscribing.catch((error: unknown) => {
        stop();
        throw error;
      });
      return stop;
    },
  };
}

function open(subscriber: RedisSubscriber): Line {
  const listeners: Line['listeners'] = new Map();
  // After a connection failure, the driver reconnects; meanwhile, waiters poll.
  subscriber.on('error', () => {});
  subscriber.on('message', (channel) => {
    for (const notice of [...(listeners.get(channel) ?? [])]) notice();
  });
  let isFirst = true;
  subscriber.on('ready', () => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    for (const waiting of [...listeners.values()]) for (const notice of [...waiting]) notice();
  });
  return { subscriber, listeners, subscribed: new Map() };
}
