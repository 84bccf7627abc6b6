/** The interface of Redis clients that the Redis store uses, with ioredis' names. */
import type { RedisSubscriber } from './redis-watch.ts';

/** The parts of a client that the store needs. */
export interface RedisClient {
  getBuffer(key: string): Promise<Uint8Array | null>;
  /** Reads a part of a value. Without this method, even an unchanged value is read in full. */
  getrangeBuffer?(key: string, start: number, end: number): Promise<Uint8Array | null>;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Runs a script by its hash. Without this method, scripts are sent in full each time. */
  evalsha?(sha1: string, numberOfKeys: number, ...keysAndArguments: (string | Buffer)[]): Promise<unknown>;
  /** Opens another connection for notifications. Without this method, waiters for a lock poll. */
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
  /** The state of the connection; `ready` means connected. */
  readonly status?: string;
  readonly options?: { readonly keyPrefix?: string | undefined };
}

/** The parts of a cluster client that the store needs. */
export interface RedisClusterClient extends Omit<RedisClient, 'scan' | 'options'> {
  nodes(role: 'master'): readonly Pick<RedisClient, 'scan'>[];
  readonly options?: { readonly keyPrefix?: string | undefined };
}
