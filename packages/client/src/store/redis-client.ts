/** The interface of Redis clients that the Redis store uses, with ioredis' names. */
import type { RedisSubscriber } from './redis-watch.ts';

/** The parts of a client that the store needs. */
export interface RedisClient {
  getBuffer(key: string): Promise<Uint8Array | null>;
  /** Without it, an unchanged value is read whole. */
  getrangeBuffer?(key: string, start: number, end: number): Promise<Uint8Array | null>;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Without it, scripts are sent whole each time. */
  evalsha?(sha1: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Another connection, for notifications. Without it, waiters for a lock poll. */
  duplicate?(): RedisSubscriber;
  on?(event: 'end', listener: () => void): unknown;
  del(key: string): Promise<unknown>;
  scan(
    cursor: string,
    match: 'MATCH',
    pattern: string,
    count: 'COUNT',
    size: number,
  ): Promise<[string, string[]]>;
  /** `ready` means connected. */
  readonly status?: string;
  readonly options?: { readonly keyPrefix?: string | undefined };
}

/** What the store needs of a cluster's client. */
export interface RedisClusterClient extends Omit<RedisClient, 'scan' | 'options'> {
  nodes(role: 'master'): readonly Pick<RedisClient, 'scan'>[];
  readonly options?: { readonly keyPrefix?: string | undefined };
}
