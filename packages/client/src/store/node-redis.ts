/** A client of the package `redis` (node-redis 4 and 5), as the Redis store uses clients: with ioredis' names. */
import type { RedisClient } from './redis-client.ts';
import type { RedisSubscriber } from './redis-watch.ts';

/** What is needed of a client that `createClient` of `redis` made. It must be connected, or about to be. */
export interface NodeRedisClient {
  sendCommand(command: (string | Buffer)[], options?: object): Promise<unknown>;
  readonly isReady: boolean;
  duplicate(): NodeRedisSubscriber;
  on(event: 'end', listener: () => void): unknown;
}

/** What is needed of its duplicate. */
export interface NodeRedisSubscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: string, listener: () => void): unknown;
  readonly isOpen: boolean;
  /** node-redis 5 */
  destroy?(): void;
  /** node-redis 4 */
  disconnect?(): Promise<unknown>;
}

/** Octets come as such: node-redis 5 is recognized by the type of a bulk string, `$`, node-redis 4 by its own name for it. */
const inOctets = { typeMapping: { 36: Buffer }, returnBuffers: true };

/** Its names for what ioredis calls a ReplyError: the server has answered, if only with an error. */
const replyErrors: ReadonlySet<string> = new Set(['ErrorReply', 'SimpleError', 'BlobError']);

export function fromNodeRedis(client: NodeRedisClient): RedisClient {
  async function send<Reply>(...command: (string | Buffer)[]): Promise<Reply> {
    try {
      return (await client.sendCommand(command, inOctets)) as Reply;
    } catch (error) {
      throw asReplyError(error);
    }
  }
  return {
    get status() {
      return client.isReady ? 'ready' : 'reconnecting';
    },
    getBuffer: (key) => send('GET', key),
    getrangeBuffer: (key, start, end) => send('GETRANGE', key, String(start), String(end)),
    eval: async (script, numberOfKeys, ...rest) =>
      inText(await send('EVAL', script, String(numberOfKeys), ...rest)),
    del: (key) => send('DEL', key),
    async scan(cursor, match, pattern, count, size) {
      const reply = await send('SCAN', cursor, match, pattern, count, String(size));
      return inText(reply) as [string, string[]];
    },
    duplicate: () => subscriberOf(client.duplicate()),
    on: (event, listener) => client.on(event, listener),
  };
}

function subscriberOf(client: NodeRedisSubscriber): RedisSubscriber {
  let tell = (_channel: string): void => {};
  // Without a listener its errors would end the process.
  client.on('error', () => {});
  // One after another: it keeps its own list of channels, which a leaving and a coming in one breath would upset.
  let last: Promise<unknown> = client.connect();
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = last.then(step);
    last = turn.catch(() => {});
    return turn;
  }
  last.catch(() => {});
  return {
    subscribe: (channel) => inTurn(() => client.subscribe(channel, (_, from) => tell(from))),
    unsubscribe: (channel) => inTurn(() => client.unsubscribe(channel)),
    on(event, listener) {
      if (event === 'message') tell = listener;
      else client.on(event, listener as () => void);
    },
    disconnect() {
      if (!client.isOpen) return;
      if (client.destroy) client.destroy();
      else client.disconnect?.().catch(() => {});
    },
  };
}

/** A reply with the octets of its strings as text. */
function inText(reply: unknown): unknown {
  if (reply instanceof Uint8Array) return Buffer.from(reply).toString();
  return Array.isArray(reply) ? reply.map(inText) : reply;
}

function asReplyError(error: unknown): unknown {
  if (!(error instanceof Error) || !replyErrors.has(error.constructor.name)) return error;
  const { message } = error;
  return Object.assign(new Error(message, { cause: error }), { name: 'ReplyError' });
}
