/**
 * Adapts the package `redis` (node-redis 4 and 5) to the interface of the Redis store, which uses ioredis' names.
 */
import type { RedisClient, RedisClusterClient } from './redis-client.ts';
import type { RedisSubscriber } from './redis-watch.ts';

/**
 * The parts of a client from `createClient` of `redis` that the store needs. The client must be connected or
 * connecting.
 */
export interface NodeRedisClient {
  sendCommand(command: (string | Buffer)[], options?: object): Promise<unknown>;
  readonly isReady: boolean;
  duplicate(): NodeRedisSubscriber;
  on(event: 'end', listener: () => void): unknown;
}

/** The parts of a cluster from `createCluster` of `redis` that the store needs. The cluster must be connected. */
export interface NodeRedisCluster {
  sendCommand(
    firstKey: string,
    isReadonly: boolean,
    command: (string | Buffer)[],
    options?: object,
  ): Promise<unknown>;
  readonly isOpen: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: only handed back to `nodeClient`
  readonly masters: readonly any[];
  // biome-ignore lint/suspicious/noExplicitAny: a node of `masters`
  nodeClient(master: any): unknown;
  duplicate(overrides: { minimizeConnections: true }): NodeRedisSubscriber;
  on(event: 'disconnect', listener: () => void): unknown;
}

/** The parts of a duplicate client that the store needs. */
export interface NodeRedisSubscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: string, listener: () => void): unknown;
  readonly isOpen: boolean;
  /** Present only in node-redis 5. */
  destroy?(): void;
  /** Present only in node-redis 4. */
  disconnect?(): Promise<unknown>;
}

type Command = (string | Buffer)[];

/** Options for binary replies. node-redis 5 maps the type of a bulk string, `$`; node-redis 4 has a separate option. */
const inOctets = { typeMapping: { 36: Buffer }, returnBuffers: true };

/**
 * The error classes that correspond to ioredis' ReplyError. They mean that the server has replied, even if with an
 * error.
 */
const replyErrors: ReadonlySet<string> = new Set(['ErrorReply', 'SimpleError', 'BlobError']);

export function fromNodeRedis(given: NodeRedisClient | NodeRedisCluster): RedisClient | RedisClusterClient {
  return 'masters' in given ? ofCluster(given) : ofClient(given);
}

function ofClient(client: NodeRedisClient): RedisClient {
  const send = (command: Command): Promise<unknown> => client.sendCommand(command, inOctets);
  return {
    get status() {
      return client.isReady ? 'ready' : 'reconnecting';
    },
    ...commandsOf((_, command) => send(command)),
    scan: scanBy(send),
    duplicate: () => subscriberOf(client.duplicate()),
    on: (event, listener) => client.on(event, listener),
  };
}

/** Adapts a cluster. All reads go to masters, because a replica may not have received the last write yet. */
function ofCluster(cluster: NodeRedisCluster): RedisClusterClient {
  return {
    get status() {
      return cluster.isOpen ? 'ready' : 'reconnecting';
    },
    // The driver modifies the options.
    ...commandsOf((key, command) => cluster.sendCommand(key, false, command, { ...inOctets })),
    nodes: () =>
      cluster.masters.map((master) => ({
        scan: scanBy(async (command) => {
          const node = (await cluster.nodeClient(master)) as NodeRedisClient;
          return node.sendCommand(command, inOctets);
        }),
      })),
    duplicate: () => subscriberOf(cluster.duplicate({ minimizeConnections: true })),
    on: (_, listener) => cluster.on('disconnect', listener),
  };
}

/** Commands that use a single key. Each command is routed by that key. */
function commandsOf(
  sendBy: (key: string, command: Command) => Promise<unknown>,
): Pick<RedisClient, 'getBuffer' | 'getrangeBuffer' | 'eval' | 'evalsha' | 'del'> {
  const send = async <Reply>(key: string, ...command: Command): Promise<Reply> => {
    try {
      return (await sendBy(key, command)) as Reply;
    } catch (error) {
      throw asReplyError(error);
    }
  };
  return {
    getBuffer: (key) => send(key, 'GET', key),
    getrangeBuffer: (key, start, end) => send(key, 'GETRANGE', key, String(start), String(end)),
    eval: async (script, numberOfKeys, ...rest) =>
      inText(await send(String(rest[0]), 'EVAL', script, String(numberOfKeys), ...rest)),
    evalsha: async (sha1, numberOfKeys, ...rest) =>
      inText(await send(String(rest[0]), 'EVALSHA', sha1, String(numberOfKeys), ...rest)),
    del: (key) => send(key, 'DEL', key),
  };
}

function scanBy(send: (command: Command) => Promise<unknown>): RedisClient['scan'] {
  return async (cursor, match, pattern, count, size) => {
    try {
      return inText(await send(['SCAN', cursor, match, pattern, count, String(size)])) as [string, string[]];
    } catch (error) {
      throw asReplyError(error);
    }
  };
}

function subscriberOf(client: NodeRedisSubscriber): RedisSubscriber {
  let tell = (_channel: string): void => {};
  // Without a listener, the connection's errors would end the process.
  client.on('error', () => {});
  // Operations run in sequence, because concurrent ones would corrupt the driver's own list of channels.
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

/** Converts the octet strings in a reply to text. */
function inText(reply: unknown): unknown {
  if (reply instanceof Uint8Array) return Buffer.from(reply).toString();
  return Array.isArray(reply) ? reply.map(inText) : reply;
}

function asReplyError(error: unknown): unknown {
  if (!(error instanceof Error) || !replyErrors.has(error.constructor.name)) return error;
  const { message } = error;
  return Object.assign(new Error(message, { cause: error }), { name: 'ReplyError' });
}
